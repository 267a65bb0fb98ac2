/// What JavaScript threw: a description that may leave the thread, and on the thread the thrown value itself.
///
/// Every field is read once, when the exception is caught. A thrown value that is no `Error` has neither name nor
/// stack; its message is the value as a string.
public struct ScriptError: Error, CustomStringConvertible {
  /// The part of a script error that is a plain value.
  public struct Description: Sendable, Hashable, CustomStringConvertible {
    /// The error's `name`, such as `TypeError`; nil when what was thrown is no error object.
    public var name: String?
    /// The error's `message`.
    public var message: String
    /// The call stack, one `function@url:line:column` per line, innermost first.
    public var stack: String?
    /// The line, from 1.
    public var line: Int?
    /// The column, from 1.
    public var column: Int?
    /// The script's address.
    public var sourceURL: String?
    /// The descriptions of the error's `cause`, of that one's cause, and so on, at most eight.
    public var causes: [String]

    /// Makes a description.
    public init(
      name: String? = nil, message: String, stack: String? = nil, line: Int? = nil, column: Int? = nil,
      sourceURL: String? = nil, causes: [String] = []
    ) {
      self.name = name
      self.message = message
      self.stack = stack
      self.line = line
      self.column = column
      self.sourceURL = sourceURL
      self.causes = causes
    }

    /// What `String(error)` says.
    public var text: String { name.map { message.isEmpty ? $0 : "\($0): \(message)" } ?? message }

    /// Text and place in one line.
    public var description: String {
      guard let sourceURL else { return text }
      let place = [line, column].compactMap { $0.map(String.init) }.joined(separator: ":")
      return place.isEmpty ? "\(sourceURL): \(text)" : "\(sourceURL):\(place): \(text)"
    }
  }

  /// The plain part.
  public let details: Description

  private let thrown: ThrownValue?

  /// Makes an error that JavaScript will see as an `Error` with these details, thrown from a host function.
  public init(_ details: Description) {
    self.details = details
    thrown = nil
  }

  init(details: Description, value: JSValue) {
    self.details = details
    thrown = ThrownValue(value)
  }

  /// The thrown value, on its virtual machine's thread; nil for an error that was made natively.
  ///
  /// Traps on any other thread.
  public var value: JSValue? { thrown?.onThread }

  /// Text and place in one line.
  public var description: String { details.description }
}

/// Carries a confined value inside an error, which must be Sendable.
///
/// `@unchecked`: the value is handed out only on its own thread, which is checked on each access; letting go of it
/// elsewhere is allowed, because a value gives up its protection on its own thread wherever it is released.
private final class ThrownValue: @unchecked Sendable {
  private let value: JSValue

  init(_ value: JSValue) {
    self.value = value
  }

  var onThread: JSValue {
    value.context.virtualMachine.preconditionOnThread()
    return value
  }
}
