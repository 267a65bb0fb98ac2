public import BridgeProtocol
public import Capabilities
public import Foundation

/// A document on the disk: where it is, what format it has, and the bytes that were read.
public struct DocumentFile: Sendable {
  /// The largest file that is opened, in bytes.
  ///
  /// The whole text is held in memory several times while it is parsed.
  public static let defaultLimit = 64 << 20

  /// The path as it was given; used in messages.
  public let path: String
  /// The format.
  public let format: DocumentFormat
  /// The content.
  public let bytes: Data
  /// The content's hash.
  public let hash: ContentHash

  /// The file's name without its directory.
  public var name: String { (path as NSString).lastPathComponent }

  /// A name for the document that stays the same from one opening to the next.
  public var documentID: String { Self.documentID(of: path) }

  /// The name of the document at a path: made from the absolute path, links resolved.
  static func documentID(of path: String) -> String {
    let absolute = URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    return "file-" + ContentHash(of: Data(absolute.utf8)).hexadecimal.prefix(32)
  }

  /// Reads a file.
  ///
  /// Blocks the thread while the disk works.
  ///
  /// Checks what can be checked without an editor: that it is a readable regular file of at most `limit` bytes, that
  /// its format is known, and that it is UTF-8 text. Whether the text is what its format demands, the editor says when
  /// it opens the document.
  public init(
    reading path: String, format: DocumentFormat? = nil, limit: Int = DocumentFile.defaultLimit
  ) throws(DocumentError) {
    let url = URL(fileURLWithPath: path)
    guard let format = format ?? DocumentFormat(fileExtension: url.pathExtension) else {
      throw DocumentError(
        .unknownFormat, path: path, "cannot tell the format from “.\(url.pathExtension)”",
        advice: "name the file .md or .json, or pass --format markdown or --format json")
    }
    let attributes: [FileAttributeKey: Any]
    do {
      attributes = try FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
    } catch {
      throw Self.readFailure(error, path: path)
    }
    switch attributes[.type] as? FileAttributeType {
    case .typeRegular?: break
    case .typeDirectory?:
      throw DocumentError(.isDirectory, path: path, "is a directory", advice: "name a file in it")
    default:
      throw DocumentError(
        .unreadable, path: path, "is not a regular file", advice: "copy its content to a file and open that")
    }
    let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
    guard size <= limit else {
      throw DocumentError(
        .tooLarge, path: path,
        "is \(Self.megabytes(size)) MB large; documents of up to \(Self.megabytes(limit)) MB are opened",
        advice: "split it into smaller files")
    }
    let bytes: Data
    do {
      bytes = try Data(contentsOf: url)
    } catch {
      throw Self.readFailure(error, path: path)
    }
    if let position = TextPosition.firstNUL(in: bytes) {
      throw DocumentError(
        .notText, path: path, "is binary, not text (a NUL byte at \(position))",
        advice: "open a Markdown or JSON text file")
    }
    if let position = TextPosition.firstInvalidUTF8(in: bytes) {
      throw DocumentError(
        .notUTF8, path: path, "is not UTF-8 at \(position)",
        advice: "convert it, for example: iconv -f WINDOWS-1252 -t UTF-8")
    }
    self.path = path
    self.format = format
    self.bytes = bytes
    self.hash = ContentHash(of: bytes)
  }

  /// Saves bytes to a path, atomically: a reader finds the old content or the new one.
  ///
  /// Blocks the thread while the disk works.
  public static func save(_ bytes: Data, to path: String) throws(DocumentError) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let existing = try? FileManager.default.attributesOfItem(atPath: target)
    if existing?[.type] as? FileAttributeType == .typeDirectory {
      throw DocumentError(.isDirectory, path: path, "is a directory", advice: "name a file to save to")
    }
    do {
      try DurableFile.replace(path, with: bytes)
    } catch {
      throw error.isDiskFull
        ? DocumentError(
          .diskFull, path: path, "no space is left to save \(bytes.count) bytes; the file is as it was",
          advice: "free some space or save elsewhere")
        : DocumentError(
          .unwritable, path: path, "\(error); the file is as it was",
          advice: "check the directory's rights or save elsewhere")
    }
  }

  /// Checks before any work is done that a file could be saved to a path.
  ///
  /// Does not touch it.
  public static func checkWritable(_ path: String) throws(DocumentError) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    let existing = try? FileManager.default.attributesOfItem(atPath: target.path)
    if existing?[.type] as? FileAttributeType == .typeDirectory {
      throw DocumentError(.isDirectory, path: path, "is a directory", advice: "name a file to save to")
    }
    if DocumentFormat(fileExtension: target.pathExtension) == nil {
      throw DocumentError(
        .unknownFormat, path: path, "cannot tell the format to save in from “.\(target.pathExtension)”",
        advice: "end the name in .md or .json")
    }
    let directory = target.deletingLastPathComponent().path
    guard FileManager.default.isWritableFile(atPath: directory) else {
      throw DocumentError(
        .unwritable, path: path, "its directory is missing or may not be written", advice: "save elsewhere")
    }
  }

  private static func readFailure(_ error: any Error, path: String) -> DocumentError {
    let code = (error as? CocoaError)?.code
    if code == .fileNoSuchFile || code == .fileReadNoSuchFile {
      return DocumentError(.missing, path: path, "there is no such file", advice: "check the path")
    }
    if code == .fileReadNoPermission {
      return DocumentError(.unreadable, path: path, "may not be read", advice: "check its permissions")
    }
    return DocumentError(
      .unreadable, path: path, "cannot be read (\(error.localizedDescription))", advice: "check the disk")
  }

  private static func megabytes(_ bytes: Int) -> String {
    String(format: "%.1f", Double(bytes) / 1_048_576)
  }
}
