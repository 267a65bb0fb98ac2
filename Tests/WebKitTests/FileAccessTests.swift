import Foundation
import FoundationNetworking
import Testing

@testable import WebKit

@Suite("Files a page may read")
struct FileAccessTests {
  private let directory: TemporaryDirectory
  private let access: FileAccess

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("inside", to: "granted/page.html")
    try directory.write("deep", to: "granted/deep/er/data.json")
    try directory.write("secret", to: "secret.txt")
    try directory.write("neighbour", to: "granted-not/page.html")
    try directory.link("granted/out", to: "../secret.txt")
    try directory.link("granted/loop", to: "loop")
    try directory.link("granted/in", to: "page.html")
    try directory.link("granted/up", to: "..")
    access = FileAccess(granting: directory.url("granted"))
  }

  @Test("a file below the directory is read", arguments: ["page.html", "deep/er/data.json", "in", "deep/../page.html"])
  func inside(path: String) throws {
    #expect(try !access.read(directory.url("granted").appendingPathComponent(path)).isEmpty)
  }

  @Test(
    "a way out of the directory is refused",
    arguments: ["../secret.txt", "out", "up/secret.txt", "deep/../../secret.txt", "../granted-not/page.html"])
  func outside(path: String) throws {
    let url = try #require(URL(string: directory.url("granted").absoluteString + "/" + path))
    #expect { try access.read(url) } throws: { error in
      (error as? URLError)?.code == .noPermissionsToReadFile
    }
  }

  @Test("an encoded way out is refused")
  func encoded() throws {
    let url = try #require(URL(string: directory.url("granted").absoluteString + "/%2e%2e/secret.txt"))
    #expect(throws: URLError.self) { try access.read(url) }
  }

  @Test("what is no file is an error that says so")
  func others() {
    #expect { try access.read(directory.url("granted/missing.html")) } throws: { error in
      (error as? URLError)?.code == .fileDoesNotExist
    }
    #expect { try access.read(directory.url("granted/deep")) } throws: { error in
      (error as? URLError)?.code == .fileIsDirectory
    }
    #expect(throws: URLError.self) { try access.read(directory.url("granted/loop")) }
  }

  @Test("access to one file is access to nothing else")
  func oneFile() throws {
    let one = FileAccess(granting: directory.url("granted/page.html"))
    #expect(try one.read(directory.url("granted/page.html")) == Data("inside".utf8))
    #expect(throws: URLError.self) { try one.read(directory.url("granted/deep/er/data.json")) }
  }
}

/// A directory that goes away with its owner.
final class TemporaryDirectory: Sendable {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("webkit-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func url(_ path: String) -> URL { root.appendingPathComponent(path) }

  func write(_ text: String, to path: String) throws {
    let file = url(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: url(path).path, withDestinationPath: target)
  }
}
