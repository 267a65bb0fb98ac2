import Foundation

/// Where the page environment's script is.
enum PlatformScript {
  /// The script that `Scripts/build-bundle` put among the module's resources.
  static func locate() throws(PlatformScriptError) -> URL {
    let url = Bundle.module.bundleURL.appendingPathComponent("Resources/platform.js")
    guard FileManager.default.fileExists(atPath: url.path) else { throw PlatformScriptError(expectedAt: url.path) }
    return url
  }
}

/// The page environment has not been built.
struct PlatformScriptError: Error, CustomStringConvertible {
  var expectedAt: String

  var description: String { "there is no file \(expectedAt); run Scripts/build-bundle, then build again" }
}
