import BridgeProtocol
import Testing

@Suite("Golden transcripts")
struct TranscriptTests {
  @Test("a machine answers each input of a transcript with exactly the expected actions", arguments: Transcript.all)
  func transcript(_ transcript: Transcript) throws {
    var player = TranscriptPlayer(machine: SessionStateMachine(configuration: transcript.configuration))
    for step in transcript.steps {
      let actual = try player.play(step.input)
      for (index, expected) in step.expected.enumerated() {
        guard index < actual.count else {
          Issue.record("\(transcript.name):\(step.line): no action for \(expected.text.prefix(300))")
          break
        }
        if let found = difference(actual[index], expected) {
          Issue.record("\(transcript.name):\(step.line): action \(index + 1): \(found)")
        }
      }
      for extra in actual.dropFirst(step.expected.count) {
        Issue.record("\(transcript.name):\(step.line): unexpected \(extra.text.prefix(300))")
      }
    }
  }

  @Test("both ends have transcripts, and each rule is a sentence")
  func coverage() {
    #expect(Transcript.all.filter { $0.header["end"]?.string == "host" }.count > 20)
    #expect(Transcript.all.filter { $0.header["end"]?.string == "page" }.count > 15)
    for transcript in Transcript.all {
      #expect(transcript.header["transcript"]?.string == transcript.name)
      #expect(transcript.header["rule"]?.string?.hasSuffix(".") == true)
    }
  }

  @Test("a payload is accepted and survives, or its first fault has the expected path")
  func payloads() throws {
    for line in try Transcript.lines("payloads.jsonl").dropFirst() {
      let method = line["method"]!.string!
      let part = line["part"]!.string!
      let type = try #require(Self.types["\(method) \(part)"], "\(method) \(part)")
      check(type, line)
    }
  }

  private static let types: [String: any BridgePayload.Type] = [
    "bridge.hello request": BridgeHello.self, "bridge.hello response": BridgeHello.Response.self,
    "bridge.ready event": BridgeReady.self, "checkpoint.restore request": CheckpointRestore.self,
    "checkpoint.restore response": CheckpointRestore.Response.self,
    "checkpoint.request request": CheckpointRequest.self,
    "checkpoint.request response": CheckpointRequest.Response.self, "document.open request": DocumentOpen.self,
    "document.open response": DocumentOpen.Response.self, "document.export request": DocumentExport.self,
    "document.export response": DocumentExport.Response.self, "document.close request": DocumentClose.self,
    "document.close response": DocumentClose.Response.self, "editor.focus request": EditorFocus.self,
    "editor.focus response": EditorFocus.Response.self, "document.setReadOnly request": DocumentSetReadOnly.self,
    "document.setReadOnly response": EmptyPayload.self, "document.state event": DocumentState.self,
    "trace.spans event": TraceSpans.self, "log.records event": LogRecords.self,
  ]

  private func check<Payload: BridgePayload>(_ type: Payload.Type, _ line: JSONValue) {
    do throws(PayloadFault) {
      let payload = try JSONValueDecoder.decode(type, from: line["payload"])
      #expect(line["fault"] == nil, "\(line.text) should be refused")
      let again = try JSONValueEncoder.encode(payload)
      #expect(difference(again, line["payload"]!) == nil, "\(line.text)")
    } catch {
      #expect(error.path.description == line["fault"]?.string, "\(line.text): \(error)")
      #expect(error.wireError.message.hasPrefix((line["fault"]?.string ?? "?") + " "))
      #expect(error.wireError.code == .payloadInvalid)
    }
  }
}
