/// The status a command ends with; part of the interface, so a number never changes its meaning.
enum ExitCode: Int32, CaseIterable, Sendable {
  case success = 0
  case failure = 1
  case usage = 2
  case unreadableDocument = 3
  case unwritableOutput = 4
  case timedOut = 5
  case pageFailed = 6
  /// A stored checkpoint cannot be used, or a new one cannot be stored.
  case checkpointFailed = 7

  /// What the status tells a caller, as the help prints it.
  var meaning: String {
    switch self {
    case .success: "done as asked"
    case .failure: "something is missing or did not work out; the message says what"
    case .usage: "the command line was not understood; nothing was done"
    case .unreadableDocument: "the document cannot be read or is not what its name says"
    case .unwritableOutput: "a result could not be written; what was there before is untouched"
    case .timedOut: "the time allowed was up before the work was done"
    case .pageFailed: "the editor's page failed or was ended"
    case .checkpointFailed: "a checkpoint cannot be used or stored; what was stored before is kept"
    }
  }
}
