/// Why a session could not be opened, or why it failed.
public struct EditorHostError: Error, CustomStringConvertible {
  /// The kinds of failure.
  ///
  /// More may come, so a switch over them needs a default.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case bundleMissing, pageFailed, timedOut, editorRefused, checkpointRefused, checkpointStore, sessionClosed,
        contentDamaged
    }
    private let kind: Kind

    /// The editor bundle is not installed where the host looks for it.
    public static let bundleMissing = Code(kind: .bundleMissing)
    /// The page did not load, or its content process ended.
    public static let pageFailed = Code(kind: .pageFailed)
    /// The opening did not come to an end in the time it was given.
    public static let timedOut = Code(kind: .timedOut)
    /// The editor answered a request with an error.
    public static let editorRefused = Code(kind: .editorRefused)
    /// A stored checkpoint is not this session's to restore, or is damaged.
    ///
    /// It is kept.
    public static let checkpointRefused = Code(kind: .checkpointRefused)
    /// The checkpoint store failed.
    public static let checkpointStore = Code(kind: .checkpointStore)
    /// The session was closed.
    public static let sessionClosed = Code(kind: .sessionClosed)
    /// Bytes that crossed between page and host are not the bytes that were announced.
    public static let contentDamaged = Code(kind: .contentDamaged)

    /// The code's name.
    public var description: String { kind.rawValue }
  }

  /// The kind.
  public var code: Code
  /// What happened, for people, without document text.
  public var message: String
  /// What they can do about it.
  public var advice: String?
  /// What led to it.
  public var cause: (any Error)?

  init(_ code: Code, _ message: String, advice: String? = nil, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.advice = advice
    self.cause = cause
  }

  /// Message and advice in one line.
  public var description: String {
    advice.map { "\(message); \($0)" } ?? message
  }
}
