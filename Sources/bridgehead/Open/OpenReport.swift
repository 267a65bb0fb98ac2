/// What `bridgehead open` tells about one opening: a value that the renderers show and nothing else reads.
struct OpenReport: Equatable, Sendable {
  /// The side of the bridge that reached a stage.
  enum Runtime: String, Equatable, Sendable, Codable {
    case native
    case page
  }

  struct Stage: Equatable, Sendable {
    enum Outcome: Equatable, Sendable {
      /// Reached so many milliseconds after the program started, on the host's clock.
      case reached(atMilliseconds: Double)
      /// Not part of this opening, and why.
      case skipped(reason: String)
    }

    /// As on the wire and in traces: "bridge-handshake".
    var name: String
    var runtime: Runtime
    var outcome: Outcome
  }

  struct Messages: Equatable, Sendable, Codable {
    /// From the host to the page.
    var sent: Int
    /// From the page to the host.
    var received: Int
    /// In both directions together.
    var bytes: Int
  }

  struct SavedFile: Equatable, Sendable {
    var name: String
    var bytes: Int
  }

  var document: String
  var blocks: Int
  var characters: Int
  /// Whether the content came from a checkpoint.
  var restored: Bool
  /// In the order of the open sequence.
  var stages: [Stage]
  var messages: Messages
  /// How far the page's times may be off on the host's axis.
  var clockErrorMilliseconds: Double?
  var typedCharacters: Int?
  var saved: SavedFile?
  var traceFile: String?
  /// What went other than it should without ending the command; without document text.
  var findings: [String] = []
  var bridgehead: String = bridgeheadVersion
  /// Name and version of the JavaScript engine.
  var engine: String

  /// When the last stage was reached.
  var totalMilliseconds: Double {
    stages.reduce(0) { latest, stage in
      if case .reached(let time) = stage.outcome { max(latest, time) } else { latest }
    }
  }
}
