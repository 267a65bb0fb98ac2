/// What `bridgehead doctor` found: one entry for each thing the program or its scripts rely on.
struct DoctorReport: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    /// What fails without it.
    enum Need: String, Equatable, Sendable, Encodable {
      /// Opening documents.
      case run
      /// Building the program and its bundles.
      case build
      /// Running the tests.
      case test
    }

    var name: String
    var need: Need
    /// A version, or what else identifies it; `nil` if it is missing.
    var found: String?
    /// What a person can do if it is missing.
    var wayOut: String
  }

  var bridgehead: String = bridgeheadVersion
  /// The operating system and the processor's architecture.
  var system: String
  var entries: [Entry]

  var missing: [Entry] { entries.filter { $0.found == nil } }

  /// A failure only if documents cannot be opened: a machine that runs the program need not be able to build it.
  var exitCode: ExitCode {
    missing.contains { $0.need == .run } ? .failure : .success
  }
}
