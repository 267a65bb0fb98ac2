/// The three lanes of a trace: who was at work.
public enum TraceLane: String, Sendable, Hashable, CaseIterable {
  /// Swift code of the host.
  case native
  /// Messages between the runtimes: encoding, waiting, delivery.
  case bridge
  /// JavaScript of the page.
  case page
}
