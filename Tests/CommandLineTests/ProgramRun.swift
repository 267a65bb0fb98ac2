import Foundation

/// One finished run of the program beside the tests.
struct ProgramRun {
  let output: String
  let errors: String
  let status: Int32

  init(_ arguments: String..., environment: [String: String] = [:]) throws {
    try self.init(arguments, environment: environment)
  }

  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    // The test runner and the program are built into the same folder.
    let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    process.executableURL = folder.appending(path: "bridgehead")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let (outputPipe, errorPipe) = (Pipe(), Pipe())
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    try process.run()
    // What goes to standard error is a few lines and fits the pipe, so reading one after the other cannot lock up.
    let output = try outputPipe.fileHandleForReading.readToEnd() ?? Data()
    let errors = try errorPipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    self.output = String(decoding: output, as: UTF8.self)
    self.errors = String(decoding: errors, as: UTF8.self)
    status = process.terminationStatus
  }
}
