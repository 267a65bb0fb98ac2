import BridgeProtocol
import Testing

@Suite("Envelope")
struct EnvelopeTests {
  static let samples: [Envelope] = [
    Envelope(
      protocolVersion: .v1, sessionID: "", sequence: 1, id: "p1", kind: .request, method: "bridge.hello",
      payload: ["a": 1]),
    Envelope(
      protocolVersion: .v1, sessionID: "S", sequence: 1 << 53, id: "h1", kind: .response, method: "m",
      error: WireError(.internal, "it \"failed\"")),
    Envelope(
      protocolVersion: .v1, sessionID: "S", sequence: 2, kind: .event, method: "m", payload: ["text": "é😀\n"],
      trace: TraceContext(traceID: String(repeating: "a", count: 32), spanID: String(repeating: "b", count: 16))),
    Envelope(protocolVersion: .v1, sessionID: "S", sequence: 3, kind: .ack, method: "m", payload: .emptyObject),
    Envelope(protocolVersion: .v1, sessionID: "S", sequence: 4, id: "h2", kind: .cancel, method: "m"),
    Envelope(protocolVersion: .v1, sessionID: "S", sequence: 5, id: "h3", kind: .response, method: "m"),
  ]

  @Test("an envelope comes back from its text as it was, in every layout", arguments: samples)
  func roundTrip(_ envelope: Envelope) {
    #expect(V1.decode(V1.encode(envelope), limits: .standard) == .envelope(envelope))
    #expect(V99.decode(V99.encode(envelope), limits: .standard) == .envelope(envelope))
    #expect(V1.encode(envelope) != V99.encode(envelope))
  }

  @Test("an envelope in another layout is refused, not misread")
  func otherLayout() {
    guard case .refused(nil, let error) = V1.decode(V99.encode(Self.samples[2]), limits: .standard) else {
      Issue.record("accepted")
      return
    }
    #expect(error.message.hasPrefix("$.method "))
  }

  @Test("negotiation picks the highest common version")
  func negotiation() {
    #expect(ProtocolVersion.negotiate(host: [.v1], page: [.v1]) == .v1)
    #expect(
      ProtocolVersion.negotiate(host: [.v1, .experimental], page: [.experimental, .v1, ProtocolVersion(7)])
        == .experimental)
    #expect(ProtocolVersion.negotiate(host: [.v1], page: [ProtocolVersion(2)]) == nil)
    #expect(ProtocolVersion(2).format == nil)
    #expect(ProtocolVersion.v1.format == V1.self)
  }

  @Test("every code of the protocol has its own name, and says who acts")
  func codes() {
    #expect(Set(WireError.Code.all.map(\.rawValue)).count == 19)
    #expect(
      WireError.Code.all.filter(\.isRetryableByDefault).map(\.rawValue).sorted() == [
        "backpressure", "handshake_required", "unavailable",
      ])
    #expect(WireError.Code(rawValue: "from_the_future").actor == .caller)
  }
}

@Suite("MethodTable")
struct MethodTableTests {
  @Test("each method has one class that fits its form, and an argument for it", arguments: MethodTable.v1.all)
  func entry(_ descriptor: MethodDescriptor) {
    #expect(descriptor.isRequest == (descriptor.delivery == .request))
    #expect(descriptor.argument.hasSuffix("."))
    #expect((descriptor.timeToLive != nil) == (descriptor.delivery == .expiring))
    if descriptor.coalescingKey != nil { #expect(descriptor.delivery == .latest) }
    if !descriptor.isRequest { #expect(descriptor.deadline == nil) }
  }

  @Test("the typed payloads are in the table, in the right form")
  func typed() {
    for method in [
      BridgeHello.method, CheckpointRestore.method, CheckpointRequest.method, DocumentOpen.method,
      DocumentExport.method,
      DocumentClose.method, DocumentSetReadOnly.method, EditorFocus.method,
    ] { #expect(MethodTable.v1[method]?.isRequest == true) }
    for method in [BridgeReady.method, DocumentState.method, TraceSpans.method, LogRecords.method] {
      #expect(MethodTable.v1[method]?.isRequest == false)
    }
    #expect(MethodTable.v1["document.unknown"] == nil)
    #expect(MethodTable.v1.all.count == 48)
  }
}
