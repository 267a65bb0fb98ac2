/// Whether a navigation may go on.
public enum WKNavigationActionPolicy: Int, Sendable {
  /// The navigation ends here; the current document stays.
  case cancel = 0
  /// The navigation goes on.
  case allow = 1
}
