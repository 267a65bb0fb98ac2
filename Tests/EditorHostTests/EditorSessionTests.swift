import BridgeProtocol
import Capabilities
import Foundation
import Testing
import Tracing
import WebKit

@testable import EditorHost

@Suite("A session with the real editor", .serialized)
@MainActor
final class EditorSessionTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
    "bridgehead-\(UUID().uuidString)")
  private let store = InMemoryCheckpointStore()

  init() throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  private func write(_ text: String, to name: String = "letter.md") throws -> String {
    let url = directory.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  private func open(_ path: String, account: String = "ada") async throws -> EditorSession {
    try await EditorHost.open(
      document: DocumentFile(reading: path), account: account,
      configuration: EditorConfiguration(checkpoints: store, recorder: .off()))
  }

  private let text = "# Title\n\nSome *text* here.\n\n- one\n- two\n"

  @Test("reaches every stage once, in order, and saves the same bytes", .timeLimit(.minutes(1)))
  func opening() async throws {
    let session = try await open(write(text))
    #expect(session.openSequence.findings(clockErrorNanoseconds: 50_000_000) == [])
    #expect(session.openSequence.skipReason(.checkpointRestored) == "no checkpoint")
    #expect(session.openSequence.milestone(.editorInteractive)?.runtime == .page)
    #expect(!session.isRestored)
    #expect(try await session.export(as: .markdown) == Data(text.utf8))
    #expect(session.findings == [])
    try await session.close()
  }

  @Test("restores edits from the checkpoint that closing made", .timeLimit(.minutes(1)))
  func restoring() async throws {
    let path = try write(text)
    let session = try await open(path)
    try await session.focus(at: .end)
    try await session.webView.input.type("!")
    try await session.close()

    let again = try await open(path)
    #expect(again.isRestored)
    #expect(again.openSequence.milestone(.checkpointRestored) != nil)
    #expect(try await again.export(as: .markdown) == Data("# Title\n\nSome *text* here.\n\n- one\n- two!\n".utf8))
    try await again.close()
  }

  @Test("reads the file when it changed since, and keeps edits that only the checkpoint had", .timeLimit(.minutes(1)))
  func changedFile() async throws {
    let path = try write(text)
    let session = try await open(path)
    try await session.focus(at: .end)
    try await session.webView.input.type("!")
    try await session.close()

    _ = try write("Another text.\n")
    let again = try await open(path)
    #expect(!again.isRestored)
    #expect(again.openSequence.skipReason(.checkpointRestored) == "the file changed since")
    #expect(again.findings.count == 1)
    #expect(await store.setAsideCount(accountID: "ada", documentID: again.document.documentID) == 1)
    #expect(try await again.export(as: .markdown) == Data("Another text.\n".utf8))
    try await again.close()
  }

  @Test("refuses a damaged checkpoint and keeps it", .timeLimit(.minutes(1)))
  func damagedCheckpoint() async throws {
    let path = try write(text)
    let session = try await open(path)
    let documentID = session.document.documentID
    try await session.close()
    var stored = try #require(await store.checkpoint(accountID: "ada", documentID: documentID))
    stored.snapshot.removeLast(10)
    await store.save(stored)

    let error = await #expect(throws: EditorHostError.self) { try await self.open(path) }
    #expect(error?.code == .checkpointRefused)
    // The host itself refuses, before a byte reaches the page.
    #expect(error?.cause is CheckpointRefusal)
    #expect(await store.checkpoint(accountID: "ada", documentID: documentID) == stored)
  }

  @Test("does not see another account's checkpoint", .timeLimit(.minutes(1)))
  func otherAccount() async throws {
    let path = try write(text)
    let session = try await open(path)
    try await session.close()
    let other = try await open(path, account: "bob")
    #expect(!other.isRestored)
    try await other.close()
  }

  @Test("says where a JSON document is wrong", .timeLimit(.minutes(1)))
  func notTheFormat() async throws {
    let path = try write("{\"version\": 1, \"blocks\": [}", to: "letter.json")
    let error = await #expect(throws: EditorHostError.self) { try await self.open(path) }
    #expect((error?.cause as? DocumentError)?.code == .notTheFormat)
    #expect((error?.cause as? DocumentError)?.message.contains("line 1") == true)
  }
}
