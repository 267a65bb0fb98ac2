#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads trace-event JSON the strict way and names everything a viewer would draw wrongly or drop in silence.
public struct ChromeTraceChecker: Sendable {
  /// What a trace file holds, by kind.
  public struct Summary: Sendable, Hashable {
    /// Complete events and async pairs.
    public var spans = 0
    /// Arrows whose two ends are there.
    public var flows = 0
    /// Moments.
    public var instants = 0
    /// Counter values.
    public var counters = 0
    /// Names of threads by number.
    public var threads: [Int: String] = [:]
    /// Messages the file says it lost.
    public var lostFlows: [String] = []
  }

  /// What is wrong with a trace file.
  public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence for people; names events, their phase and time.
    public let description: String
  }

  private struct File: Decodable {
    let traceEvents: [Event]
    let otherData: Other?
  }

  private struct Other: Decodable {
    let lostFlows: [String]?
  }

  private struct Event: Decodable {
    let ph: String
    let name: String?
    let cat: String?
    let pid: Int
    let tid: Int
    let ts: Decimal
    let dur: Decimal?
    let id: String?
    let s: String?
    let bp: String?
    let args: Arguments?
  }

  /// Only what the checks need of the arguments: a thread's name, and whether a counter's values are numbers.
  private struct Arguments: Decodable {
    let name: String?
    let numbers: Int
    let others: Int

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { return nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      var name: String?
      var numbers = 0
      for key in container.allKeys {
        if key.stringValue == "name" { name = try? container.decode(String.self, forKey: key) }
        if (try? container.decode(Double.self, forKey: key)) != nil { numbers += 1 }
      }
      self.name = name
      self.numbers = numbers
      others = container.allKeys.count - numbers
    }
  }

  /// Checks a whole text.
  ///
  /// - Throws: The first fault: JSON, a required member, spans that overlap without nesting, an async pair or an arrow
  ///   without its other end, an arrow that ends before it starts or starts outside any span's thread.
  public static func check(_ text: String) throws(Fault) -> Summary {
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: Data(text.utf8))
    } catch {
      throw Fault(description: "the text is not a trace: \(error)")
    }
    var summary = Summary()
    summary.lostFlows = file.otherData?.lostFlows ?? []
    var complete: [Int: [Event]] = [:]
    var pairs: [String: [Event]] = [:]
    var flows: [String: [Event]] = [:]
    for event in file.traceEvents {
      guard let name = event.name, !name.isEmpty else {
        throw Fault(description: "an event of \(event.ph) has no name")
      }
      switch event.ph {
      case "M":
        if name == "thread_name" { summary.threads[event.tid] = event.args?.name }
      case "X":
        guard let duration = event.dur, duration >= 0 else {
          throw Fault(description: "\(name) has no duration or a negative one")
        }
        complete[event.tid, default: []].append(event)
        summary.spans += 1
      case "b", "e":
        guard let id = event.id else { throw Fault(description: "\(name) (\(event.ph)) has no id") }
        pairs["\(event.cat ?? "") \(id)", default: []].append(event)
      case "s", "t", "f":
        guard let id = event.id else { throw Fault(description: "\(name) (\(event.ph)) has no id") }
        flows["\(event.cat ?? "") \(id)", default: []].append(event)
      case "i":
        guard ["t", "p", "g"].contains(event.s) else { throw Fault(description: "\(name) (i) has no scope") }
        summary.instants += 1
      case "C":
        guard let arguments = event.args, arguments.numbers > 0, arguments.others == 0 else {
          throw Fault(description: "\(name) (C) has values that are no numbers")
        }
        summary.counters += 1
      default: throw Fault(description: "\(name) has the unknown phase \(event.ph)")
      }
    }
    for events in complete.values { try checkNesting(events) }
    for (id, events) in pairs { summary.spans += try checkPair(id, events) }
    for (id, events) in flows { summary.flows += try checkFlow(id, events) }
    for (thread, events) in complete where summary.threads[thread] == nil {
      throw Fault(description: "thread \(thread) of \(events.count) spans has no name")
    }
    return summary
  }

  private static func checkNesting(_ events: [Event]) throws(Fault) {
    func end(_ event: Event) -> Decimal { event.ts + (event.dur ?? 0) }
    let sorted = events.sorted { ($0.ts, end($1)) < ($1.ts, end($0)) }
    var open: [Event] = []
    for event in sorted {
      while let last = open.last, end(last) <= event.ts { open.removeLast() }
      if let last = open.last, end(event) > end(last) {
        throw Fault(description: "\(event.name ?? "") at \(event.ts) overlaps \(last.name ?? "") without nesting in it")
      }
      open.append(event)
    }
  }

  private static func checkPair(_ id: String, _ events: [Event]) throws(Fault) -> Int {
    var depth = 0
    for event in events.sorted(by: { ($0.ts, $1.ph) < ($1.ts, $0.ph) }).sorted(by: { $0.ts < $1.ts }) {
      depth += event.ph == "b" ? 1 : -1
    }
    guard depth == 0, events.count % 2 == 0 else { throw Fault(description: "the async span \(id) has no other end") }
    return events.count / 2
  }

  private static func checkFlow(_ id: String, _ events: [Event]) throws(Fault) -> Int {
    let starts = events.filter { $0.ph == "s" }
    let ends = events.filter { $0.ph == "f" }
    guard let start = starts.first, let end = ends.first, starts.count == 1, ends.count == 1 else {
      throw Fault(description: "the arrow \(id) has \(starts.count) starts and \(ends.count) ends")
    }
    for event in events where event.ts < start.ts || event.ts > end.ts {
      throw Fault(description: "the arrow \(id) goes back in time")
    }
    guard end.bp == "e" else { throw Fault(description: "the arrow \(id) does not bind to the span it ends in") }
    return 1
  }
}
