import CSQLite
import Foundation
import Testing

@testable import Capabilities

/// A directory of its own for one test, removed at the end.
final class TemporaryDirectory {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("bridgehead-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}

private func sample(
  account: String = "ada", document: String = "notes", session: String = "s-1", revision: Int = 7,
  snapshot: Data = Data("{\"blocks\":[]}".utf8)
) -> StoredCheckpoint {
  StoredCheckpoint(
    identity: CheckpointIdentity(
      accountID: account, documentID: document, sessionID: session, editorSchemaVersion: 1, baseRevision: revision,
      snapshotHash: ContentHash(of: snapshot)),
    snapshot: snapshot, pendingOperations: Data("[]".utf8), sourceHash: ContentHash(of: Data("source".utf8)),
    hasUnsavedChanges: true, createdAt: 1_764_000_000_123.5)
}

private enum StoreKind: CaseIterable {
  case memory, sqlite

  func make(in directory: TemporaryDirectory) throws -> any CheckpointStore {
    switch self {
    case .memory: InMemoryCheckpointStore()
    case .sqlite: try SQLiteCheckpointStore(path: directory.url.appendingPathComponent("store.sqlite").path)
    }
  }
}

@Suite("Every checkpoint store")
struct CheckpointStoreConformanceTests {
  let directory = try! TemporaryDirectory()

  @Test("returns exactly what was saved", arguments: StoreKind.allCases)
  fileprivate func roundTrip(kind: StoreKind) async throws {
    let store = try kind.make(in: directory)
    for snapshot in [Data(), Data([0, 255, 0]), Data(repeating: 7, count: 3_000_000)] {
      let checkpoint = sample(snapshot: snapshot)
      try await store.save(checkpoint)
      #expect(try await store.checkpoint(accountID: "ada", documentID: "notes") == checkpoint)
    }
  }

  @Test("keeps one checkpoint per account and document", arguments: StoreKind.allCases)
  fileprivate func keys(kind: StoreKind) async throws {
    let store = try kind.make(in: directory)
    try await store.save(sample(revision: 1))
    try await store.save(sample(account: "bob", revision: 2))
    try await store.save(sample(document: "plans", revision: 3))
    try await store.save(sample(revision: 4))
    #expect(try await store.checkpoint(accountID: "ada", documentID: "notes")?.identity.baseRevision == 4)
    #expect(try await store.checkpoint(accountID: "bob", documentID: "notes")?.identity.baseRevision == 2)
    #expect(try await store.checkpoint(accountID: "ada", documentID: "plans")?.identity.baseRevision == 3)
    #expect(try await store.checkpoint(accountID: "bob", documentID: "plans") == nil)
  }

  @Test("sets a checkpoint aside without losing it", arguments: StoreKind.allCases)
  fileprivate func aside(kind: StoreKind) async throws {
    let store = try kind.make(in: directory)
    try await store.setAside(accountID: "ada", documentID: "notes", reason: "nothing there")
    #expect(try await store.setAsideCount(accountID: "ada", documentID: "notes") == 0)
    try await store.save(sample())
    try await store.setAside(accountID: "ada", documentID: "notes", reason: "the file changed")
    #expect(try await store.checkpoint(accountID: "ada", documentID: "notes") == nil)
    #expect(try await store.setAsideCount(accountID: "ada", documentID: "notes") == 1)
  }
}

@Suite("The SQLite checkpoint store")
struct SQLiteCheckpointStoreTests {
  let directory = try! TemporaryDirectory()

  private var path: String { directory.url.appendingPathComponent("store.sqlite").path }

  @Test("keeps checkpoints over a reopening")
  func reopening() async throws {
    do {
      let store = try SQLiteCheckpointStore(path: path)
      try await store.save(sample(revision: 12))
    }
    let again = try SQLiteCheckpointStore(path: path)
    #expect(try await again.checkpoint(accountID: "ada", documentID: "notes")?.identity.baseRevision == 12)
  }

  @Test("leaves a file that is no store as it is, and says so")
  func notAStore() throws {
    let bytes = Data("this is a diary, not a database, and it is longer than a page header has to be".utf8)
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect { try SQLiteCheckpointStore(path: path) } throws: { ($0 as? CheckpointStoreError)?.code == .corrupt }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
  }

  @Test("says where it could not be opened")
  func unavailable() {
    let missing = directory.url.appendingPathComponent("no/such/directory/store.sqlite").path
    #expect { try SQLiteCheckpointStore(path: missing) } throws: { error in
      guard let error = error as? CheckpointStoreError else { return false }
      return error.code == .unavailable && error.path == missing
    }
  }

  @Test("refuses a store that a later version wrote")
  func newerFormat() throws {
    let connection = try SQLiteConnection(path: path)
    try connection.rows("PRAGMA user_version = 99")
    #expect { try SQLiteCheckpointStore(path: path) } throws: { ($0 as? CheckpointStoreError)?.code == .newerFormat }
  }

  @Test("two stores on one file see each other's checkpoints")
  func twoProcesses() async throws {
    let first = try SQLiteCheckpointStore(path: path)
    let second = try SQLiteCheckpointStore(path: path)
    try await first.save(sample(revision: 1))
    try await second.save(sample(revision: 2))
    #expect(try await first.checkpoint(accountID: "ada", documentID: "notes")?.identity.baseRevision == 2)
  }

  @Test("a row that cannot be a checkpoint is corrupt, not absent")
  func tamperedRow() async throws {
    let store = try SQLiteCheckpointStore(path: path)
    try await store.save(sample())
    let connection = try SQLiteConnection(path: path)
    try connection.rows("UPDATE checkpoint SET snapshot_sha256 = 'short'")
    await #expect { try await store.checkpoint(accountID: "ada", documentID: "notes") } throws: {
      ($0 as? CheckpointStoreError)?.code == .corrupt
    }
  }
}

@Suite("A stored checkpoint")
struct StoredCheckpointTests {
  private static let expectation = StoredCheckpoint.Expectation(
    accountID: "ada", documentID: "notes", sessionID: "s-2", schemaVersions: 1...1)

  @Test("is restored when all six identities fit")
  func fits() {
    #expect(sample().refusal(for: Self.expectation) == nil)
  }

  private static let faults: [(String, @Sendable (inout StoredCheckpoint) -> Void)] = [
    ("another account", { $0.identity.accountID = "bob" }),
    ("another document", { $0.identity.documentID = "plans" }),
    ("no session", { $0.identity.sessionID = "" }),
    ("the restoring session itself", { $0.identity.sessionID = "s-2" }),
    ("a later schema", { $0.identity.editorSchemaVersion = 2 }),
    ("a revision below zero", { $0.identity.baseRevision = -1 }),
    ("a snapshot cut short", { $0.snapshot.removeLast() }),
    ("an altered snapshot", { $0.snapshot[0] ^= 1 }),
  ]

  @Test("is refused for each identity that does not fit", arguments: faults.indices)
  func refused(index: Int) {
    var checkpoint = sample()
    Self.faults[index].1(&checkpoint)
    #expect(checkpoint.refusal(for: Self.expectation) != nil, "\(Self.faults[index].0)")
  }
}

@Suite("A content hash")
struct ContentHashTests {
  @Test(
    "is SHA-256 in hexadecimal",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
  func digest(text: String, expected: String) {
    #expect(ContentHash(of: Data(text.utf8)).hexadecimal == expected)
  }

  @Test(
    "is read only from 64 lower-case digits",
    arguments: ["", "abc", String(repeating: "A", count: 64), String(repeating: "g", count: 64)])
  func rejected(text: String) {
    #expect(ContentHash(hexadecimal: text) == nil)
  }
}
