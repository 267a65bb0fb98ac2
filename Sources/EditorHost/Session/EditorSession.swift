public import Bridge
public import BridgeProtocol
import Capabilities
public import Foundation
public import Tracing
public import WebKit

/// One document, open in the editor.
///
/// On the main actor. The session owns its web view, its bridge and its blobs; all of them end with it.
@MainActor
public final class EditorSession {
  /// What was opened.
  public let document: DocumentFile
  /// For whom.
  public let accountID: String
  /// The editor's page.
  ///
  /// For the application to show, and for input.
  public let webView: WKWebView
  /// How the document stands, as the page told last.
  public private(set) var state: DocumentState?
  /// Whether the document came from a checkpoint.
  public private(set) var isRestored = false
  /// The session's name, agreed in the handshake; nil before it.
  public private(set) var sessionID: String?
  /// What went other than it should without ending the session, for people; without document text.
  public private(set) var findings: [String] = []

  private enum Life { case opening, open, closed }

  private let bundle: EditorBundle
  private let configuration: EditorConfiguration
  private let bridge: EditorBridge
  private let blobs: SessionBlobs
  private let watcher = PageWatcher()
  private let progress: OpenProgress
  private var life = Life.opening
  private var failure: EditorHostError?
  private var listeners: [Task<Void, Never>] = []
  private var schemaVersion = 1
  /// The revision that the document's file holds; nil when it holds none, because edits came from a checkpoint.
  private var savedRevision: Int?
  private var savedHash: ContentHash
  /// Whether the restored checkpoint held edits that the file lacks.
  private var restoredUnsavedChanges = false

  init(document: DocumentFile, account: String, bundle: EditorBundle, configuration: EditorConfiguration) {
    self.document = document
    self.bundle = bundle
    self.configuration = configuration
    accountID = account
    savedHash = document.hash
    progress = OpenProgress(stageWasReached: configuration.stageWasReached)
    let recorder = configuration.recorder
    progress.record(.nativeStart, at: configuration.nativeStart ?? recorder.clock.now(), by: .native)

    blobs = SessionBlobs()
    let webViewConfiguration = WKWebViewConfiguration()
    webViewConfiguration.setURLSchemeHandler(
      EditorBundleSchemeHandler(bundle: bundle), forURLScheme: EditorBundle.scheme)
    webViewConfiguration.setURLSchemeHandler(blobs, forURLScheme: SessionBlobs.scheme)
    configuration.configureWebView(webViewConfiguration)
    webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: webViewConfiguration)

    var bridgeConfiguration = BridgeConfiguration()
    bridgeConfiguration.recorder = recorder
    bridgeConfiguration.clock = configuration.clock
    bridge = EditorBridge(webView: webView, configuration: bridgeConfiguration)
    webView.navigationDelegate = watcher
    watcher.pageFailed = { [weak self] message, cause in
      self?.fail(EditorHostError(.pageFailed, message, cause: cause))
    }
    watcher.pageReloads = { [weak self] in
      self?.fail(EditorHostError(.pageFailed, "the editor's page was reloaded"))
    }
    configuration.webViewWasMade(webView)
    progress.record(.webViewAcquired, at: recorder.clock.now(), by: .native)
  }

  isolated deinit {
    end(EditorHostError(.sessionClosed, "the session was let go"))
  }

  // MARK: - Opening

  func open() async throws(EditorHostError) {
    let deadline = configuration.clock.schedule(afterMilliseconds: configuration.openDeadline) { [weak self] in
      Task { @MainActor in self?.openDeadlinePassed() }
    }
    defer { deadline.cancel() }
    listen()
    bridge.start()
    _ = webView.load(URLRequest(url: EditorBundle.pageURL))
    do {
      try await withTaskCancellationHandler {
        try await runOpenSequence()
      } onCancel: {
        Task { @MainActor [weak self] in
          self?.fail(EditorHostError(.sessionClosed, "opening was cancelled"))
        }
      }
      life = .open
    } catch {
      let error = failure ?? Self.hostError(error)
      end(error)
      throw error
    }
  }

  private func runOpenSequence() async throws {
    let agreement = try await bridge.ready()
    progress.record(.bridgeHandshake, at: configuration.recorder.clock.now(), by: .native)
    let sessionID = agreement.answer.sessionID
    self.sessionID = sessionID
    schemaVersion = agreement.hello.schemaVersion
    isRestored = try await restoreCheckpoint(sessionID: sessionID)

    let content = isRestored ? nil : blobs.publish(document.bytes, hash: document.hash, mediaType: "text/plain")
    let opened = try await requestOpening(content)
    if let content { blobs.discard(content) }
    if state == nil {
      state = DocumentState(
        phase: .ready, revision: opened.revision, blocks: opened.blocks, characters: opened.characters, dirty: false)
    }
    if !isRestored || !restoredUnsavedChanges { savedRevision = opened.revision }
    try await progress.wait(for: .editorInteractive)
    progress.skip(.collaborationConnected, reason: "not configured")
  }

  private func requestOpening(_ content: BlobReference?) async throws -> DocumentOpen.Response {
    let request = DocumentOpen(
      documentID: document.documentID, accountID: accountID, name: document.name, format: document.format,
      readOnly: configuration.isReadOnly, content: content)
    do {
      return try await bridge.request(request)
    } catch {
      guard error.code == .payloadInvalid, content != nil else { throw error }
      throw DocumentError(
        .notTheFormat, path: document.path, "is not \(document.format.rawValue): \(error.message)",
        advice: "mend it, or open it as another format")
    }
  }

  /// Restores the stored checkpoint if it fits; false when there is none to restore.
  private func restoreCheckpoint(sessionID: String) async throws -> Bool {
    let documentID = document.documentID
    let store = configuration.checkpoints
    guard let stored = try await store.checkpoint(accountID: accountID, documentID: documentID) else {
      progress.skip(.checkpointRestored, reason: "no checkpoint")
      return false
    }
    if configuration.setsCheckpointAside {
      try await store.setAside(accountID: accountID, documentID: documentID, reason: "the opening asked for it")
      progress.skip(.checkpointRestored, reason: "set aside as asked")
      return false
    }
    let expectation = StoredCheckpoint.Expectation(
      accountID: accountID, documentID: documentID, sessionID: sessionID, schemaVersions: 1...max(1, schemaVersion))
    if let refusal = await Self.refusal(of: stored, for: expectation) {
      throw Self.refused(String(describing: refusal), cause: refusal)
    }
    if stored.sourceHash != document.hash {
      // The file is newer than the checkpoint. What the checkpoint alone holds is kept aside; what the file holds is
      // opened.
      if stored.hasUnsavedChanges {
        try await store.setAside(
          accountID: accountID, documentID: documentID, reason: "the document file was changed by somebody else")
        findings.append("the file was changed outside the editor; edits that were never saved to it were set aside")
      }
      progress.skip(.checkpointRestored, reason: "the file changed since")
      return false
    }
    guard let pending = try? JSONDecoder().decode([DocumentOperation].self, from: stored.pendingOperations) else {
      throw Self.refused("the checkpoint is damaged: its pending operations cannot be read")
    }
    let snapshot = blobs.publish(
      stored.snapshot, hash: stored.identity.snapshotHash, mediaType: "application/octet-stream")
    defer { blobs.discard(snapshot) }
    let checkpoint = Checkpoint(
      documentID: documentID, accountID: accountID, baseRevision: stored.identity.baseRevision, snapshot: snapshot,
      pendingOperations: pending, editorSchemaVersion: stored.identity.editorSchemaVersion, createdAt: stored.createdAt,
      sessionID: stored.identity.sessionID)
    do {
      _ = try await bridge.request(CheckpointRestore(checkpoint: checkpoint))
    } catch {
      guard error.code == .payloadInvalid else { throw error }
      throw Self.refused("the editor cannot read the checkpoint: \(error.message)", cause: error)
    }
    restoredUnsavedChanges = stored.hasUnsavedChanges
    return true
  }

  private static func refused(_ message: String, cause: (any Error)? = nil) -> EditorHostError {
    EditorHostError(
      .checkpointRefused, "\(message); it is kept",
      advice: "open with --discard-checkpoint to set it aside and read the file",
      cause: cause)
  }

  @concurrent
  private nonisolated static func refusal(
    of checkpoint: StoredCheckpoint, for expectation: StoredCheckpoint.Expectation
  ) async -> CheckpointRefusal? {
    checkpoint.refusal(for: expectation)
  }

  // MARK: - The page's events

  private func listen() {
    let bridge = bridge
    let spans = bridge.events(TraceSpans.self)
    let states = bridge.events(DocumentState.self)
    let notices = bridge.notices()
    listeners = [
      Task { [weak self] in for await event in spans { self?.receive(event) } },
      Task { [weak self] in for await event in states { self?.state = event } },
      Task { [weak self] in for await notice in notices { self?.receive(notice) } },
    ]
  }

  private func receive(_ event: TraceSpans) {
    let recorder = configuration.recorder
    let mapping = bridge.clockMapping ?? .identity
    for span in event.spans {
      recorder.span(
        span.name, category: span.category, lane: .page,
        from: mapping.instant(fromPage: span.start, on: recorder.clock),
        to: mapping.instant(fromPage: span.end, on: recorder.clock))
    }
    for milestone in event.milestones {
      let instant = mapping.instant(fromPage: milestone.at, on: recorder.clock)
      recorder.instant(milestone.stage, category: "stage", lane: .page, at: instant)
      guard let stage = OpenStage(rawValue: milestone.stage) else {
        findings.append("the page reported a stage that the host does not know")
        continue
      }
      progress.record(stage, at: instant, by: .page)
    }
  }

  private func receive(_ notice: BridgeNotice) {
    switch notice {
    case .established:
      progress.record(.bundleLoaded, at: configuration.recorder.clock.now(), by: .native)
    case .ready:
      break
    case .ended(let reason, let error):
      guard life != .closed else { return }
      fail(EditorHostError(.pageFailed, "the session with the page ended (\(reason.rawValue))", cause: error))
    case .finding(let finding):
      findings.append("bridge: \(finding)")
    case .foreignMessage:
      findings.append("bridge: a message from another frame or origin was refused")
    }
  }

  // MARK: - Using it

  /// Puts the caret at the start or the end of the document.
  public func focus(at place: EditorFocus.Place) async throws(EditorHostError) {
    _ = try await ask(EditorFocus(at: place))
  }

  /// The document in a format, as the file would be written.
  public func export(as format: DocumentFormat) async throws(EditorHostError) -> Data {
    try await exported(format).bytes
  }

  private func exported(_ format: DocumentFormat) async throws(EditorHostError) -> (
    bytes: Data, hash: ContentHash, revision: Int
  ) {
    let response = try await ask(DocumentExport(format: format))
    let (bytes, hash) = try await blobs.take(response.content)
    return (bytes, hash, response.revision)
  }

  /// Saves the document to a file, atomically, in the format its name says.
  ///
  /// Returns the number of bytes.
  ///
  /// Saving to the document's own file makes that the state from which changes count.
  @discardableResult
  public func save(to path: String) async throws -> Int {
    let format = DocumentFormat(fileExtension: URL(fileURLWithPath: path).pathExtension) ?? document.format
    let (bytes, hash, revision) = try await exported(format)
    try await Self.write(bytes, to: path)
    if DocumentFile.documentID(of: path) == document.documentID {
      savedRevision = revision
      savedHash = hash
    }
    return bytes.count
  }

  @concurrent
  private nonisolated static func write(_ bytes: Data, to path: String) async throws {
    try DocumentFile.save(bytes, to: path)
  }

  /// Makes a checkpoint and stores it.
  ///
  /// When the call returns, it is on the disk.
  public func checkpoint(reason: String = "asked") async throws(EditorHostError) {
    let checkpoint = try await ask(CheckpointRequest(reason: reason)).checkpoint
    guard checkpoint.documentID == document.documentID, checkpoint.accountID == accountID else {
      throw EditorHostError(.editorRefused, "the editor made a checkpoint of another document or account")
    }
    let (snapshot, hash) = try await blobs.take(checkpoint.snapshot)
    let pending: Data
    do {
      pending = try JSONEncoder().encode(checkpoint.pendingOperations)
    } catch {
      throw EditorHostError(.editorRefused, "the editor's pending operations cannot be stored", cause: error)
    }
    let hasUnsavedChanges = savedRevision != checkpoint.baseRevision || !checkpoint.pendingOperations.isEmpty
    do {
      try await configuration.checkpoints.save(
        StoredCheckpoint(
          identity: CheckpointIdentity(
            accountID: accountID, documentID: document.documentID, sessionID: sessionID ?? "",
            editorSchemaVersion: checkpoint.editorSchemaVersion, baseRevision: checkpoint.baseRevision,
            snapshotHash: hash),
          snapshot: snapshot, pendingOperations: pending, sourceHash: savedHash, hasUnsavedChanges: hasUnsavedChanges,
          createdAt: checkpoint.createdAt))
    } catch {
      throw Self.hostError(error)
    }
  }

  /// Checkpoints the document and closes the session.
  ///
  /// The session is closed when the call returns, also when it throws because the checkpoint could not be made or
  /// stored.
  public func close() async throws(EditorHostError) {
    guard life == .open else { return }
    var problem: EditorHostError?
    do throws(EditorHostError) {
      try await checkpoint(reason: "close")
      _ = try await ask(DocumentClose())
    } catch {
      problem = error
    }
    end(EditorHostError(.sessionClosed, "the session was closed"))
    if let problem { throw problem }
  }

  // MARK: - What happened

  /// The opening's stages.
  public var openSequence: OpenSequence { progress.sequence }

  /// What crossed the bridge so far.
  public var messages: BridgeCounters { bridge.counters }

  /// How the page's clock relates to the host's; nil before the handshake.
  public var clockMapping: ClockMapping? { bridge.clockMapping }

  // MARK: - Ending

  private func ask<Request: BridgeRequest>(_ request: Request) async throws(EditorHostError) -> Request.Response {
    if let failure { throw failure }
    guard life != .closed else { throw EditorHostError(.sessionClosed, "the session was closed") }
    do {
      return try await bridge.request(request)
    } catch {
      throw failure ?? Self.hostError(error)
    }
  }

  private func openDeadlinePassed() {
    guard life == .opening else { return }
    let next = OpenStage.allCases.first {
      progress.sequence.milestone($0) == nil && progress.sequence.skipReason($0) == nil
    }
    fail(
      EditorHostError(
        .timedOut,
        "opening took longer than \(configuration.openDeadline) ms; it waited for \(next?.rawValue ?? "the end")",
        advice: "allow more time with --timeout"))
  }

  /// Ends all that waits, with the reason.
  ///
  /// The first failure stands.
  private func fail(_ error: EditorHostError) {
    guard life != .closed, failure == nil else { return }
    failure = error
    progress.fail(error)
    bridge.pageIsGone(.crashed)
  }

  private func end(_ error: EditorHostError) {
    guard life != .closed else { return }
    life = .closed
    progress.fail(error)
    bridge.invalidate()
    for listener in listeners { listener.cancel() }
    listeners = []
    webView.navigationDelegate = nil
    webView.stopLoading()
  }

  private static func hostError(_ error: any Error) -> EditorHostError {
    switch error {
    case let error as EditorHostError:
      return error
    case let error as BridgeError:
      let code: EditorHostError.Code =
        switch error.code {
        case .sessionClosed: .sessionClosed
        case .deadlineExceeded: .timedOut
        default: .editorRefused
        }
      return EditorHostError(code, "the editor did not do what it was asked (\(error))", cause: error)
    case let error as CheckpointStoreError:
      return EditorHostError(.checkpointStore, String(describing: error), advice: Self.advice(for: error), cause: error)
    case let error as DocumentError:
      return EditorHostError(.editorRefused, "\(error.path): \(error.message)", advice: error.advice, cause: error)
    default:
      return EditorHostError(.editorRefused, String(describing: error), cause: error)
    }
  }

  private static func advice(for error: CheckpointStoreError) -> String {
    switch error.code {
    case .diskFull: "free some space, or name another place with --data-directory"
    case .corrupt: "move the file away, or name another place with --data-directory"
    case .newerFormat: "use a newer version, or name another place with --data-directory"
    case .busy: "try again"
    default: "name another place with --data-directory"
    }
  }
}
