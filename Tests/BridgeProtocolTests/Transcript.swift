import BridgeProtocol
import Foundation
import Testing

/// A golden transcript, read from the fixtures.
struct Transcript: Sendable, CustomTestStringConvertible {
  struct Step: Sendable {
    let line: Int
    let input: JSONValue
    var expected: [JSONValue] = []
  }

  let name: String
  let header: JSONValue
  let steps: [Step]
  var testDescription: String { name }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/protocol/v1")

  static let all: [Transcript] = {
    let files = try! FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return files.filter { $0.pathExtension == "jsonl" && $0.lastPathComponent != "payloads.jsonl" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }.map { try! Transcript(contentsOf: $0) }
  }()

  static func lines(_ file: String) throws -> [JSONValue] {
    try lines(of: folder.appending(path: file))
  }

  private static func lines(of file: URL) throws -> [JSONValue] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { try JSONValue(text: String($0)) }
  }

  init(contentsOf file: URL) throws {
    let lines = try Self.lines(of: file)
    name = file.deletingPathExtension().lastPathComponent
    header = lines[0]
    var steps: [Step] = []
    for (index, line) in lines.enumerated().dropFirst() {
      if line["input"] != nil {
        steps.append(Step(line: index + 1, input: line))
      } else {
        steps[steps.count - 1].expected.append(line)
      }
    }
    self.steps = steps
  }

  var configuration: SessionConfiguration {
    let given = header["configuration"]!
    return SessionConfiguration(
      end: SessionConfiguration.End(rawValue: header["end"]!.string!)!,
      versions: given["versions"]!.array!.map { ProtocolVersion(Int($0.number!.int64!)) },
      limits: limits(given["limits"]!), served: Set(given["served"]!.array!.map { Method($0.string!) }),
      handshakeDeadline: Int(given["handshakeDeadline"]!.number!.int64!),
      concurrentRequests: Int(given["concurrentRequests"]!.number!.int64!))
  }

  private func limits(_ value: JSONValue) -> WireLimits {
    func number(_ key: String) -> Int { Int(value[key]!.number!.int64!) }
    return WireLimits(
      messageBytes: number("messageBytes"), depth: number("depth"), keys: number("keys"),
      stringLength: number("stringLength"))
  }
}

/// Feeds a transcript's inputs to a machine and writes its actions as transcripts do.
struct TranscriptPlayer {
  var machine: SessionStateMachine

  mutating func play(_ input: JSONValue) throws -> [JSONValue] {
    switch input["input"]!.string! {
    case "start":
      if let hello = input["hello"] { return machine.start(hello: try decode(hello)).map(write) }
      return machine.start().map(write)
    case "answerHello": return machine.answerHello(try decode(input["answer"]!)).map(write)
    case "refuseHello": return machine.refuseHello(error(input["error"]!)).map(write)
    case "announceReady": return machine.announceReady(try decode(input["ready"]!)).map(write)
    case "receive":
      let text: String
      if let envelope = input["envelope"] {
        text = envelope.text
      } else if let whole = input["text"] {
        text = whole.string!
      } else {
        let repeated = String(repeating: input["repeat"]!.string!, count: Int(input["times"]!.number!.int64!))
        text = input["before"]!.string! + repeated + input["after"]!.string!
      }
      return machine.receive(V1.decode(text, limits: machine.limits)).map(write)
    case "call":
      let deadline: SessionStateMachine.Deadline =
        switch input["deadline"] {
        case nil: .standard
        case .number(let value)?: .milliseconds(Int(value.int64!))
        default: .none
        }
      return machine.call(Method(input["method"]!.string!), payload: input["payload"], deadline: deadline).actions
        .map(write)
    case "emit":
      do throws(WireError) {
        return try machine.emit(Method(input["method"]!.string!), payload: input["payload"]).map(write)
      } catch {
        return [["expect": "throw", "error": write(error)]]
      }
    case "respond":
      let result: Result<JSONValue?, WireError> =
        if let failure = input["error"] { .failure(error(failure)) } else { .success(input["payload"]) }
      let session = input["session"]?.string ?? machine.sessionID
      return machine.respond(to: input["id"]!.string!, of: session, with: result).map(write)
    case "left":
      machine.requestLeft(input["id"]!.string!)
      return []
    case "cancel": return machine.cancel(input["id"]!.string!).map(write)
    case "deadlinePassed":
      let name = input["deadline"]!.string!
      return machine.deadlinePassed(name == "handshake" ? .handshake : .call(name)).map(write)
    case "invalidate":
      return machine.invalidate(SessionEndReason(rawValue: input["reason"]!.string!)!).map(write)
    case let other: throw PayloadFault(.root, "is an unknown input, \(other)")
    }
  }

  private func decode<Payload: BridgePayload>(_ value: JSONValue) throws -> Payload {
    try JSONValueDecoder.decode(Payload.self, from: value)
  }

  private func error(_ value: JSONValue) -> WireError {
    WireError(
      WireError.Code(rawValue: value["code"]!.string!), value["message"]!.string!, retryable: value["retryable"]!.bool!)
  }

  // MARK: - Writing actions

  private func write(_ error: WireError) -> JSONValue {
    ["code": .string(error.code.rawValue), "message": .string(error.message), "retryable": .bool(error.retryable)]
  }

  private func write(_ deadline: DeadlineID) -> JSONValue {
    switch deadline {
    case .handshake: "handshake"
    case .call(let id): .string(id)
    }
  }

  private func write(_ action: SessionAction) -> JSONValue {
    var line: [String: JSONValue] = [:]
    switch action {
    case .send(let envelope):
      line = ["expect": "send", "envelope": try! JSONValue(text: V1.encode(envelope))]
    case .considerHello(_, let version):
      line = ["expect": "considerHello", "version": .number(JSONNumber(Int64(version.number)))]
    case .established(let agreement):
      line = ["expect": "established", "sessionID": .string(agreement.answer.sessionID)]
    case .ready: line = ["expect": "ready"]
    case .deliverRequest(let id, let method, let payload, _):
      line = ["expect": "deliverRequest", "id": .string(id), "method": .string(method.rawValue)]
      line["payload"] = payload
    case .deliverEvent(let method, let payload, _):
      line = ["expect": "deliverEvent", "method": .string(method.rawValue)]
      line["payload"] = payload
    case .deliverAcknowledgement(let method, let payload):
      line = ["expect": "deliverAcknowledgement", "method": .string(method.rawValue)]
      line["payload"] = payload
    case .completeCall(let id, .success(let payload)):
      line = ["expect": "completeCall", "id": .string(id)]
      line["payload"] = payload
    case .completeCall(let id, .failure(let error)):
      line = ["expect": "completeCall", "id": .string(id), "error": write(error)]
    case .cancelHandler(let id): line = ["expect": "cancelHandler", "id": .string(id)]
    case .armDeadline(let deadline, let milliseconds):
      line = [
        "expect": "armDeadline", "deadline": write(deadline), "milliseconds": .number(JSONNumber(Int64(milliseconds))),
      ]
    case .disarmDeadline(let deadline): line = ["expect": "disarmDeadline", "deadline": write(deadline)]
    case .report(let finding):
      line = write(finding)
      line["expect"] = "report"
    case .end(let reason, let error):
      line = ["expect": "end", "reason": .string(reason.rawValue)]
      line["code"] = error.map { .string($0.code.rawValue) }
    }
    return .object(line)
  }

  private func write(_ finding: SessionFinding) -> [String: JSONValue] {
    func number(_ value: UInt64) -> JSONValue { .number(JSONNumber(Int64(value))) }
    var line: [String: JSONValue] = ["finding": .string(finding.name)]
    switch finding {
    case .malformed(let error): line["code"] = .string(error.code.rawValue)
    case .refused(let method, let error):
      line["method"] = .string(method.rawValue)
      line["code"] = .string(error.code.rawValue)
    case .beforeHandshake(let method), .sessionMismatch(let method), .unknownEvent(let method):
      line["method"] = .string(method.rawValue)
    case .duplicate(let sequence): line["sequence"] = number(sequence)
    case .sequenceViolation(let expected, let received):
      line["expected"] = number(expected)
      line["received"] = number(received)
    case .requestIDReused(let id), .duplicateResponse(let id), .lateResponse(let id), .unknownResponse(let id),
      .unknownCancellation(let id), .secondAnswerRefused(let id):
      line["id"] = .string(id)
    }
    return line
  }
}

/// Says how an action differs from the expected one; `nil` when it does not.
func difference(_ actual: JSONValue, _ expected: JSONValue, at path: String = "$") -> String? {
  switch (actual, expected) {
  case (.object(let actualMembers), .object(let expectedMembers)):
    let isError = expectedMembers["code"] != nil && expectedMembers["retryable"] != nil
    for key in Set(actualMembers.keys).union(expectedMembers.keys).sorted() {
      if isError, key == "path" {
        let message = actualMembers["message"]?.string ?? ""
        let wanted = expectedMembers["path"]?.string ?? ""
        if !message.hasPrefix(wanted + " ") { return "\(path).message is “\(message)”, not about \(wanted)" }
        continue
      }
      if isError, key == "message", expectedMembers["message"] == nil { continue }
      switch (actualMembers[key], expectedMembers[key]) {
      case (let value?, let other?):
        if let found = difference(value, other, at: "\(path).\(key)") { return found }
      case (nil, let other?): return "\(path).\(key) is missing, expected \(other.text)"
      case (let value?, nil): return "\(path).\(key) is unexpected: \(value.text)"
      case (nil, nil): continue
      }
    }
    return nil
  case (.array(let one), .array(let other)):
    guard one.count == other.count else { return "\(path) has \(one.count) elements, expected \(other.count)" }
    for (index, pair) in zip(one, other).enumerated() {
      if let found = difference(pair.0, pair.1, at: "\(path)[\(index)]") { return found }
    }
    return nil
  case (.number(let one), .number(let other)):
    return one.double == other.double ? nil : "\(path) is \(actual.text), expected \(expected.text)"
  default: return actual == expected ? nil : "\(path) is \(actual.text), expected \(expected.text)"
  }
}
