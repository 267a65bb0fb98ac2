/// An envelope as text, in the layout of one protocol version.
///
/// The wire form is its own type, so that a later version may rename or restructure without touching the machines.
public struct EncodedEnvelope<Version: WireFormat>: Sendable, Hashable {
  /// The JSON text that crosses the bridge.
  public let text: String

  /// Wraps a text that came over the bridge; nothing is checked yet.
  public init(text: String) {
    self.text = text
  }

  /// Writes an envelope.
  public init(encoding envelope: Envelope) {
    let keys = Version.keys
    var writer = JSONWriter()
    var isFirst = true
    writer.raw("{")
    writer.member(keys.protocolVersion, isFirst: &isFirst)
    writer.raw(String(envelope.protocolVersion.number))
    writer.member(keys.sessionID, isFirst: &isFirst)
    writer.write(envelope.sessionID)
    writer.member(keys.sequence, isFirst: &isFirst)
    writer.raw(String(envelope.sequence))
    if let id = envelope.id {
      writer.member(keys.id, isFirst: &isFirst)
      writer.write(id)
    }
    writer.member(keys.kind, isFirst: &isFirst)
    writer.write(envelope.kind.rawValue)
    writer.member(keys.method, isFirst: &isFirst)
    writer.write(envelope.method.rawValue)
    if let error = envelope.error {
      writer.member(keys.error, isFirst: &isFirst)
      writer.write(error.wireValue)
    }
    if let trace = envelope.trace {
      writer.member(keys.trace, isFirst: &isFirst)
      writer.write(["traceID": .string(trace.traceID), "spanID": .string(trace.spanID)])
    }
    // The payload comes last, so that a reader that must refuse it has seen everything else.
    if let payload = envelope.payload {
      writer.member(keys.payload, isFirst: &isFirst)
      writer.write(payload)
    }
    writer.raw("}")
    text = String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Reads the envelope: limits first, then grammar, then shape.
  ///
  /// Never fails: what cannot be accepted comes back as refused, with its head where that could be read.
  public func decode(limits: WireLimits = .standard) -> ReceivedMessage {
    let bytes = Array(text.utf8)
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes, limits: limits)
    } catch {
      return .refused(head: Self.salvageHead(bytes), error.wireError)
    }
    do {
      return .envelope(try Self.envelope(value))
    } catch {
      return .refused(head: try? Self.head(value), error)
    }
  }

  // MARK: - Shape

  private static func head(_ value: JSONValue) throws(WireError) -> EnvelopeHead {
    let keys = Version.keys
    guard value.object != nil else { throw invalid("$", "is not an object") }
    guard let version = value[keys.protocolVersion]?.number?.int64, (1...Int64(Int32.max)).contains(version) else {
      throw invalid("$.\(keys.protocolVersion)", "is not a version number")
    }
    guard let sessionID = value[keys.sessionID]?.string, isName(sessionID) || sessionID.isEmpty else {
      throw invalid("$.\(keys.sessionID)", "is not a session identity")
    }
    // JavaScript counts exactly up to 2^53 only; a larger number could not be told from its neighbour.
    guard let sequence = value[keys.sequence]?.number?.int64, (0...1 << 53).contains(sequence) else {
      throw invalid("$.\(keys.sequence)", "is not a sequence number")
    }
    guard let method = value[keys.method]?.string, isName(method) else {
      throw invalid("$.\(keys.method)", "is not a method name")
    }
    let id = value[keys.id]
    if let id, id != .null, id.string.map(isName) != true { throw invalid("$.\(keys.id)", "is not a request identity") }
    return EnvelopeHead(
      protocolVersion: ProtocolVersion(Int(version)), sessionID: sessionID, sequence: UInt64(sequence), id: id?.string,
      kind: value[keys.kind]?.string.flatMap(Envelope.Kind.init(rawValue:)), method: Method(method))
  }

  private static func envelope(_ value: JSONValue) throws(WireError) -> Envelope {
    let keys = Version.keys
    let head = try head(value)
    guard let kind = head.kind else { throw invalid("$.\(keys.kind)", "is not a kind of message") }
    switch kind {
    case .request, .response, .cancel:
      if head.id == nil { throw invalid("$.\(keys.id)", "is missing") }
    case .event, .ack:
      if head.id != nil { throw invalid("$.\(keys.id)", "does not belong on this kind of message") }
    }
    let payload = value[keys.payload]
    var error: WireError?
    if let encoded = value[keys.error], encoded != .null {
      guard kind == .response else { throw invalid("$.\(keys.error)", "belongs on responses only") }
      guard payload == nil || payload == .null else { throw invalid("$.\(keys.payload)", "stands beside an error") }
      error = try WireError(wireValue: encoded, path: "$.\(keys.error)")
    }
    var trace: TraceContext?
    if let encoded = value[keys.trace], encoded != .null {
      guard let traceID = encoded["traceID"]?.string, isHexadecimal(traceID, count: 32) else {
        throw invalid("$.\(keys.trace).traceID", "is not 32 lower-case hexadecimal digits")
      }
      guard let spanID = encoded["spanID"]?.string, isHexadecimal(spanID, count: 16) else {
        throw invalid("$.\(keys.trace).spanID", "is not 16 lower-case hexadecimal digits")
      }
      trace = TraceContext(traceID: traceID, spanID: spanID)
    }
    return Envelope(
      protocolVersion: head.protocolVersion, sessionID: head.sessionID, sequence: head.sequence, id: head.id,
      kind: kind, method: head.method, payload: payload, error: error, trace: trace)
  }

  private static func invalid(_ path: String, _ what: String) -> WireError {
    WireError(.payloadInvalid, "\(path) \(what)")
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= WireLimits.nameLength && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func isHexadecimal(_ text: String, count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  // MARK: - Refused messages

  /// Reads the head of a text that broke a limit or the grammar: the members before the payload, from a bounded prefix.
  private static func salvageHead(_ bytes: [UInt8]) -> EnvelopeHead? {
    let keys = Version.keys
    let needle = Array("\"\(keys.payload)\":".utf8)
    let prefix = bytes.prefix(4 * WireLimits.envelopeReserve)
    var depth = 0
    var isInString = false
    var index = 0
    while index < prefix.count {
      let byte = prefix[index]
      if isInString {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isInString = false }
      } else if byte == UInt8(ascii: "\"") {
        if depth == 1, prefix[index...].starts(with: needle) {
          // Cut before the payload and close the object; what stands before must then be a whole head by itself.
          var head = Array(prefix[..<index])
          while let last = head.last, last != UInt8(ascii: ","), last != UInt8(ascii: "{") { head.removeLast() }
          if head.last == UInt8(ascii: ",") { head.removeLast() }
          head.append(UInt8(ascii: "}"))
          guard let value = try? JSONParser.parse(head, limits: .standard) else { return nil }
          return try? Self.head(value)
        }
        isInString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
      }
      index += 1
    }
    return nil
  }
}

extension WireError {
  /// The error as it stands in an envelope.
  var wireValue: JSONValue {
    ["code": .string(code.rawValue), "message": .string(message), "retryable": .bool(retryable)]
  }

  /// Reads the error of an envelope.
  init(wireValue: JSONValue, path: String) throws(WireError) {
    guard let code = wireValue["code"]?.string, !code.isEmpty, code.utf8.count <= WireLimits.nameLength else {
      throw WireError(.payloadInvalid, "\(path).code is not an error code")
    }
    guard let message = wireValue["message"]?.string else {
      throw WireError(.payloadInvalid, "\(path).message is not a string")
    }
    guard let retryable = wireValue["retryable"]?.bool else {
      throw WireError(.payloadInvalid, "\(path).retryable is not a boolean")
    }
    self.init(Code(rawValue: code), message, retryable: retryable)
  }
}
