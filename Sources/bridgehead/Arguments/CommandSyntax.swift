/// What a command accepts: the one source of its parser and of its help.
struct CommandSyntax: Sendable {
  struct Option: Sendable {
    /// With its dashes: "--save".
    var name: String
    /// What stands for the value in the help; `nil` for a switch.
    var value: String?
    var help: String
  }

  struct Example: Sendable {
    var command: String
    var purpose: String
  }

  var name: String
  var abstract: String
  /// What stands for the operand in the help; `nil` if the command takes none.
  var operand: String?
  var options: [Option] = []
  var notes: [String] = []
  var examples: [Example] = []

  /// Every command understands this one.
  static let helpOption = Option(name: "--help", value: nil, help: "Print this help.")

  var allOptions: [Option] { options + [Self.helpOption] }
}
