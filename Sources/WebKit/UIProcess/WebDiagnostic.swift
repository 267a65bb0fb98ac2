/// Something that a page or its host did and that would otherwise pass in silence.
///
/// Not part of Apple's API.
///
/// A value; tests compare codes and may fail on any.
public struct WebDiagnostic: Sendable, Equatable, CustomStringConvertible {
  /// What kind of thing happened.
  public enum Code: String, Sendable, CaseIterable {
    /// The page called a method of `console`.
    case consoleMessage = "console-message"
    /// An exception that nobody caught.
    case uncaughtError = "uncaught-error"
    /// A rejected promise without a handler.
    case unhandledRejection = "unhandled-rejection"
    /// The page used something that the page environment lacks.
    case notImplemented = "not-implemented"
    /// A posted value holds something that cannot be copied; WebKit drops the message without a word.
    case messageNotCloneable = "message-not-cloneable"
    /// A message arrived after its handler had been removed; WebKit drops it without a word.
    case messageWithoutHandler = "message-without-handler"
    /// A string holds half of a surrogate pair, which a Swift string cannot; it arrived as U+FFFD.
    case loneSurrogate = "lone-surrogate"
    /// A value contains itself.
    ///
    /// It arrives as it is, but `JSONSerialization` would not end.
    case cyclicValue = "cyclic-value"
    /// A resource was refused or could not be loaded.
    case resourceFailed = "resource-failed"
    /// A navigation inside the page was refused.
    case navigationRefused = "navigation-refused"
    /// What runs the page could not start or ended.
    case terminated
  }

  /// How serious the page thought it is.
  public enum Level: String, Sendable, CaseIterable {
    /// Plain output.
    case log
    /// Information.
    case info
    /// For debugging.
    case debug
    /// A warning.
    case warn
    /// An error.
    case error
  }

  /// Where in the page's sources it happened.
  public struct Place: Sendable, Equatable {
    /// The script or document.
    public var url: String?
    /// The line, counted from 1.
    public var line: Int?
    /// The column, counted from 1.
    public var column: Int?
    /// The call stack, innermost first, one line per call.
    public var stack: String?

    /// Creates a place.
    public init(url: String? = nil, line: Int? = nil, column: Int? = nil, stack: String? = nil) {
      self.url = url
      self.line = line
      self.column = column
      self.stack = stack
    }
  }

  /// What kind of thing happened.
  public var code: Code
  /// How serious it is.
  public var level: Level
  /// What happened, for people.
  public var detail: String
  /// Where, if known.
  public var place: Place?

  /// Creates a diagnostic.
  public init(code: Code, level: Level = .warn, detail: String, place: Place? = nil) {
    self.code = code
    self.level = level
    self.detail = detail
    self.place = place
  }

  /// One line: code, place, detail.
  public var description: String {
    var text = code.rawValue
    if let url = place?.url {
      text += " \(url)"
      if let line = place?.line { text += ":\(line)" }
      if let column = place?.column { text += ":\(column)" }
    }
    return "\(text): \(detail)"
  }
}
