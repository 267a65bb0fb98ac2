/// Why a trace file could not be written.
public struct TraceFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// What was being done.
  public let operation: String
  /// The system's words for it.
  public let reason: String

  /// File, what was being done, and why it failed.
  public var description: String { "\(path): cannot \(operation): \(reason)" }
}
