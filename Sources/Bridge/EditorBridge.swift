public import BridgeProtocol
public import Tracing
public import WebKit

/// Carries the bridge protocol between Swift and the page of a web view.
///
/// - Thread: made, started and invalidated on the main actor, where only the calls into WebKit are made. Requests,
///   events and registrations may come from anywhere; decoding, validation and encoding happen off the main actor, and
///   each handler runs as a task of its own.
/// - Order: messages keep their order, both ways.
/// - Lifetime: holds the view weakly and registers a forwarder that holds the bridge weakly. ``invalidate(_:)`` takes
///   the handler away, ends the session (each pending call ends once), cancels handlers and ends all streams;
///   releasing the bridge does the same.
/// - Asynchrony: nothing is answered synchronously, whatever the page or a test does.
@MainActor
public final class EditorBridge {
  /// How the bridge behaves.
  public nonisolated let configuration: BridgeConfiguration

  nonisolated let driver: SessionDriver
  private nonisolated let counterBox = CounterBox()
  private weak var webView: WKWebView?
  private weak var controller: WKUserContentController?
  private var isInvalidated = false

  /// Registers the bridge's message handler with a web view; do so before the page is loaded, or its hello finds
  /// nobody.
  ///
  /// - Parameters:
  ///   - webView: The view, held weakly.
  ///   - configuration: How the bridge behaves. Its handler name must be free in the view's content controller.
  public init(webView: WKWebView, configuration: BridgeConfiguration = BridgeConfiguration()) {
    self.configuration = configuration
    self.webView = webView
    let (commandStream, commands) = AsyncStream.makeStream(of: SessionCommand.self)
    let (outboundStream, outbound) = AsyncStream.makeStream(of: OutboundMessage.self)
    driver = SessionDriver(
      configuration: configuration, counters: counterBox, commands: commands, outbound: outbound)
    let controller = webView.configuration.userContentController
    self.controller = controller
    controller.add(MessageForwarder(bridge: self), name: configuration.handlerName)
    let driver = driver
    Task.detached(name: "bridge session") { await driver.run(commandStream) }
    let sender = MessageSender(
      webView: webView, counters: counterBox, recorder: configuration.recorder, commands: commands)
    Task(name: "bridge sender") { await sender.run(outboundStream) }
  }

  isolated deinit {
    invalidate()
  }

  // MARK: - Life

  /// Expects a page: call right before the view loads one.
  ///
  /// The handshake's deadline runs from here.
  public func start() { driver.commands.yield(.start) }

  /// Ends the current session because its page is gone, so that the next page may begin one.
  ///
  /// A page that is loaded anew says hello, which ends the old session by itself; telling the bridge earlier makes
  /// pending calls end earlier.
  public func pageIsGone(_ reason: SessionEndReason) { driver.commands.yield(.invalidate(reason)) }

  /// Ends the session for good and takes the handler away.
  ///
  /// Later requests end with session_closed. Harmless when
  /// repeated.
  public func invalidate(_ reason: SessionEndReason = .closed) {
    guard !isInvalidated else { return }
    isInvalidated = true
    controller?.removeScriptMessageHandler(forName: configuration.handlerName)
    driver.commands.yield(.invalidate(reason.admitsNextPage ? .closed : reason))
    driver.commands.finish()
  }

  /// Waits until business may flow.
  ///
  /// Call it after ``start()``; while a session has ended and no page has begun the
  /// next, it fails at once.
  ///
  /// - Throws: What ended the handshake or the session meanwhile, or cancelled when the waiting task is.
  public nonisolated func ready() async throws(BridgeError) -> HandshakeStateMachine.Agreement {
    let ticket = Ticket<HandshakeStateMachine.Agreement>()
    submit(.awaitReady(ticket), for: ticket)
    let result = await withTaskCancellationHandler {
      await ticket.wait()
    } onCancel: {
      ticket.complete(.failure(WireError(.cancelled, "the caller stopped waiting")))
    }
    do throws(WireError) { return try result.get() } catch { throw BridgeError(error, method: BridgeReady.method) }
  }

  // MARK: - Figures

  /// What has crossed so far.
  public nonisolated var counters: BridgeCounters { counterBox.current.counters }

  /// How the page's clock relates to the host's, once the page has told; `nil` between sessions.
  public nonisolated var clockMapping: ClockMapping? { counterBox.current.clockMapping }

  /// What happens to the session from now on.
  ///
  /// The stream ends with the bridge; a listener that falls 1,024 notices
  /// behind loses the oldest.
  public nonisolated func notices() -> AsyncStream<BridgeNotice> { driver.events.notices() }

  // MARK: - Messages from WebKit

  func receive(_ message: WKScriptMessage) {
    guard !isInvalidated, configuration.origin.admits(message.frameInfo), let text = message.body as? String else {
      counterBox.update { $0.counters.foreign += 1 }
      driver.events.deliver(.foreignMessage)
      return
    }
    counterBox.update { figures in
      figures.counters.received += 1
      figures.counters.bytesReceived += text.utf8.count
    }
    driver.commands.yield(.received(text, at: configuration.recorder.clock.now()))
  }

  /// Hands a command to the driver; once that has ended, the ticket ends instead.
  nonisolated func submit<Value>(_ command: SessionCommand, for ticket: Ticket<Value>) {
    if case .terminated = driver.commands.yield(command) {
      ticket.complete(.failure(WireError(.sessionClosed, "the bridge was invalidated", retryable: true)))
    }
  }
}
