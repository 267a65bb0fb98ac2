/// The view's pipe to its page.
///
/// Commands are carried out in the order in which they were sent, by whatever thread or process holds the page. Sending
/// never waits and never fails: when the page is gone a `ContentEvent.terminated` has been sent or is on its way.
protocol ContentConnection: Sendable {
  func send(_ command: ContentCommand)
}
