import Bridge
import BridgeProtocol
import Capabilities
import EditorHost
import Foundation
import Tracing
import WebKit

/// Opens a document through the editor host, does with it what the options ask, and gathers the report.
@MainActor
func openDocument(_ options: OpenOptions, _ progress: ProgressLine) async throws(CommandError) -> OpenReport {
  let recorder = TraceRecorder(isEnabled: options.traceFile != nil)
  let nativeStart = recorder.clock.now()
  let watched = WatchedView()
  do {
    let file = try DocumentFile(reading: options.document, format: options.format)
    if let saveFile = options.saveFile { try DocumentFile.checkWritable(saveFile) }
    var configuration = EditorConfiguration(
      checkpoints: try checkpointStore(in: options.dataDirectory), recorder: recorder)
    configuration.nativeStart = nativeStart
    configuration.setsCheckpointAside = options.discardsCheckpoint
    configuration.openDeadline = Int(options.timeout / .milliseconds(1))
    configuration.webViewWasMade = { view in watched.watch(view) }
    configuration.stageWasReached = { stage in progress.show("Opening \(options.document): \(stage.rawValue)") }

    let session = try await EditorHost.open(document: file, account: options.account, configuration: configuration)
    var report = OpenReport(session, document: options.document, recorder: recorder, nativeStart: nativeStart)
    if let text = options.typedText {
      progress.show("Typing …")
      try await session.focus(at: .end)
      try await session.webView.input.type(text)
      report.typedCharacters = text.count
    }
    if let saveFile = options.saveFile {
      progress.show("Saving \(saveFile) …")
      report.saved = OpenReport.SavedFile(name: saveFile, bytes: try await session.save(to: saveFile))
    }
    progress.show("Writing the checkpoint …")
    try await session.close()
    report.update(from: session)
    if let traceFile = options.traceFile {
      try ChromeTraceExporter(
        TraceExport(
          recorder, sequence: session.openSequence, clockMapping: session.clockMapping,
          metadata: ["bridgehead": bridgeheadVersion, "engine": report.engine])
      ).write(to: traceFile)
      report.traceFile = traceFile
    }
    report.findings = session.findings + watched.faults
    return report
  } catch {
    throw CommandError(error, document: options.document, faults: watched.faults)
  }
}

private func checkpointStore(in directory: URL) throws -> SQLiteCheckpointStore {
  do {
    // What people write is nobody else's business.
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  } catch {
    throw CommandError(
      .checkpointFailed, subject: directory.path, cause: "the directory for checkpoints cannot be made",
      wayOut: "name another one with --data-directory")
  }
  return try SQLiteCheckpointStore(path: directory.appending(path: "checkpoints.sqlite").path)
}

/// Collects what a page does that would otherwise pass in silence.
@MainActor
private final class WatchedView {
  private(set) var faults: [String] = []

  func watch(_ view: WKWebView) {
    view.onDiagnostic = { [weak self] diagnostic in
      guard diagnostic.level == .error || diagnostic.code != .consoleMessage else { return }
      self?.faults.append("page: \(diagnostic)")
    }
  }
}

extension OpenReport {
  /// What a session says of its opening; typing, saving and messages are told by ``update(from:)``.
  @MainActor
  fileprivate init(_ session: EditorSession, document: String, recorder: TraceRecorder, nativeStart: TraceInstant) {
    let sequence = session.openSequence
    let stages = OpenStage.allCases.map { stage in
      if let milestone = sequence.milestone(stage) {
        return Stage(
          name: stage.rawValue, runtime: milestone.runtime == .native ? .native : .page,
          outcome: .reached(atMilliseconds: Double(nativeStart.nanoseconds(to: milestone.instant)) / 1e6))
      }
      let reason = sequence.skipReason(stage) ?? "not reached"
      return Stage(
        name: stage.rawValue, runtime: stage.reporters.contains(.page) ? .page : .native,
        outcome: .skipped(reason: reason))
    }
    self.init(
      document: document, blocks: session.state?.blocks ?? 0, characters: session.state?.characters ?? 0,
      restored: session.isRestored, stages: stages, messages: Messages(sent: 0, received: 0, bytes: 0),
      clockErrorMilliseconds: session.clockMapping?.error,
      engine: "JavaScriptCore " + (LoadedLibraries.javaScriptCore ?? "of unknown version"))
    update(from: session)
  }

  /// Takes over what goes on changing while the session is used.
  @MainActor
  fileprivate mutating func update(from session: EditorSession) {
    let counters = session.messages
    messages = Messages(sent: counters.sent, received: counters.received, bytes: counters.bytes)
    if let state = session.state {
      blocks = state.blocks
      characters = state.characters
    }
  }
}

extension CommandError {
  /// One line for whatever ended the command: the file, the cause, the way out.
  fileprivate init(_ error: any Error, document: String, faults: [String]) {
    switch error {
    case let error as CommandError:
      self = error
    case let error as DocumentError:
      let isWriting = [.diskFull, .unwritable].contains(error.code) || error.path != document
      self.init(
        isWriting ? .unwritableOutput : .unreadableDocument, subject: error.path, cause: error.message,
        wayOut: error.advice)
    case let error as EditorHostError:
      if let cause = error.cause as? DocumentError {
        self.init(cause, document: document, faults: [])
        return
      }
      let exitCode: ExitCode =
        switch error.code {
        case .timedOut: .timedOut
        case .pageFailed, .contentDamaged, .editorRefused, .sessionClosed: .pageFailed
        case .checkpointRefused, .checkpointStore: .checkpointFailed
        default: .failure
        }
      let detail = error.code == .pageFailed ? faults.first.map { " (\($0))" } ?? "" : ""
      self.init(
        exitCode, subject: document, cause: error.message + detail, wayOut: error.advice ?? "run bridgehead doctor")
    case let error as CheckpointStoreError:
      self.init(
        .checkpointFailed, subject: error.path, cause: error.message, wayOut: "name another place with --data-directory"
      )
    case let error as TraceFileError:
      self.init(
        .unwritableOutput, subject: document, cause: String(describing: error), wayOut: "name another file with --trace"
      )
    default:
      self.init(.failure, subject: document, cause: String(describing: error), wayOut: "run bridgehead doctor")
    }
  }
}
