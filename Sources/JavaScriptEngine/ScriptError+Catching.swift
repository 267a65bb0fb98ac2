import CJavaScriptCore

extension JSContext {
  /// Describes a thrown value.
  ///
  /// Nothing that the value's own getters do gets out of here.
  func scriptError(_ exception: JSValueRef) -> ScriptError {
    let value = unsafe JSValue(exception, in: self)
    return ScriptError(details: describe(value, depth: 0), value: value)
  }

  private func describe(_ value: JSValue, depth: Int) -> ScriptError.Description {
    guard value.isObject else {
      return ScriptError.Description(message: (try? value.string) ?? "an exception without a string form")
    }
    func text(_ name: String) -> String? {
      guard let property = try? value.property(name), property.isString else { return nil }
      return try? property.string
    }
    func count(_ name: String) -> Int? {
      guard let property = try? value.property(name), (try? property.kind) == .number, let number = try? property.number
      else { return nil }
      return number.isFinite && number >= 0 && number < 1e15 ? Int(number) : nil
    }
    var description = ScriptError.Description(
      name: text("name"), message: text("message") ?? "", stack: text("stack"), line: count("line"),
      column: count("column"), sourceURL: text("sourceURL"))
    if description.name == nil, description.message.isEmpty {
      description.message = (try? value.string) ?? "an exception without a string form"
    }
    if depth < 8, let cause = try? value.property("cause"), !cause.isUndefined {
      let inner = describe(cause, depth: depth + 1)
      description.causes = [inner.text] + inner.causes
    }
    return description
  }
}
