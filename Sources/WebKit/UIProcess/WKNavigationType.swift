/// What caused a navigation.
public enum WKNavigationType: Int, Sendable {
  /// A person or a script followed a link.
  case linkActivated = 0
  /// A form was submitted.
  case formSubmitted = 1
  /// The session history was walked.
  case backForward = 2
  /// The page was loaded again.
  case reload = 3
  /// A form was submitted again.
  case formResubmitted = 4
  /// Anything else: the host's `load`, an assignment to `location`.
  case other = -1
}
