import Glibc
import Synchronization

/// An ASCII script file in memory that is never freed, so that the engine may refer to it for ever.
///
/// `@unchecked Sendable` and `@safe`: the bytes are mapped privately and read-only, are never unmapped, and nobody
/// writes to them.
@safe final class MappedScript: @unchecked Sendable {
  private struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    var modified: Int64
  }

  private static let mapped = Mutex<[Identity: MappedScript]>([:])

  let characters: UnsafePointer<CChar>
  let count: Int

  private init(characters: UnsafePointer<CChar>, count: Int) {
    unsafe self.characters = unsafe characters
    self.count = count
  }

  /// The file, mapped now or earlier; nil when it is not pure ASCII.
  ///
  /// Throws `sourceUnreadable`.
  static func mapping(_ path: String) throws(EngineError) -> MappedScript? {
    func unreadable(_ number: Int32) -> EngineError {
      // Sound: the text is copied at once.
      EngineError(.sourceUnreadable, "cannot be read: \(unsafe String(cString: strerror(number)))", place: path)
    }
    // Sound: the path is lent for the call; the descriptor is closed on every way out; the mapping outlives the
    // descriptor.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw unreadable(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unreadable(EISDIR) }
    let identity = Identity(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec))
    if let known = mapped.withLock({ $0[identity] }) { return known }
    let count = Int(status.st_size)
    guard count > 0 else { return nil }
    guard let address = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), unsafe address != MAP_FAILED
    else { throw unreadable(errno) }
    let bytes = unsafe UnsafeRawBufferPointer(start: address, count: count)
    guard unsafe isASCII(bytes) else {
      unsafe munmap(address, count)
      return nil
    }
    let script = unsafe MappedScript(characters: address.assumingMemoryBound(to: CChar.self), count: count)
    return mapped.withLock { mapped in
      // Two threads may have mapped the same file; one mapping is enough to remember, the other stays unused.
      if let known = mapped[identity] { return known }
      mapped[identity] = script
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
