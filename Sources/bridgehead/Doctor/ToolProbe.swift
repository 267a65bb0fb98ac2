import Foundation

/// Finds what is installed: programs on PATH, development files, node packages.
///
/// Asks each in the cheapest way that cannot be wrong.
struct ToolProbe: Sendable {
  let environment: [String: String]

  /// The path of a program, if PATH has it.
  func path(of program: String) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// The first line that a program prints; `nil` if it is not there, does not run or fails.
  func firstLine(of program: String, _ arguments: String...) -> String? {
    guard let path = path(of: program) else { return nil }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    guard (try? process.run()) != nil, let data = try? output.fileHandleForReading.readToEnd() else { return nil }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init)
  }

  /// The version of a library's development files.
  func developmentVersion(of package: String) -> String? {
    firstLine(of: "pkg-config", "--modversion", package)
  }

  /// The version a node package states, where Debian installs them.
  ///
  /// Reading the file is faster than running the tool.
  func nodePackageVersion(_ name: String) -> String? {
    struct Manifest: Decodable { var version: String }
    let file = URL(filePath: "/usr/share/nodejs/\(name)/package.json")
    guard let data = try? Data(contentsOf: file) else { return nil }
    return (try? JSONDecoder().decode(Manifest.self, from: data))?.version
  }

  /// Name and version of the operating system, and the processor's architecture.
  func system() -> String {
    let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
    let line = release.split(whereSeparator: \.isNewline).first { $0.hasPrefix("PRETTY_NAME=") }
    let name = line.map { $0.dropFirst("PRETTY_NAME=".count).trimmingCharacters(in: CharacterSet(charactersIn: "\"")) }
    return "\(name ?? ProcessInfo.processInfo.operatingSystemVersionString), \(Self.architecture)"
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "unknown architecture"
    #endif
  }
}
