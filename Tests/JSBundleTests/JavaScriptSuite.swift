import Foundation
import Testing

/// A bundle of JavaScript tests as Scripts/build-bundle made it.
struct JavaScriptSuite: Decodable, Sendable, CustomTestStringConvertible {
  var name: String
  /// The number of test files in it.
  var files: Int

  var testDescription: String { name }

  var page: URL { Self.folder.appending(path: "\(name).html") }
  var script: URL { Self.folder.appending(path: "\(name).js") }

  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "JSBundle/dist/tests", directoryHint: .isDirectory)

  /// Every suite that was built; none if the bundles are not there.
  static let all: [JavaScriptSuite] = {
    guard let data = try? Data(contentsOf: folder.appending(path: "suites.json")) else { return [] }
    return (try? JSONDecoder().decode([JavaScriptSuite].self, from: data)) ?? []
  }()
}
