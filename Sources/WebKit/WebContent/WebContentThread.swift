import Foundation
import JavaScriptEngine
import Synchronization
import Tracing

/// The pages of one virtual machine, on its thread.
///
/// The actor runs on the machine's own executor, so a command is one task of the machine's event loop, and the
/// JavaScript objects it touches are confined without a further lock. The page environment is loaded before the first
/// page opens; when that fails, every page gets the reason as its end.
actor WebContentThread {
  nonisolated let machine: JSVirtualMachine
  private let recorder: TraceRecorder?
  private nonisolated let hasEnded = Atomic<Bool>(false)
  private var state = State.unloaded
  private var pages: [UInt64: WebContentPage] = [:]

  private enum State {
    case unloaded
    case ready(PlatformHost)
    case ended(String)
  }

  /// Sound: the actor keeps the machine, and the machine its executor.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe machine.executor.asUnownedSerialExecutor()
  }

  init(machine: JSVirtualMachine, recorder: TraceRecorder?) {
    self.machine = machine
    self.recorder = recorder
  }

  /// Whether pages can be opened here.
  nonisolated var isUsable: Bool { !hasEnded.load(ordering: .relaxed) && machine.state == .running }

  /// Runs a step of the actor as a task of the event loop, in the order of the calls.
  nonisolated func enqueue(_ step: @escaping @Sendable (isolated WebContentThread) -> Void) {
    machine.enqueue { self.assumeIsolated(step) }
  }

  /// Ends the machine after what has been sent to it.
  nonisolated func end() {
    hasEnded.store(true, ordering: .relaxed)
    enqueue { $0.finish("the views of the page have gone", tellingPages: false) }
  }

  /// Loads the page environment, once.
  func load() {
    guard case .unloaded = state else { return }
    machine.terminationObserver = { [weak self] error in
      self?.assumeIsolated { $0.finish("a script was ended: \(error)", tellingPages: true) }
    }
    let span = recorder?.begin("load platform", category: "webkit", lane: .page)
    defer { recorder?.end(span) }
    do {
      state = .ready(try PlatformHost(machine: machine, script: try PlatformScript.locate()))
    } catch {
      finish("the page environment did not start: \(error)", tellingPages: true)
    }
  }

  func open(page identifier: UInt64, _ initial: ContentPageInit, events: EventInbox) {
    load()
    switch state {
    case .unloaded: break
    case .ended(let reason): events.post(.terminated(reason: reason))
    case .ready(let host):
      let span = recorder?.begin("open page", category: "webkit", lane: .page)
      defer { recorder?.end(span) }
      do {
        pages[identifier] = try WebContentPage(initial, host: host, events: events)
      } catch {
        events.post(.terminated(reason: "the page did not open: \(error)"))
      }
    }
  }

  func perform(_ command: ContentCommand, page identifier: UInt64) {
    guard let page = pages[identifier] else { return }
    if case .close = command { pages[identifier] = nil }
    guard case .load = command else { return page.perform(command) }
    let span = recorder?.begin("load document", category: "webkit", lane: .page)
    page.perform(command)
    recorder?.end(span)
  }

  /// Lets go of every page and of the environment, here on the thread where their objects live, and ends the machine.
  private func finish(_ reason: String, tellingPages: Bool) {
    if case .ended = state { return }
    hasEnded.store(true, ordering: .relaxed)
    for page in pages.values {
      page.abandon()
      if tellingPages { page.events.post(.terminated(reason: reason)) }
    }
    pages.removeAll()
    machine.terminationObserver = nil
    state = .ended(reason)
    Task.detached { [machine] in await machine.shutdown() }
  }
}
