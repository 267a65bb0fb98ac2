/// The record of one opening: each of the nine stages once, with the runtime that saw it and the time.
///
/// A stage may be skipped with a reason ("no checkpoint", "not configured"). Whatever breaks the contract (a stage
/// missing, reported twice, out of order or by the wrong runtime) becomes a ``Finding`` and is never repaired in
/// silence: the first report stands.
public struct OpenSequence: Sendable, Hashable {
  /// One stage that was reached.
  public struct Milestone: Sendable, Hashable {
    /// The stage.
    public let stage: OpenStage
    /// When it was reached.
    public let instant: TraceInstant
    /// Who reported it.
    public let runtime: TraceRuntime
  }

  /// A breach of the contract.
  public enum Finding: Sendable, Hashable {
    /// A stage was neither reached nor skipped.
    case missing(OpenStage)
    /// A stage was reported again; the first report stands.
    case duplicate(OpenStage, at: TraceInstant, by: TraceRuntime)
    /// A stage was reached before one that should precede it, by more than the stated clock error.
    case outOfOrder(OpenStage, before: OpenStage, byNanoseconds: Int64)
    /// A stage was reported by a runtime that cannot know it first-hand.
    case wrongReporter(OpenStage, TraceRuntime)
    /// A stage was both reached and skipped.
    case skippedAndReached(OpenStage)
  }

  private var reached: [OpenStage: Milestone] = [:]
  private var skipped: [OpenStage: String] = [:]
  private var immediateFindings: [Finding] = []

  /// Makes an empty record.
  public init() {}

  /// Records that a stage was reached.
  ///
  /// - Returns: Whether this was the first report of the stage.
  @discardableResult
  public mutating func record(_ stage: OpenStage, at instant: TraceInstant, by runtime: TraceRuntime) -> Bool {
    guard reached[stage] == nil else {
      immediateFindings.append(.duplicate(stage, at: instant, by: runtime))
      return false
    }
    if skipped[stage] != nil { immediateFindings.append(.skippedAndReached(stage)) }
    if !stage.reporters.contains(runtime) { immediateFindings.append(.wrongReporter(stage, runtime)) }
    reached[stage] = Milestone(stage: stage, instant: instant, runtime: runtime)
    return true
  }

  /// Records that a stage will not be reached, and why; the first reason stands.
  public mutating func skip(_ stage: OpenStage, reason: String) {
    if reached[stage] != nil { immediateFindings.append(.skippedAndReached(stage)) }
    if skipped[stage] == nil { skipped[stage] = reason }
  }

  /// The milestone of a stage, if it was reached.
  public func milestone(_ stage: OpenStage) -> Milestone? { reached[stage] }

  /// Why a stage was skipped, if it was.
  public func skipReason(_ stage: OpenStage) -> String? { skipped[stage] }

  /// The stages that were reached, in the contract's order.
  public var milestones: [Milestone] { OpenStage.allCases.compactMap { reached[$0] } }

  /// Whether each stage up to the given one was reached or skipped.
  public func isComplete(through last: OpenStage = .collaborationConnected) -> Bool {
    OpenStage.allCases.allSatisfy { $0 > last || reached[$0] != nil || skipped[$0] != nil }
  }

  /// All breaches: those seen as they happened, then what is missing, then what is out of order.
  ///
  /// - Parameters:
  ///   - last: The stage up to which the opening should have come.
  ///   - clockErrorNanoseconds: The stated error of the page's clock; two stages of different runtimes closer than
  ///     that have no order that could be known.
  public func findings(
    through last: OpenStage = .collaborationConnected, clockErrorNanoseconds: Int64 = 0
  ) -> [Finding] {
    var findings = immediateFindings
    for stage in OpenStage.allCases where stage <= last && reached[stage] == nil && skipped[stage] == nil {
      findings.append(.missing(stage))
    }
    let milestones = milestones
    for (earlier, later) in zip(milestones, milestones.dropFirst()) {
      let lead = later.instant.nanoseconds(to: earlier.instant)
      let tolerance = earlier.runtime == later.runtime ? 0 : clockErrorNanoseconds
      if lead > tolerance { findings.append(.outOfOrder(later.stage, before: earlier.stage, byNanoseconds: lead)) }
    }
    return findings
  }
}

extension OpenSequence.Finding: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .missing(let stage): "\(stage.rawValue) was not reached"
    case .duplicate(let stage, _, let runtime): "\(stage.rawValue) was reported again by \(runtime.rawValue)"
    case .outOfOrder(let stage, let other, let lead):
      "\(stage.rawValue) came \(Double(lead / 1_000) / 1_000) ms before \(other.rawValue)"
    case .wrongReporter(let stage, let runtime): "\(stage.rawValue) was reported by \(runtime.rawValue)"
    case .skippedAndReached(let stage): "\(stage.rawValue) was both skipped and reached"
    }
  }
}
