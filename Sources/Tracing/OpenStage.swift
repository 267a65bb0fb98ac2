/// The nine milestones of opening a document, in order.
///
/// The raw values are the names on the wire and in traces.
public enum OpenStage: String, Sendable, Hashable, CaseIterable, Comparable {
  case nativeStart = "native-start"
  case webViewAcquired = "web-view-acquired"
  case bundleLoaded = "bundle-loaded"
  case bridgeHandshake = "bridge-handshake"
  case checkpointRestored = "checkpoint-restored"
  case modelReady = "model-ready"
  case firstBlocksRendered = "first-blocks-rendered"
  case editorInteractive = "editor-interactive"
  case collaborationConnected = "collaboration-connected"

  /// Place in the order, from 0.
  public var index: Int { Self.allCases.firstIndex(of: self)! }

  /// The runtimes that can know the milestone first-hand; a report by another one is a finding.
  ///
  /// The host knows its own start, its view and the navigation's end; both ends of a handshake or of a restored
  /// checkpoint know of it; what the page makes of the document only the page knows, the socket to the collaboration
  /// server included.
  public var reporters: Set<TraceRuntime> {
    switch self {
    case .nativeStart, .webViewAcquired, .bundleLoaded: [.native]
    case .bridgeHandshake, .checkpointRestored: [.native, .page]
    case .modelReady, .firstBlocksRendered, .editorInteractive, .collaborationConnected: [.page]
    }
  }

  /// Orders stages as the contract does.
  public static func < (left: OpenStage, right: OpenStage) -> Bool { left.index < right.index }
}
