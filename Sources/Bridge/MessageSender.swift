import BridgeProtocol
import Tracing
import WebKit

/// Hands encoded messages to the page, one call each, in order.
///
/// The calls are not awaited one after the other: WebKit keeps their order, and waiting would cost a round trip per
/// message.
@MainActor
final class MessageSender {
  private weak var webView: WKWebView?
  private let counters: CounterBox
  private let recorder: TraceRecorder
  private let commands: AsyncStream<SessionCommand>.Continuation

  init(
    webView: WKWebView, counters: CounterBox, recorder: TraceRecorder,
    commands: AsyncStream<SessionCommand>.Continuation
  ) {
    self.webView = webView
    self.counters = counters
    self.recorder = recorder
    self.commands = commands
  }

  func run(_ messages: AsyncStream<OutboundMessage>) async {
    for await message in messages { send(message) }
  }

  private func send(_ message: OutboundMessage) {
    guard let webView else {
      commands.yield(.undeliverable(sessionID: message.sessionID, sequence: message.sequence))
      return
    }
    let start = recorder.clock.now()
    counters.update { figures in
      figures.counters.sent += 1
      figures.counters.bytesSent += message.text.utf8.count
    }
    if let id = message.callID { commands.yield(.requestLeft(id: id)) }
    let (recorder, commands) = (recorder, commands)
    // The envelope is an argument, never part of the source: nothing in it can become code.
    webView.callAsyncJavaScript(
      "sendBridgeMessage(envelope)", arguments: ["envelope": message.text], in: nil, in: .page
    ) { result in
      if recorder.isEnabled {
        let end = recorder.clock.now()
        recorder.span("queue \(message.method)", category: "message", lane: .bridge, from: message.queued, to: start)
        recorder.span("deliver \(message.method)", category: "message", lane: .page, from: start, to: end)
        recorder.flowEnd(message.flow, name: message.method.rawValue, lane: .page, at: start)
      }
      if case .failure = result {
        commands.yield(.undeliverable(sessionID: message.sessionID, sequence: message.sequence))
      }
    }
  }
}
