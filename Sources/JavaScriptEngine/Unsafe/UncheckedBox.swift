/// Carries something confined to a virtual machine's thread through a closure that the compiler wants Sendable.
///
/// `@unchecked Sendable`: whoever opens the box is on that thread, or only lets go of the content.
struct UncheckedBox<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
