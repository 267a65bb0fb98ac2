import Foundation

/// The files that a page may read: one directory and what is below it, or one file.
struct FileAccess: Sendable, Equatable {
  private let root: String
  private let isDirectory: Bool

  /// Grants what a URL names.
  ///
  /// Symbolic links in the URL are followed now, so that changing them later grants nothing else.
  init(granting url: URL) {
    let resolved = url.standardizedFileURL.resolvingSymlinksInPath()
    isDirectory = Self.kind(ofItemAt: resolved.path).map { $0 == .typeDirectory } ?? url.hasDirectoryPath
    root = resolved.path
  }

  /// Reads a file.
  ///
  /// The place that was opened is checked, not the name: the kernel is asked where the open file is, so neither `..`
  /// nor a symbolic link, not even one that changes meanwhile, leads out. Throws an error of `NSURLErrorDomain`.
  func read(_ url: URL) throws(URLError) -> Data {
    let path = url.standardizedFileURL.resolvingSymlinksInPath().path
    guard permits(path) else { throw refusal(of: url) }
    switch Self.kind(ofItemAt: path) {
    case .typeRegular: break
    case .typeDirectory: throw URLError(.fileIsDirectory, url: url, reason: "\(path) is a directory")
    case nil: throw URLError(.fileDoesNotExist, url: url, reason: "there is no file at \(path)")
    // A pipe or a device would block or never end.
    default: throw URLError(.resourceUnavailable, url: url, reason: "\(path) is not a regular file")
    }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw URLError(.noPermissionsToReadFile, url: url, reason: "\(path) cannot be opened for reading")
    }
    defer { try? file.close() }
    let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file.fileDescriptor)")
    guard let place, permits(place) else { throw refusal(of: url) }
    do {
      return try file.readToEnd() ?? Data()
    } catch {
      throw URLError(.cannotOpenFile, url: url, reason: "reading \(path) failed: \(error.localizedDescription)")
    }
  }

  private static func kind(ofItemAt path: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }

  private func permits(_ path: String) -> Bool {
    if path == root { return true }
    return isDirectory && path.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }

  private func refusal(of url: URL) -> URLError {
    URLError(
      .noPermissionsToReadFile, url: url,
      reason: "\(url.path) is outside of \(root), to which the page was given read access")
  }
}
