/// Why a session ended.
public enum SessionEndReason: String, Sendable, Hashable, CaseIterable {
  /// The page said hello again: it was loaded anew.
  case reloaded
  /// The host navigated.
  case navigated
  /// The page's process died.
  case crashed
  /// The host closed the session.
  case closed
  /// The host switched to another account.
  case accountSwitched = "account-switched"
  /// The two ends could not agree.
  case handshakeFailed = "handshake-failed"
  /// The page said no hello, got no answer, or was not ready in time.
  case handshakeTimedOut = "handshake-timed-out"
  /// A message could not be handed to the page, which therefore misses a number.
  case undeliverable
  /// A sequence number left a gap or stepped back, so order is lost.
  case sequenceViolation = "sequence-violation"

  /// Whether the host's machine takes the hello of the next page load afterwards.
  ///
  /// Closing and switching the account are final: what comes next belongs to somebody else and gets a machine of its
  /// own.
  public var admitsNextPage: Bool {
    switch self {
    case .closed, .accountSwitched: false
    default: true
    }
  }
}
