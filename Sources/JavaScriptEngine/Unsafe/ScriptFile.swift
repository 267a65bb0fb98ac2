import Glibc
import Synchronization

/// An ASCII script file in memory that is never freed, so that the engine may refer to it for ever.
///
/// Read, not mapped: a mapping would follow a file that a build writes anew in place, and end the process when that makes
/// it shorter.
///
/// `@unchecked Sendable` and `@safe`: the bytes are never freed, and nobody writes to them once this exists.
@safe final class ScriptFile: @unchecked Sendable {
  private struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    var modified: Int64
  }

  private static let known = Mutex<[Identity: ScriptFile]>([:])

  let characters: UnsafePointer<CChar>
  let count: Int

  private init(characters: UnsafePointer<CChar>, count: Int) {
    unsafe self.characters = unsafe characters
    self.count = count
  }

  /// The file, read now or earlier; nil when it is not pure ASCII.
  ///
  /// Throws `sourceUnreadable`.
  static func reading(_ path: String) throws(EngineError) -> ScriptFile? {
    func unreadable(_ number: Int32) -> EngineError {
      // Sound: the text is copied at once.
      EngineError(.sourceUnreadable, "cannot be read: \(unsafe String(cString: strerror(number)))", place: path)
    }
    // Sound: the path is lent for the call; the descriptor is closed on every way out.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw unreadable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unreadable(EISDIR) }
    let identity = Identity(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
    if let known = known.withLock({ $0[identity] }) { return known }
    let count = Int(status.st_size)
    guard count > 0 else { return nil }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    var filled = 0
    while filled < count {
      let got = unsafe read(descriptor, memory.baseAddress! + filled, count - filled)
      if got < 0, errno == EINTR { continue }
      if got <= 0 {
        let number = got < 0 ? errno : EIO
        unsafe memory.deallocate()
        throw unreadable(number)
      }
      filled += got
    }
    let bytes = UnsafeRawBufferPointer(memory)
    guard unsafe isASCII(bytes) else {
      unsafe memory.deallocate()
      return nil
    }
    let script = unsafe ScriptFile(
      characters: memory.baseAddress!.bindMemory(to: CChar.self, capacity: count), count: count)
    return known.withLock { scripts in
      // Two threads may have read the same file; one copy is enough to remember, the other stays unused.
      if let known = scripts[identity] { return known }
      scripts[identity] = script
      return script
    }
  }

  private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    // Sound: loads stay within the buffer.
    while index + 8 <= bytes.count {
      if unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 {
        return false
      }
      index += 8
    }
    while index < bytes.count {
      if unsafe bytes[index] & 0x80 != 0 { return false }
      index += 1
    }
    return true
  }
}
