public import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes whole files so that a reader finds the old bytes or the new ones, whatever happens in between.
public enum DurableFile {
  /// What went wrong, with the system's own word for it.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// The system's error number.
    public var errorNumber: Int32
    /// The step that failed: `create`, `write`, `synchronize` or `replace`.
    public var step: String
    /// The file that was to be written.
    public var path: String

    /// Whether the disk or the quota is full.
    public var isDiskFull: Bool { errorNumber == ENOSPC || errorNumber == EDQUOT }

    /// The step and the system's message.
    public var description: String {
      // Sound: strerror returns text that stays valid until the next call on this thread; it is copied at once.
      "cannot \(step): \(unsafe String(cString: strerror(errorNumber)))"
    }
  }

  /// Replaces the file's content, or makes the file.
  ///
  /// The bytes go to a new file in the same directory, which reaches the disk before it takes the place of the old one;
  /// so nothing is ever half written, and after a failure the old content is untouched and the new file is gone. A
  /// symbolic link is followed: the file it leads to is replaced, with its permissions kept. Blocks the thread while
  /// the disk works.
  public static func replace(_ path: String, with bytes: Data) throws(Failure) {
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let temporary = target + ".\(UInt64.random(in: .min ... .max)).new"
    func failure(_ step: String) -> Failure { Failure(errorNumber: errno, step: step, path: path) }

    // Sound, for all calls below: Swift lends each call a terminated copy of the path; the descriptor is closed on
    // every way out.
    var status = stat()
    let mode: mode_t = unsafe stat(target, &status) == 0 ? status.st_mode & 0o7777 : 0o666
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw failure("create") }
    var problem: Failure?
    var written = 0
    while written < bytes.count, problem == nil {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(descriptor, buffer.baseAddress! + written, buffer.count - written)
      }
      if count >= 0 { written += count } else if errno != EINTR { problem = failure("write") }
    }
    if problem == nil, fsync(descriptor) != 0 { problem = failure("synchronize") }
    if close(descriptor) != 0, problem == nil { problem = failure("write") }
    if problem == nil, unsafe rename(temporary, target) != 0 { problem = failure("replace") }
    if let problem {
      _ = unsafe unlink(temporary)
      throw problem
    }
    // The new name is on the disk only when the directory is; some file systems cannot do this, and then there is no
    // more to be had.
    let directory = unsafe open(URL(fileURLWithPath: target).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    if directory >= 0 {
      _ = fsync(directory)
      _ = close(directory)
    }
  }
}
