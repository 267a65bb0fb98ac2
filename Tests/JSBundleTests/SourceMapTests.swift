import Foundation
import Testing

@Suite("Source map")
struct SourceMapTests {
  @Test("a place in the script becomes the place it came from, and anything else stays")
  func translates() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "map-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "tests.js")
    // Line 1 has nothing; line 2 begins at column 0 with line 1 of the first source and has line 6 of the second from
    // column 8.
    try Data(#"{"version":3,"sources":["/src/a.ts","/src/b.ts"],"mappings":";AAAA,QCKA"}"#.utf8)
      .write(to: script.appendingPathExtension("map"))
    let map = SourceMap(beside: script)
    let stack = "run@file:///x/tests.js:2:3\n@file:///x/tests.js:2:12\nother@file:///x/lib.js:2:3\nnative code"
    #expect(
      map.translate(stack, script: "tests.js")
        == "run /src/a.ts:1\n(anonymous) /src/b.ts:6\nother@file:///x/lib.js:2:3\nnative code")
  }

  @Test("without a map the stack stays as it is")
  func absent() {
    let map = SourceMap(beside: URL(filePath: "/nonexistent/tests.js"))
    #expect(map.translate("run@file:///x/tests.js:2:3", script: "tests.js") == "run@file:///x/tests.js:2:3")
  }
}
