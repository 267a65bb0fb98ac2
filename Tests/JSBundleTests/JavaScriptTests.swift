import Foundation
import Testing

/// The JavaScript tests, run inside pages of our own: what passes in Node must pass where the code really runs.
@Suite("JavaScript in our pages", .serialized)
struct JavaScriptTests {
  @Test("the suites have been built")
  func built() {
    #expect(!JavaScriptSuite.all.isEmpty, "there are no JavaScript test bundles: run Scripts/build-bundle")
  }

  @Test("every test of the suite passes", .timeLimit(.minutes(5)), arguments: JavaScriptSuite.all)
  func passes(_ suite: JavaScriptSuite) async throws {
    let text = try await TestPage.run(suite)
    try JavaScriptReport.keep(text, of: suite)
    let report = try JSONDecoder().decode(JavaScriptReport.self, from: Data(text.utf8))
    let executed = report.tests.filter { $0.state != .pending }.count
    #expect(executed > 0, "no test was run, though the suite has \(suite.files) test files")
    let map = SourceMap(beside: suite.script)
    for test in report.tests where test.state == .failed {
      Issue.record(Comment(rawValue: map.translate(test.explanation, script: suite.script.lastPathComponent)))
    }
  }
}
