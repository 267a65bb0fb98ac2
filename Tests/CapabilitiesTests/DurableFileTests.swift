import Foundation
import Testing

@testable import Capabilities

@Suite("Replacing a file")
struct DurableFileTests {
  let directory = try! TemporaryDirectory()

  private var file: URL { directory.url.appendingPathComponent("letter.md") }
  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: directory.url.path)) ?? [] }

  @Test("makes it when it is missing, and leaves nothing else behind", arguments: [0, 1, 5_000_000])
  func make(count: Int) throws {
    let bytes = Data(repeating: 42, count: count)
    try DurableFile.replace(file.path, with: bytes)
    #expect(try Data(contentsOf: file) == bytes)
    #expect(names == ["letter.md"])
  }

  @Test("keeps its permissions and follows a link to it")
  func linkAndMode() throws {
    try Data("old".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    let link = directory.url.appendingPathComponent("link.md")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    try DurableFile.replace(link.path, with: Data("new".utf8))
    #expect(try Data(contentsOf: file) == Data("new".utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
  }

  @Test("into a missing directory fails with the step and the reason")
  func missingDirectory() {
    let path = directory.url.appendingPathComponent("no/letter.md").path
    #expect { try DurableFile.replace(path, with: Data()) } throws: { error in
      guard let failure = error as? DurableFile.Failure else { return false }
      return failure.step == "create" && failure.path == path && !failure.isDiskFull
    }
  }
}
