import CSQLite
import Foundation

/// One open SQLite database: the only file that touches SQLite's pointers.
///
/// Confined to whoever owns it; the owner is an actor, so calls never overlap. Bytes and text are copied in both
/// directions, so nothing that leaves this type points into SQLite's memory. `@safe`: the handle is private and lives
/// exactly as long as the object.
@safe final class SQLiteConnection {
  /// A value of a column or a parameter.
  enum Value: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
  }

  let path: String
  // Owned from a successful open until deinit; never handed out.
  private let handle: OpaquePointer

  /// Opens or creates the file, waits up to five seconds for other processes' locks, and makes every commit durable.
  init(path: String) throws(CheckpointStoreError) {
    self.path = path
    var opened: OpaquePointer?
    // Sound: `path` is copied by SQLite during the call; `opened` is written once.
    let status = unsafe sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard status == SQLITE_OK, let opened = unsafe opened else {
      let error = unsafe Self.error(status, of: opened, path: path)
      // SQLite hands out a handle even for most failed opens; closing nil is allowed.
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe handle = opened
    unsafe sqlite3_busy_timeout(opened, 5_000)
    unsafe sqlite3_extended_result_codes(opened, 1)
  }

  deinit {
    // Sound: statements are finalized in `rows`, so nothing refers to the handle any more.
    unsafe sqlite3_close_v2(handle)
  }

  /// Runs one statement and returns its rows.
  @discardableResult
  func rows(_ sql: String, _ parameters: [Value] = []) throws(CheckpointStoreError) -> [[Value]] {
    var prepared: OpaquePointer?
    // Sound: the text is copied by SQLite; the statement is finalized on every way out.
    guard unsafe sqlite3_prepare_v2(handle, sql, -1, &prepared, nil) == SQLITE_OK, let statement = unsafe prepared
    else {
      throw lastError()
    }
    defer { unsafe sqlite3_finalize(statement) }
    for (index, parameter) in parameters.enumerated() {
      try unsafe bind(parameter, at: Int32(index + 1), of: statement)
    }
    var rows: [[Value]] = []
    while true {
      switch unsafe sqlite3_step(statement) {
      case SQLITE_ROW:
        let count = unsafe sqlite3_column_count(statement)
        rows.append((0..<count).map { unsafe column($0, of: statement) })
      case SQLITE_DONE:
        return rows
      default:
        throw lastError()
      }
    }
  }

  /// Runs statements as one transaction: all of them take effect, or none.
  func transaction(_ body: () throws(CheckpointStoreError) -> Void) throws(CheckpointStoreError) {
    try rows("BEGIN IMMEDIATE")
    do {
      try body()
      try rows("COMMIT")
    } catch {
      // A failed statement may already have ended the transaction; then there is nothing to roll back and the first
      // error is the one to tell.
      _ = try? rows("ROLLBACK")
      throw error
    }
  }

  private func bind(_ value: Value, at index: Int32, of statement: OpaquePointer) throws(CheckpointStoreError) {
    // Sound: SQLITE_TRANSIENT makes SQLite copy text and bytes before each call returns.
    let transient = unsafe bridgehead_sqlite_transient()
    let status: Int32
    switch value {
    case .null:
      status = unsafe sqlite3_bind_null(statement, index)
    case .integer(let number):
      status = unsafe sqlite3_bind_int64(statement, index, number)
    case .real(let number):
      status = unsafe sqlite3_bind_double(statement, index, number)
    case .text(let text):
      var text = text
      status = text.withUTF8 { utf8 in
        unsafe utf8.withMemoryRebound(to: CChar.self) { characters in
          unsafe sqlite3_bind_text(statement, index, characters.baseAddress, Int32(characters.count), transient)
        }
      }
    case .blob(let data):
      if data.isEmpty {
        status = unsafe sqlite3_bind_zeroblob(statement, index, 0)
      } else {
        status = unsafe data.withUnsafeBytes { bytes in
          unsafe sqlite3_bind_blob64(statement, index, bytes.baseAddress, sqlite3_uint64(bytes.count), transient)
        }
      }
    }
    guard status == SQLITE_OK else { throw lastError() }
  }

  private func column(_ index: Int32, of statement: OpaquePointer) -> Value {
    // Sound: pointers are read and copied before the statement steps again, as SQLite asks.
    switch unsafe sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER:
      return .integer(unsafe sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT:
      return .real(unsafe sqlite3_column_double(statement, index))
    case SQLITE_TEXT:
      let count = Int(unsafe sqlite3_column_bytes(statement, index))
      let start = unsafe sqlite3_column_text(statement, index)
      return .text(unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let count = Int(unsafe sqlite3_column_bytes(statement, index))
      guard count > 0, let start = unsafe sqlite3_column_blob(statement, index) else { return .blob(Data()) }
      return .blob(unsafe Data(bytes: start, count: count))
    default:
      return .null
    }
  }

  private func lastError() -> CheckpointStoreError {
    unsafe Self.error(sqlite3_extended_errcode(handle), of: handle, path: path)
  }

  private static func error(_ status: Int32, of handle: OpaquePointer?, path: String) -> CheckpointStoreError {
    // Sound: sqlite3_errmsg returns text owned by the handle, sqlite3_errstr static text; both are copied at once.
    let detail =
      unsafe handle.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(status))
    switch status & 0xff {
    case SQLITE_FULL:
      return CheckpointStoreError(
        .diskFull, "no space is left for the checkpoint; what was stored before is intact", path: path)
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      return CheckpointStoreError(
        .corrupt, "not a checkpoint store, or damaged (\(detail)); it was left as it is", path: path)
    case SQLITE_BUSY, SQLITE_LOCKED:
      return CheckpointStoreError(.busy, "another process keeps the store locked", path: path)
    case SQLITE_IOERR where status == SQLITE_IOERR | (3 << 8) || status == SQLITE_IOERR | (4 << 8):
      return CheckpointStoreError(.diskFull, "the disk did not take the checkpoint (\(detail))", path: path)
    default:
      return CheckpointStoreError(.unavailable, "the store cannot be used (\(detail))", path: path)
    }
  }
}
