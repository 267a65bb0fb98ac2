public import Foundation

/// The editor's files: page, script and manifest, as `Scripts/build-bundle` makes them.
public struct EditorBundle: Sendable {
  /// What the bundle says of itself, from `manifest.json`.
  public struct Manifest: Sendable, Codable, Equatable {
    /// The bundle's version.
    public var version: String
    /// The SHA-256 of its script.
    public var hash: String
    /// The schema version it writes.
    public var schemaVersion: Int
    /// The protocol versions it speaks.
    public var protocolVersions: [Int]
  }

  /// Where the page lives.
  ///
  /// A scheme of its own gives the editor an origin that no other page can have.
  public static let scheme = "bridgehead-editor"
  /// The page.
  public static let pageURL = URL(string: "bridgehead-editor://app/index.html")!

  /// The directory the files are in.
  public let directory: URL
  /// The manifest.
  public let manifest: Manifest

  /// Takes the bundle from a directory.
  ///
  /// Throws `bundleMissing` when the directory holds no complete one.
  public init(directory: URL) throws(EditorHostError) {
    self.directory = directory
    do {
      let data = try Data(contentsOf: directory.appendingPathComponent("manifest.json"))
      manifest = try JSONDecoder().decode(Manifest.self, from: data)
    } catch {
      throw EditorHostError(
        .bundleMissing, "the editor bundle is not in \(directory.path)", advice: "build it with Scripts/build-bundle",
        cause: error)
    }
  }

  /// The bundle that was built into this package.
  public static func builtIn() throws(EditorHostError) -> EditorBundle {
    try EditorBundle(directory: Bundle.module.bundleURL.appendingPathComponent("Resources/editor"))
  }

  /// The bytes and the media type of one of the bundle's files, or nil when the path names none.
  ///
  /// Only names without a directory are looked up, so no path leads out of the bundle.
  func file(at path: String) throws -> (bytes: Data, mediaType: String)? {
    let name = path.drop { $0 == "/" }
    guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { return nil }
    let url = directory.appendingPathComponent(String(name))
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    let mediaType =
      switch url.pathExtension {
      case "html": "text/html"
      case "js": "text/javascript"
      case "css": "text/css"
      case "json", "map": "application/json"
      default: "application/octet-stream"
      }
    return (try Data(contentsOf: url, options: .mappedIfSafe), mediaType)
  }
}
