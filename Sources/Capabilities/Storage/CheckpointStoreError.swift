/// What can go wrong between a checkpoint and the disk.
public struct CheckpointStoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure.
  ///
  /// More may come, so a switch over them needs a default.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String { case unavailable, diskFull, corrupt, newerFormat, busy }
    private let kind: Kind

    /// The store cannot be opened or written at its place: missing rights, a directory in the way, a read-only disk.
    public static let unavailable = Code(kind: .unavailable)
    /// No space is left.
    ///
    /// What was stored before is intact.
    public static let diskFull = Code(kind: .diskFull)
    /// The file is not a store, or it is damaged.
    ///
    /// It is left as it was found.
    public static let corrupt = Code(kind: .corrupt)
    /// The store was written by a later version.
    public static let newerFormat = Code(kind: .newerFormat)
    /// Another process kept the store locked for longer than the wait.
    public static let busy = Code(kind: .busy)

    /// The code's name.
    public var description: String { kind.rawValue }
  }

  /// The kind.
  public var code: Code
  /// What happened, for people.
  public var message: String
  /// The store's file.
  public var path: String

  init(_ code: Code, _ message: String, path: String) {
    self.code = code
    self.message = message
    self.path = path
  }

  /// The message and the place.
  public var description: String { "\(path): \(message)" }
}
