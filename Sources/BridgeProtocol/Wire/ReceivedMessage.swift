/// A message after decoding: understood, or refused with as much of its head as could be read.
public enum ReceivedMessage: Sendable, Hashable {
  /// The message is well-formed.
  case envelope(Envelope)
  /// The message is not; `head` is `nil` when not even its place could be read.
  case refused(head: EnvelopeHead?, WireError)
}
