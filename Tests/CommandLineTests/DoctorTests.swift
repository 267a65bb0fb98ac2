import Foundation
import Testing

@testable import bridgehead

@Suite("Doctor")
struct DoctorTests {
  private func report(_ found: [(DoctorReport.Entry.Need, String?)]) -> DoctorReport {
    DoctorReport(
      system: "Debian",
      entries: found.map { .init(name: "thing", need: $0.0, found: $0.1, wayOut: "run Scripts/setup") })
  }

  @Test("only what opening a document needs makes it a failure")
  func exitCodes() {
    #expect(report([(.run, "1"), (.build, "1")]).exitCode == .success)
    #expect(report([(.run, "1"), (.build, nil), (.test, nil)]).exitCode == .success)
    #expect(report([(.run, nil)]).exitCode == .failure)
  }

  @Test("what is missing is named with the way out")
  func wayOut() {
    let text = report([(.run, nil), (.test, "4.8")]).text(on: .plain)
    #expect(text.contains("missing thing  run Scripts/setup"))
    #expect(text.contains("ok      thing  4.8"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test("the JSON form has a null for what is missing")
  func json() throws {
    let text = try report([(.run, nil)]).json()
    #expect(text.contains(#""found":null"#))
  }

  @Test("a bundle counts only if all its files are there")
  func bundles() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doctor-\(UUID().uuidString)")
    let editor = folder.appending(path: "bridgehead_EditorHost.resources/Resources/editor")
    try FileManager.default.createDirectory(at: editor, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let probe = BundleProbe(resources: folder)
    #expect(probe.editor() == nil)
    #expect(probe.pageEnvironment() == nil)
    try Data("1;".utf8).write(to: editor.appending(path: "editor.js"))
    try Data("<p>".utf8).write(to: editor.appending(path: "index.html"))
    #expect(probe.editor() == nil)
    try Data(#"{"version":"1.2","hash":"0123456789abcdef"}"#.utf8).write(to: editor.appending(path: "manifest.json"))
    #expect(probe.editor() == "1.2, 2 bytes, hash 0123456789ab")
    let platform = folder.appending(path: "bridgehead_WebKit.resources/Resources")
    try FileManager.default.createDirectory(at: platform, withIntermediateDirectories: true)
    try Data("abc".utf8).write(to: platform.appending(path: "platform.js"))
    #expect(probe.pageEnvironment() == "3 bytes, hash ba7816bf8f01")
  }

  @Test("a program that is not on PATH has no version")
  func absentProgram() {
    let probe = ToolProbe(environment: ["PATH": "/nonexistent"])
    #expect(probe.firstLine(of: "node", "--version") == nil)
  }

  @Test("a program that fails has no version; one that prints has its first line")
  func programs() {
    let probe = ToolProbe(environment: ["PATH": "/usr/bin:/bin"])
    #expect(probe.firstLine(of: "false") == nil)
    #expect(probe.firstLine(of: "printf", "one\\ntwo\\n") == "one")
  }
}
