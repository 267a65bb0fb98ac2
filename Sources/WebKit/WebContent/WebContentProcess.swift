public import JavaScriptEngine
import Synchronization
public import Tracing

/// What runs the pages of the views that share it: one virtual machine with the page environment loaded.
///
/// Not part of Apple's API. Any thread. The machine starts with the first view, or with ``warmUp()``; its thread ends
/// when the last view and the last other reference have gone. When a page goes over a limit the machine ends with all
/// its pages, each view is told by `webViewWebContentProcessDidTerminate`, and the next load starts another machine.
public final class WebContentProcess: Sendable {
  /// Clock, random numbers and time zone of its pages.
  public let environment: JSEnvironment
  /// What its pages may use up together.
  public let limits: ExecutionLimits
  /// Where the time goes: spans for creating the machine, loading the page environment, opening pages and documents.
  public let recorder: TraceRecorder?

  private struct State {
    var thread: WebContentThread?
    var nextPage: UInt64 = 1
  }

  private let state = Mutex(State())

  /// Creates one that has not started.
  public init(
    environment: JSEnvironment = .live, limits: ExecutionLimits = .default, recorder: TraceRecorder? = nil
  ) {
    self.environment = environment
    self.limits = limits
    self.recorder = recorder
  }

  deinit {
    state.withLock { $0.thread }?.end()
  }

  /// Starts the machine and loads the page environment in the background, so that the first page opens fast.
  ///
  /// Returns at once. A failure is told to the views that open pages here.
  public func warmUp() {
    guard let (thread, _) = try? current() else { return }
    thread.enqueue { $0.load() }
  }

  /// What the engine says of the heap that the pages share; `nil` when no machine runs.
  ///
  /// Throws `EngineError` when the machine ends meanwhile.
  public func statistics(collectingGarbage: Bool = false) async throws -> HeapStatistics? {
    guard let machine = state.withLock({ $0.thread })?.machine else { return nil }
    return try await machine.perform { try machine.statistics(collectingGarbage: collectingGarbage) }
  }

  /// Opens a page and returns its pipe; what becomes of it is told through the events.
  func connect(_ page: ContentPageInit, events: EventInbox) -> any ContentConnection {
    do throws(EngineError) {
      let (thread, identifier) = try current()
      thread.enqueue { $0.open(page: identifier, page, events: events) }
      return ThreadConnection(thread: thread, page: identifier)
    } catch {
      events.post(.terminated(reason: "no virtual machine can be started: \(error)"))
      return NoConnection()
    }
  }

  /// The machine that runs, started if there is none or the last one has ended, and a number for another page.
  private func current() throws(EngineError) -> (WebContentThread, UInt64) {
    try state.withLock { (state) throws(EngineError) in
      defer { state.nextPage += 1 }
      if let thread = state.thread, thread.isUsable { return (thread, state.nextPage) }
      let span = recorder?.begin("create VM", category: "webkit", lane: .page)
      defer { recorder?.end(span) }
      let machine = try JSVirtualMachine(
        configuration: JSVirtualMachine.Configuration(name: "WebContent", environment: environment, limits: limits))
      let thread = WebContentThread(machine: machine, recorder: recorder)
      state.thread = thread
      return (thread, state.nextPage)
    }
  }

  private struct ThreadConnection: ContentConnection {
    let thread: WebContentThread
    let page: UInt64

    func send(_ command: ContentCommand) {
      thread.enqueue { $0.perform(command, page: page) }
    }
  }

  private struct NoConnection: ContentConnection {
    func send(_ command: ContentCommand) {}
  }
}
