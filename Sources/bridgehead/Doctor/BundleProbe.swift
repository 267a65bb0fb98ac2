import Capabilities
import Foundation

/// Finds the JavaScript bundles that Scripts/build-bundle put beside the program.
struct BundleProbe: Sendable {
  /// Where the program's resources are.
  let resources: URL

  init(resources: URL = Bundle.main.bundleURL) {
    self.resources = resources
  }

  /// Size and hash of the page environment; `nil` if it is not there.
  func pageEnvironment() -> String? {
    let file = resources.appending(path: "bridgehead_WebKit.resources/Resources/platform.js")
    guard let content = try? Data(contentsOf: file) else { return nil }
    return Self.described(content.count, hash: ContentHash(of: content).hexadecimal)
  }

  /// Version, hash and size of the editor; `nil` if a part of it is not there.
  func editor() -> String? {
    struct Manifest: Decodable {
      var version: String
      var hash: String
    }
    let folder = resources.appending(path: "bridgehead_EditorHost.resources/Resources/editor")
    guard let size = Self.size(of: folder.appending(path: "editor.js")),
      Self.size(of: folder.appending(path: "index.html")) != nil,
      let data = try? Data(contentsOf: folder.appending(path: "manifest.json")),
      let manifest = try? JSONDecoder().decode(Manifest.self, from: data)
    else { return nil }
    return "\(manifest.version), " + Self.described(size, hash: manifest.hash)
  }

  /// The beginning of a hash is enough to tell two builds apart.
  private static func described(_ bytes: Int, hash: String) -> String {
    "\(OpenReport.count(bytes, "byte")), hash \(hash.prefix(12))"
  }

  private static func size(of file: URL) -> Int? {
    try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize
  }
}
