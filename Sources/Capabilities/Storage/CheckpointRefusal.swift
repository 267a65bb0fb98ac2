/// Why a stored checkpoint is not restored.
///
/// The checkpoint itself is kept: refusing is never deleting.
public enum CheckpointRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// It belongs to another account.
  case accountMismatch
  /// It belongs to another document.
  case documentMismatch(found: String)
  /// It names no session, or the very session that wants to restore it.
  case sessionInvalid
  /// It is written in a schema that this editor does not read.
  case schemaUnsupported(found: Int, supported: ClosedRange<Int>)
  /// Its revision cannot be.
  case revisionInvalid(found: Int)
  /// Its bytes are not the ones that were written: cut short or altered.
  case snapshotDamaged(expectedHash: String, foundHash: String, foundBytes: Int)

  /// One sentence without document text, tokens or account names.
  public var description: String {
    switch self {
    case .accountMismatch:
      "the checkpoint belongs to another account"
    case .documentMismatch(let found):
      "the checkpoint belongs to another document (\(found))"
    case .sessionInvalid:
      "the checkpoint names no earlier session"
    case .schemaUnsupported(let found, let supported):
      "the checkpoint is written in schema version \(found); this editor reads \(supported.lowerBound) to \(supported.upperBound)"
    case .revisionInvalid(let found):
      "the checkpoint stands at revision \(found), which cannot be"
    case .snapshotDamaged(let expected, let found, let bytes):
      "the checkpoint is damaged: its \(bytes) bytes hash to \(found.prefix(12))…, written were \(expected.prefix(12))…"
    }
  }
}
