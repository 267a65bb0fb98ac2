/// Why a document file cannot be read or written.
public struct DocumentError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure.
  ///
  /// More may come, so a switch over them needs a default.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Kind: String {
      case missing, isDirectory, unreadable, tooLarge, notText, notUTF8, unknownFormat, notTheFormat, diskFull,
        unwritable
    }
    private let kind: Kind

    /// There is no such file.
    public static let missing = Code(kind: .missing)
    /// The path leads to a directory.
    public static let isDirectory = Code(kind: .isDirectory)
    /// The file cannot be read: missing rights, or the disk says no.
    public static let unreadable = Code(kind: .unreadable)
    /// The file is larger than the limit.
    public static let tooLarge = Code(kind: .tooLarge)
    /// The file holds binary data.
    public static let notText = Code(kind: .notText)
    /// The file is not UTF-8.
    public static let notUTF8 = Code(kind: .notUTF8)
    /// Nothing says what format the file has.
    public static let unknownFormat = Code(kind: .unknownFormat)
    /// The text is not what its format demands.
    public static let notTheFormat = Code(kind: .notTheFormat)
    /// No space is left to save; the file is as it was.
    public static let diskFull = Code(kind: .diskFull)
    /// The file cannot be written; it is as it was.
    public static let unwritable = Code(kind: .unwritable)

    /// The code's name.
    public var description: String { kind.rawValue }
  }

  /// The kind.
  public var code: Code
  /// The file.
  public var path: String
  /// What is wrong, without document text.
  public var message: String
  /// What the reader can do about it.
  public var advice: String

  init(_ code: Code, path: String, _ message: String, advice: String) {
    self.code = code
    self.path = path
    self.message = message
    self.advice = advice
  }

  /// File, cause and way out in one line.
  public var description: String { "\(path): \(message); \(advice)" }
}
