/// The runtime that saw something happen.
public enum TraceRuntime: String, Sendable, Hashable, CaseIterable {
  /// The Swift host.
  case native
  /// The page's JavaScript.
  case page
}
