import Foundation

/// A file that appears under its name only once it is complete: written beside it first, then put in its place.
///
/// Confined to the call that writes it, hence never shared.
final class AtomicFile {
  private let path: String
  private let temporary: URL
  private let handle: FileHandle

  init(path: String) throws(TraceFileError) {
    self.path = path
    let target = URL(fileURLWithPath: path)
    temporary = target.deletingLastPathComponent().appendingPathComponent(
      ".\(target.lastPathComponent).\(TraceID.random()).partial")
    do {
      try Data().write(to: temporary, options: .withoutOverwriting)
      handle = try FileHandle(forWritingTo: temporary)
    } catch {
      throw Self.error(path, "create the file", error)
    }
  }

  func write(_ text: String) throws(TraceFileError) {
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      throw Self.error(path, "write", error)
    }
  }

  /// Makes the file appear.
  func commit() throws(TraceFileError) {
    do {
      // A full disk may be reported only here, so the close is part of writing.
      try handle.close()
    } catch {
      throw Self.error(path, "finish writing", error)
    }
    // Foundation replaces by way of a backup, which can fail half-way; the system's rename cannot. Safe: the strings
    // live for the call.
    guard unsafe rename(temporary.path, path) == 0 else {
      throw Self.error(path, "put the file in place", NSError(domain: NSPOSIXErrorDomain, code: Int(errno)))
    }
  }

  /// Leaves nothing behind.
  func discard() {
    try? handle.close()
    try? FileManager.default.removeItem(at: temporary)
  }

  private static func error(_ path: String, _ operation: String, _ cause: any Error) -> TraceFileError {
    let system = (cause as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    return TraceFileError(path: path, operation: operation, reason: (system ?? cause as NSError).localizedDescription)
  }
}
