/// Writes a trace as trace-event JSON, which Perfetto and Chrome's own viewer open.
///
/// Each lane is a thread of one process, in the order native, bridge, page, and the stages of an opening are a fourth.
/// Spans that nest are complete events; a span that overlaps another of its lane without nesting becomes an async
/// pair, since viewers would draw it wrongly. A message whose end was never seen gets no arrow and is listed as lost,
/// so that no arrow points nowhere.
public struct ChromeTraceExporter: Sendable {
  private let export: TraceExport

  /// Makes an exporter of a trace.
  public init(_ export: TraceExport) {
    self.export = export
  }

  /// Writes the whole text to a file, atomically: the file appears complete or not at all.
  ///
  /// - Throws: ``TraceFileError`` with the path and the system's reason.
  public func write(to path: String) throws(TraceFileError) {
    let file = try AtomicFile(path: path)
    do throws(TraceFileError) {
      try write { chunk throws(TraceFileError) in try file.write(chunk) }
      try file.commit()
    } catch {
      file.discard()
      throw error
    }
  }

  /// The whole text.
  public func text() -> String {
    var text = ""
    write { text += $0 }
    return text
  }

  /// Streams the text in pieces of some kilobytes, so that a long trace is never held twice.
  public func write<Failure: Error>(_ sink: (String) throws(Failure) -> Void) throws(Failure) {
    var buffer = "{\"traceEvents\":["
    var isFirst = true
    func emit(_ event: String) throws(Failure) {
      buffer += isFirst ? "\n" : ",\n"
      isFirst = false
      buffer += event
      if buffer.utf8.count > 1 << 15 {
        try sink(buffer)
        buffer = ""
      }
    }

    for line in metadataEvents() { try emit(line) }
    let lost = lostFlows()
    for lane in TraceLane.allCases {
      let events = export.events.filter { $0.lane == lane }
      try writeSpans(of: lane, events, emit)
      for event in events.sorted(by: { $0.start < $1.start }) {
        if let line = momentLine(event, lane, lost: lost) { try emit(line) }
      }
    }
    for line in stageEvents() { try emit(line) }

    buffer += "\n],\"displayTimeUnit\":\"ms\",\"otherData\":"
    buffer += Self.object(otherData(lost: lost))
    buffer += "}\n"
    try sink(buffer)
  }

  // MARK: - Metadata

  private static let process = 1
  private static let stagesThread = 4

  private func thread(_ lane: TraceLane) -> Int {
    switch lane {
    case .native: 1
    case .bridge: 2
    case .page: 3
    }
  }

  private func metadataEvents() -> [String] {
    func line(_ name: String, thread: Int, _ arguments: [String: TraceValue]) -> String {
      Self.object([
        ("ph", "\"M\""), ("name", Self.string(name)), ("pid", "\(Self.process)"), ("tid", "\(thread)"), ("ts", "0"),
        ("args", Self.object(arguments)),
      ])
    }
    var lines = [line("process_name", thread: 0, ["name": "Bridgehead"])]
    for lane in TraceLane.allCases {
      lines.append(line("thread_name", thread: thread(lane), ["name": .string(lane.rawValue)]))
      lines.append(line("thread_sort_index", thread: thread(lane), ["sort_index": .count(thread(lane))]))
    }
    if export.sequence != nil {
      lines.append(line("thread_name", thread: Self.stagesThread, ["name": "stages"]))
      lines.append(line("thread_sort_index", thread: Self.stagesThread, ["sort_index": 0]))
    }
    return lines
  }

  private func otherData(lost: Set<FlowID>) -> [(String, String)] {
    var members: [(String, String)] = [
      ("traceID", Self.string(export.traceID.description)),
      ("originEpochMilliseconds", Self.number(export.originEpochMilliseconds)),
      ("droppedEvents", "\(export.droppedCount)"),
      ("lostFlows", "[" + lost.map(\.description).sorted().map(Self.string).joined(separator: ",") + "]"),
    ]
    if let mapping = export.clockMapping {
      members.append(("pageClockOffsetMilliseconds", Self.number(mapping.offset)))
      members.append(("pageClockErrorMilliseconds", Self.number(mapping.error)))
    }
    if let sequence = export.sequence {
      let skipped = OpenStage.allCases.compactMap { stage in
        sequence.skipReason(stage).map { (stage.rawValue, Self.string($0)) }
      }
      members.append(("skippedStages", Self.object(skipped)))
      let findings = sequence.findings(clockErrorNanoseconds: export.clockMapping?.errorNanoseconds ?? 0)
      members.append(("findings", "[" + findings.map { Self.string($0.description) }.joined(separator: ",") + "]"))
    }
    for (key, value) in export.metadata.sorted(by: { $0.key < $1.key }) { members.append((key, Self.string(value))) }
    return members
  }

  /// Each stage as the time since the one before it, so that the lane reads as a waterfall.
  private func stageEvents() -> [String] {
    guard let sequence = export.sequence else { return [] }
    var lines: [String] = []
    var previous: TraceInstant?
    for milestone in sequence.milestones.sorted(by: { $0.instant < $1.instant }) {
      let start = previous ?? milestone.instant
      lines.append(
        Self.object([
          ("ph", "\"X\""), ("name", Self.string(milestone.stage.rawValue)), ("cat", "\"stage\""),
          ("pid", "\(Self.process)"), ("tid", "\(Self.stagesThread)"), ("ts", Self.microseconds(start.nanoseconds)),
          ("dur", Self.microseconds(start.nanoseconds(to: milestone.instant))),
          ("args", Self.object(["runtime": .string(milestone.runtime.rawValue)])),
        ]))
      previous = milestone.instant
    }
    return lines
  }

  // MARK: - Spans

  private func writeSpans<Failure: Error>(
    of lane: TraceLane, _ events: [TraceEvent], _ emit: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let spans = events.compactMap { event -> (event: TraceEvent, id: SpanID, parent: SpanID?, end: TraceInstant)? in
      if case .span(let id, let parent, let end) = event.kind {
        (event, id, parent, max(end, event.start))
      } else {
        nil
      }
    }.sorted { ($0.event.start, $1.end, $0.id.value) < ($1.event.start, $0.end, $1.id.value) }
    var open: [TraceInstant] = []
    for span in spans {
      while let end = open.last, end <= span.event.start { open.removeLast() }
      var arguments = span.event.arguments
      arguments["spanID"] = .string(span.id.description)
      if let parent = span.parent { arguments["parentSpanID"] = .string(parent.description) }
      var members: [(String, String)] = [
        ("name", Self.string(span.event.name)), ("cat", Self.string(span.event.category)), ("pid", "\(Self.process)"),
        ("tid", "\(thread(lane))"),
      ]
      if let enclosing = open.last, span.end > enclosing {
        members.append(("id", Self.string(span.id.description)))
        let begin = [("ph", "\"b\""), ("ts", Self.microseconds(span.event.start.nanoseconds))]
        let end = [("ph", "\"e\""), ("ts", Self.microseconds(span.end.nanoseconds))]
        try emit(Self.object(begin + members + [("args", Self.object(arguments))]))
        try emit(Self.object(end + members))
      } else {
        open.append(span.end)
        members.insert(("ph", "\"X\""), at: 0)
        members.append(("ts", Self.microseconds(span.event.start.nanoseconds)))
        members.append(("dur", Self.microseconds(span.event.start.nanoseconds(to: span.end))))
        members.append(("args", Self.object(arguments)))
        try emit(Self.object(members))
      }
    }
  }

  // MARK: - Moments

  /// Messages whose start or end is missing.
  private func lostFlows() -> Set<FlowID> {
    var starts: Set<FlowID> = []
    var ends: Set<FlowID> = []
    var steps: Set<FlowID> = []
    for event in export.events {
      switch event.kind {
      case .flowStart(let id): starts.insert(id)
      case .flowStep(let id): steps.insert(id)
      case .flowEnd(let id): ends.insert(id)
      default: break
      }
    }
    return starts.symmetricDifference(ends).union(steps.subtracting(starts))
  }

  private func momentLine(_ event: TraceEvent, _ lane: TraceLane, lost: Set<FlowID>) -> String? {
    var members: [(String, String)] = [
      ("name", Self.string(event.name)), ("cat", Self.string(event.category)), ("pid", "\(Self.process)"),
      ("tid", "\(thread(lane))"), ("ts", Self.microseconds(event.start.nanoseconds)),
    ]
    func flow(_ phase: String, _ id: FlowID) -> String? {
      guard !lost.contains(id) else { return nil }
      members += [("ph", Self.string(phase)), ("id", Self.string(id.description))]
      // Binds the arrow's head to the span around it instead of to the next one.
      if phase == "f" { members.append(("bp", "\"e\"")) }
      return Self.object(members)
    }
    switch event.kind {
    case .span: return nil
    case .instant:
      members += [("ph", "\"i\""), ("s", "\"t\""), ("args", Self.object(event.arguments))]
      return Self.object(members)
    case .flowStart(let id): return flow("s", id)
    case .flowStep(let id): return flow("t", id)
    case .flowEnd(let id): return flow("f", id)
    case .counter(let values):
      let series = values.sorted { $0.key < $1.key }.map { ($0.key, Self.number($0.value)) }
      members += [("ph", "\"C\""), ("args", Self.object(series))]
      return Self.object(members)
    }
  }

  // MARK: - Text

  /// Microseconds with nanosecond fraction, exactly: a double would lose digits in a long trace.
  private static func microseconds(_ nanoseconds: Int64) -> String {
    let magnitude = nanoseconds.magnitude
    let fraction = String(magnitude % 1_000)
    let padded = String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
    return "\(nanoseconds < 0 ? "-" : "")\(magnitude / 1_000).\(padded)"
  }

  /// JSON has no word for infinity; a viewer can draw nothing there anyway.
  private static func number(_ value: Double) -> String { value.isFinite ? value.description : "0" }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { string($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
  }

  private static func object(_ values: [String: TraceValue]) -> String {
    object(
      values.sorted { $0.key < $1.key }.map { key, value in
        switch value {
        case .string(let text): (key, string(text))
        case .integer(let value): (key, String(value))
        case .number(let value): (key, number(value))
        case .boolean(let value): (key, value ? "true" : "false")
        }
      })
  }

  private static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\u{0}"..<"\u{20}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
