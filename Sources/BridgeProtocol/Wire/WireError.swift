/// A failure as it crosses the bridge: a code to act on, a sentence for people, and whether asking again is worth it.
///
/// The message never carries document text, tokens or paths.
public struct WireError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong; an open set, unknown codes pass through.
  public let code: Code
  /// One sentence for people.
  public let message: String
  /// Whether the same request may be sent again, unchanged and without harm.
  public let retryable: Bool

  /// Makes an error.
  ///
  /// - Parameter retryable: What the code's entry says unless given.
  public init(_ code: Code, _ message: String, retryable: Bool? = nil) {
    self.code = code
    self.message = message
    self.retryable = retryable ?? code.isRetryableByDefault
  }

  /// The code and the sentence.
  public var description: String { "\(code.rawValue): \(message)" }
}

extension WireError {
  /// A stable name of a kind of failure.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name on the wire.
    public let rawValue: String

    /// Makes a code from its name on the wire; any name is a code.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The name on the wire.
    public var description: String { rawValue }
  }

  /// Who can do something about a failure.
  public enum Actor: String, Sendable, Hashable {
    /// Whoever wrote the sender of the refused message.
    case senderDeveloper
    /// Whoever ships host and bundle together.
    case integrator
    /// The caller's code, at run time.
    case caller
    /// The person at the screen.
    case person
    /// Whoever wrote the receiver.
    case receiverDeveloper
  }
}

extension WireError.Code {
  /// A message came before the handshake was complete.
  ///
  /// Acts: the sender's developer (wait for the session to be ready). Retryable: yes, once it is.
  public static let handshakeRequired = Self(rawValue: "handshake_required")
  /// The two ends share no protocol version, or a message carries another than the agreed one.
  ///
  /// Acts: whoever ships host and bundle. Retryable: no.
  public static let versionUnsupported = Self(rawValue: "version_unsupported")
  /// The session ended while the call was pending.
  ///
  /// Acts: the caller, in the next session. Retryable: only where the request had not left yet.
  public static let sessionClosed = Self(rawValue: "session_closed")
  /// A message carries the identity of another session.
  ///
  /// Acts: nobody when it is late traffic of an old page; otherwise the sender's developer. Retryable: no.
  public static let sessionMismatch = Self(rawValue: "session_mismatch")
  /// A sequence number leaves a gap or steps back; the session ends, since order is lost.
  ///
  /// Acts: the sender's developer; the host loads the page again. Retryable: no.
  public static let sequenceViolation = Self(rawValue: "sequence_violation")
  /// The receiver does not serve the method.
  ///
  /// Acts: the caller (do without). Retryable: no.
  public static let methodUnknown = Self(rawValue: "method_unknown")
  /// The method exists but not in this direction, form or moment.
  ///
  /// Acts: the sender's developer. Retryable: no.
  public static let methodNotAllowed = Self(rawValue: "method_not_allowed")
  /// The method needs a capability that was not granted in the handshake.
  ///
  /// Acts: the caller (do without) or whoever configures the host. Retryable: no.
  public static let capabilityMissing = Self(rawValue: "capability_missing")
  /// The message or its payload does not have the agreed shape; the message names the JSON path of the first fault.
  ///
  /// Acts: the sender's developer. Retryable: no.
  public static let payloadInvalid = Self(rawValue: "payload_invalid")
  /// The message passes a limit that the handshake stated.
  ///
  /// Acts: the sender's developer (send less, or use the blob path). Retryable: no.
  public static let messageTooLarge = Self(rawValue: "message_too_large")
  /// A request was answered a second time; the second answer is dropped.
  ///
  /// Acts: the responder's developer. Retryable: no.
  public static let duplicateResponse = Self(rawValue: "duplicate_response")
  /// No response came in time; whether the work was done is unknown.
  ///
  /// Acts: the caller. Retryable: only for methods that do no harm when repeated.
  public static let deadlineExceeded = Self(rawValue: "deadline_exceeded")
  /// The caller withdrew the request.
  ///
  /// Acts: nobody. Retryable: no, it was not wanted.
  public static let cancelled = Self(rawValue: "cancelled")
  /// The permission source said no.
  ///
  /// Acts: the person. Retryable: no.
  public static let permissionDenied = Self(rawValue: "permission_denied")
  /// The message is about another account than the session's.
  ///
  /// Acts: the sender's developer. Retryable: no.
  public static let accountMismatch = Self(rawValue: "account_mismatch")
  /// The message is about another document than the session's.
  ///
  /// Acts: the sender's developer. Retryable: no.
  public static let documentMismatch = Self(rawValue: "document_mismatch")
  /// The receiver has too much to do already.
  ///
  /// Acts: the caller, later. Retryable: yes.
  public static let backpressure = Self(rawValue: "backpressure")
  /// What the method needs is not there at the moment, such as a network.
  ///
  /// Acts: the caller, later. Retryable: yes.
  public static let unavailable = Self(rawValue: "unavailable")
  /// The receiver failed in a way the caller cannot influence.
  ///
  /// Acts: the receiver's developer. Retryable: no.
  public static let `internal` = Self(rawValue: "internal")

  /// The codes of version 1.
  public static let all: [Self] = [
    .handshakeRequired, .versionUnsupported, .sessionClosed, .sessionMismatch, .sequenceViolation, .methodUnknown,
    .methodNotAllowed, .capabilityMissing, .payloadInvalid, .messageTooLarge, .duplicateResponse, .deadlineExceeded,
    .cancelled, .permissionDenied, .accountMismatch, .documentMismatch, .backpressure, .unavailable, .internal,
  ]

  /// Whether an error of this code is retryable unless its sender says otherwise.
  public var isRetryableByDefault: Bool {
    switch self {
    case .handshakeRequired, .backpressure, .unavailable: true
    default: false
    }
  }

  /// Who can do something about it; unknown codes are the caller's to handle.
  public var actor: WireError.Actor {
    switch self {
    case .handshakeRequired, .sessionMismatch, .sequenceViolation, .methodNotAllowed, .payloadInvalid,
      .messageTooLarge, .accountMismatch, .documentMismatch:
      .senderDeveloper
    case .versionUnsupported, .capabilityMissing: .integrator
    case .permissionDenied: .person
    case .duplicateResponse, .internal: .receiverDeveloper
    default: .caller
    }
  }
}
