public import Bridge
public import Capabilities
public import Tracing
public import WebKit

/// What a session is opened with: the services it uses and the limits it keeps.
public struct EditorConfiguration {
  /// The editor's files; nil for those that are built into this package.
  public var bundle: EditorBundle?
  /// Where checkpoints are kept.
  public var checkpoints: any CheckpointStore
  /// Whether a stored checkpoint is set aside instead of restored.
  ///
  /// It is kept.
  public var setsCheckpointAside = false
  /// Whether edits are refused.
  public var isReadOnly = false
  /// How long opening may take, in milliseconds.
  public var openDeadline = 60_000
  /// Measures deadlines.
  public var clock: any BridgeClock = LiveBridgeClock()
  /// Records the opening.
  public var recorder: TraceRecorder
  /// When the opening began, where that was before the call; nil for the call itself.
  public var nativeStart: TraceInstant?
  /// Changes the web view's configuration before the view is made.
  ///
  /// On the main actor.
  public var configureWebView: @MainActor (WKWebViewConfiguration) -> Void = { _ in }
  /// Sees the web view once it is made and before it loads anything.
  ///
  /// On the main actor.
  public var webViewWasMade: @MainActor (WKWebView) -> Void = { _ in }
  /// Sees each stage as it is recorded.
  ///
  /// On the main actor.
  public var stageWasReached: @MainActor (OpenStage) -> Void = { _ in }

  /// A configuration with its defaults.
  public init(checkpoints: any CheckpointStore, recorder: TraceRecorder = .off()) {
    self.checkpoints = checkpoints
    self.recorder = recorder
  }
}
