/// All methods of a protocol version with their delivery, each cell argued.
public struct MethodTable: Sendable {
  private let descriptors: [Method: MethodDescriptor]

  /// Makes a table; of a method given twice the last entry stays.
  public init(_ descriptors: [MethodDescriptor]) {
    self.descriptors = Dictionary(descriptors.map { ($0.method, $0) }) { _, last in last }
  }

  /// What the protocol says about a method; `nil` for a method it does not know.
  public subscript(method: Method) -> MethodDescriptor? { descriptors[method] }

  /// All methods, by name.
  public var all: [MethodDescriptor] { descriptors.values.sorted { $0.method.rawValue < $1.method.rawValue } }

  /// The methods of version 1.
  public static let v1 = MethodTable(session + hostRequests + hostEvents + pageRequests + pageEvents)

  // MARK: - Version 1

  private static let session: [MethodDescriptor] = [
    .request(
      "bridge.hello", .pageToHost, deadline: 10_000,
      "Nothing can happen before its answer; ten seconds cover a cold host on a loaded machine."),
    .event(
      "bridge.ready", .pageToHost, .durable,
      "Sent once; without it no business message may flow. The session's opening is its acknowledgement."
    ),
  ]

  private static let hostRequests: [MethodDescriptor] = [
    .request(
      "document.open", .hostToPage, deadline: 60_000, idempotent: true,
      "The host must know that the model stands; parsing grows with the document. Opening replaces what was open."
    ),
    .request(
      "document.close", .hostToPage, deadline: 10_000, idempotent: true,
      "The host waits for the last revision before it ends the session; closing a closed document changes nothing."),
    .request(
      "document.export", .hostToPage, deadline: 60_000, idempotent: true,
      "Its answer is the content; reading changes nothing."),
    .request(
      "document.setReadOnly", .hostToPage, deadline: 5_000, idempotent: true,
      "Revocation must be known to have taken effect; setting a value twice is setting it once."),
    .request(
      "checkpoint.restore", .hostToPage, deadline: 60_000, idempotent: true,
      "Opening waits for it, and a refusal decides what is opened instead."),
    .request(
      "checkpoint.request", .hostToPage, deadline: 30_000, idempotent: true,
      "Its answer is the checkpoint; before suspension silence must be noticed. Reading changes nothing."
    ),
    .request(
      "editor.focus", .hostToPage, deadline: 5_000, idempotent: true,
      "The caller needs the place the selection went to."),
    .request(
      "editor.blur", .hostToPage, deadline: 5_000, idempotent: true, "The keyboard may go only after the editor let go."
    ),
    .request(
      "editor.undo", .hostToPage, deadline: 5_000, "The caller needs to know whether there was something to undo."),
    .request("editor.redo", .hostToPage, deadline: 5_000, "As undo."),
    .request(
      "editor.command", .hostToPage, deadline: 5_000,
      "A command can be refused where the selection does not allow it; twice is not once."),
    .request(
      "selection.set", .hostToPage, deadline: 5_000, idempotent: true,
      "The place may no longer exist, which the caller must learn."),
    .request(
      "attachment.insert", .hostToPage, deadline: 10_000,
      "Inserting twice shows the attachment twice, so the caller needs the one answer."),
  ]

  private static let hostEvents: [MethodDescriptor] = [
    .event("theme.set", .hostToPage, .latest, "Only the current theme is ever shown."),
    .event("locale.set", .hostToPage, .latest, "Only the current locale is ever used."),
    .event(
      "lifecycle.changed", .hostToPage, .durable,
      "The page saves on the way to the background; a lost transition loses edits, and their order carries meaning."),
    .event(
      "connectivity.changed", .hostToPage, .latest, "Reconnecting depends on the current state, not on its history."),
    .event(
      "memory.pressure", .hostToPage, .latest, "The current level decides what to shed; an older one is moot."),
    .event("keyboard.changed", .hostToPage, .latest, "Layout follows the keyboard's current frame."),
    .event(
      "permission.changed", .hostToPage, .durable,
      "A revocation that gets lost leaves an editor that may not be; grants and revocations must keep their order."),
    .event(
      "auth.tokenRefreshed", .hostToPage, .durable, "A page left with the old token falls offline and knows not why."),
  ]

  private static let pageRequests: [MethodDescriptor] = [
    .request(
      "auth.token", .pageToHost, deadline: 30_000, idempotent: true,
      "A refresh may ask the network; asking twice gives the same token."),
    .request("navigation.open", .pageToHost, deadline: 10_000, "The host may refuse; opening twice shows two windows."),
    .request("attachment.pick", .pageToHost, deadline: nil, "A person decides, so no clock may."),
    .request(
      "attachment.upload", .pageToHost, deadline: nil, "Progress events tell life from death; size decides the time."),
    .request(
      "attachment.download", .pageToHost, deadline: nil, idempotent: true,
      "As upload; content-addressed, so repeatable."),
    .request(
      "storage.loadCheckpoint", .pageToHost, deadline: 10_000, idempotent: true, "Its answer is the checkpoint."),
    .request(
      "storage.appendPending", .pageToHost, deadline: 10_000, idempotent: true,
      "An edit is safe only once the host says so; operations carry identities, so appending again is recognised."),
    .request(
      "storage.acknowledgePending", .pageToHost, deadline: 10_000, idempotent: true,
      "Forgets up to a revision; forgetting again forgets nothing more."),
    .request("clipboard.read", .pageToHost, deadline: nil, idempotent: true, "The system may ask a person first."),
    .request(
      "clipboard.write", .pageToHost, deadline: 5_000, idempotent: true, "Cut must not delete what was not copied."),
    .request("menu.present", .pageToHost, deadline: nil, "A person chooses, so no clock may."),
    .request("accessibility.announce", .pageToHost, deadline: 5_000, "Spoken twice is heard twice."),
  ]

  private static let pageEvents: [MethodDescriptor] = [
    .event("document.state", .pageToHost, .latest, "The host shows the newest state; each one supersedes the last."),
    .event(
      "document.closed", .pageToHost, .durable, "Tells the host that nothing more will come; resources hang on it."),
    .event(
      "checkpoint.committed", .pageToHost, .durable, "Recovery rests on it: a lost commit is lost work after a crash."),
    .event("selection.changed", .pageToHost, .latest, "Toolbars show the current selection only."),
    .event("cursor.geometry", .pageToHost, .latest, "The keyboard avoids where the cursor is, not where it was."),
    .event("scroll.changed", .pageToHost, .latest, "Only the current offset is of use."),
    .event("undo.changed", .pageToHost, .latest, "Buttons show what can be undone now."),
    .event(
      "presence.changed", .pageToHost, .expiring, timeToLive: 5_000,
      "A cursor of five seconds ago is wrong rather than late; losing one update is acceptable."),
    .event("collaboration.health", .pageToHost, .latest, "A status line shows the present."),
    .event(
      "attachment.progress", .pageToHost, .latest, coalescingKey: "attachmentID",
      "Each attachment's newest figure is enough, but one must not hide another's."),
    .event("analytics.samples", .pageToHost, .sampled, "A sample may be lost if the loss is counted."),
    .event("log.records", .pageToHost, .sampled, "Diagnostics must never push aside the work they describe."),
    .event("trace.spans", .pageToHost, .sampled, "As logs; a trace states how many spans it lacks."),
  ]
}

extension MethodDescriptor {
  fileprivate static func request(
    _ method: Method, _ direction: Direction, deadline: Int?, idempotent: Bool = false, _ argument: String
  ) -> MethodDescriptor {
    MethodDescriptor(
      method: method, direction: direction, delivery: .request, isRequest: true, deadline: deadline,
      isIdempotent: idempotent, coalescingKey: nil, timeToLive: nil, argument: argument)
  }

  fileprivate static func event(
    _ method: Method, _ direction: Direction, _ delivery: DeliveryClass, coalescingKey: String? = nil,
    timeToLive: Int? = nil, _ argument: String
  ) -> MethodDescriptor {
    MethodDescriptor(
      method: method, direction: direction, delivery: delivery, isRequest: false, deadline: nil, isIdempotent: false,
      coalescingKey: coalescingKey, timeToLive: timeToLive, argument: argument)
  }
}
