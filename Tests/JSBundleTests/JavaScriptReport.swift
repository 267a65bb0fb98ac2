import Foundation

/// What the tests of one suite left in their page.
struct JavaScriptReport: Decodable, Sendable {
  struct Test: Decodable, Sendable {
    enum State: String, Decodable, Sendable {
      case passed
      case failed
      case pending
    }

    struct Failure: Decodable, Sendable {
      var message: String
      var stack: String
      var expected: String?
      var actual: String?
    }

    /// The names of the groups it is in and its own.
    var name: String
    var state: State
    var failure: Failure?

    /// Name, message and stack, for people.
    var explanation: String {
      var lines = ["\(name): \(failure?.message ?? "failed")"]
      if let expected = failure?.expected { lines.append("expected: \(expected)") }
      if let actual = failure?.actual { lines.append("actual:   \(actual)") }
      if let stack = failure?.stack { lines.append(stack) }
      return lines.joined(separator: "\n")
    }
  }

  var tests: [Test]

  /// Where the text of a report goes so that Scripts/test can compare it with the run in Node; nowhere unless it asks
  /// for that.
  static func keep(_ text: String, of suite: JavaScriptSuite) throws {
    guard let folder = ProcessInfo.processInfo.environment["BRIDGEHEAD_TEST_REPORTS"] else { return }
    try Data(text.utf8).write(to: URL(filePath: folder).appending(path: "\(suite.name).page.json"), options: .atomic)
  }
}
