import Foundation

extension OpenReport {
  /// The report as one JSON object on one line.
  ///
  /// `{document, blocks, characters, restored, stages: [{name, at_ms, runtime}], messages: {sent, received, bytes},
  /// bridgehead, engine}`. A stage that was left out has `at_ms: null` and a `skipped` that says why.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return String(decoding: try encoder.encode(Encoded(self)), as: UTF8.self)
  }

  private struct Encoded: Encodable {
    struct Stage: Encodable {
      let stage: OpenReport.Stage

      enum CodingKeys: String, CodingKey {
        case name
        case at = "at_ms"
        case runtime
        case skipped
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(stage.name, forKey: .name)
        try container.encode(stage.runtime, forKey: .runtime)
        switch stage.outcome {
        case .reached(let milliseconds):
          // Microseconds are what the clocks are good for.
          try container.encode((milliseconds * 1000).rounded() / 1000, forKey: .at)
        case .skipped(let reason):
          try container.encodeNil(forKey: .at)
          try container.encode(reason, forKey: .skipped)
        }
      }
    }

    let document: String
    let blocks: Int
    let characters: Int
    let restored: Bool
    let stages: [Stage]
    let messages: OpenReport.Messages
    let bridgehead: String
    let engine: String

    init(_ report: OpenReport) {
      document = report.document
      blocks = report.blocks
      characters = report.characters
      restored = report.restored
      stages = report.stages.map(Stage.init)
      messages = report.messages
      bridgehead = report.bridgehead
      engine = report.engine
    }
  }
}
