import BridgeProtocol
import Foundation
import Testing

@testable import EditorHost

@Suite("Reading a document file")
final class DocumentFileTests {
  private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
    "bridgehead-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  private func file(_ name: String, _ bytes: Data) throws -> String {
    let url = directory.appendingPathComponent(name)
    try bytes.write(to: url)
    return url.path
  }

  @Test(
    "takes the format from the extension",
    arguments: [
      ("a.md", DocumentFormat.markdown), ("a.MARKDOWN", .markdown), ("a.txt", .markdown), ("README", .markdown),
      ("a.json", .json),
    ])
  func format(name: String, expected: DocumentFormat) throws {
    #expect(try DocumentFile(reading: file(name, Data("x".utf8))).format == expected)
  }

  @Test("accepts an empty file")
  func empty() throws {
    #expect(try DocumentFile(reading: file("empty.md", Data())).bytes.isEmpty)
  }

  @Test(
    "says what is wrong with bytes that are not text, and where",
    arguments: [
      (Data([0x61, 0x0a, 0x62, 0x00]), DocumentError.Code.notText, "line 2, column 2"),
      (Data([0x61, 0x0a, 0xc3, 0x28]), .notUTF8, "line 2, column 1"),
      (Data([0xff, 0xfe]), .notUTF8, "line 1, column 1"),
      (Data([0x61, 0xe2, 0x82]), .notUTF8, "line 1, column 2"),
      (Data([0xed, 0xa0, 0x80]), .notUTF8, "line 1, column 1"),
    ])
  func notText(bytes: Data, code: DocumentError.Code, place: String) throws {
    let path = try file("bad.md", bytes)
    let error = #expect(throws: DocumentError.self) { try DocumentFile(reading: path) }
    #expect(error?.code == code)
    #expect(error?.message.contains(place) == true)
    #expect(error?.path == path)
  }

  @Test("refuses what is missing, a directory, of unknown format, or too large")
  func refused() throws {
    func code(_ path: String, limit: Int = DocumentFile.defaultLimit) -> DocumentError.Code? {
      #expect(throws: DocumentError.self) { try DocumentFile(reading: path, limit: limit) }?.code
    }
    #expect(code(directory.appendingPathComponent("none.md").path) == .missing)
    #expect(code(directory.path) == .isDirectory)
    #expect(try code(file("a.pdf", Data("x".utf8))) == .unknownFormat)
    #expect(try code(file("big.md", Data(repeating: 97, count: 11)), limit: 10) == .tooLarge)
  }

  @Test("names a document by its place, however the path is written")
  func documentID() throws {
    let path = try file("a.md", Data("x".utf8))
    let detour = directory.appendingPathComponent("./a.md").path
    let link = directory.appendingPathComponent("link.md")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: URL(fileURLWithPath: path))
    let identifier = try DocumentFile(reading: path).documentID
    #expect(try DocumentFile(reading: detour).documentID == identifier)
    #expect(try DocumentFile(reading: link.path).documentID == identifier)
    #expect(try DocumentFile(reading: file("b.md", Data("x".utf8))).documentID != identifier)
  }

  @Test("saving onto a directory is refused and changes nothing")
  func saveOntoDirectory() throws {
    let error = #expect(throws: DocumentError.self) { try DocumentFile.save(Data(), to: directory.path) }
    #expect(error?.code == .isDirectory)
  }
}
