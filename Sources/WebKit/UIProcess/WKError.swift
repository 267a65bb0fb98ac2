public import Foundation

/// The domain of ``WKError``.
public let WKErrorDomain = "WKErrorDomain"

/// What went wrong in a web view.
///
/// Casts to and from `NSError` as on Apple platforms: `(error as NSError).domain`, `code` and `userInfo` hold what
/// WebKit puts there. For a JavaScript exception `userInfo` has the keys `WKJavaScriptExceptionMessage`,
/// `WKJavaScriptExceptionLineNumber`, `WKJavaScriptExceptionColumnNumber` and, unless it is empty,
/// `WKJavaScriptExceptionSourceURL`.
public struct WKError: CustomNSError, LocalizedError, Equatable, CustomStringConvertible {
  /// The codes, with WebKit's numbers.
  public enum Code: Int, Sendable {
    /// The cause is not known.
    case unknown = 1
    /// What ran the page ended before it could answer.
    case webContentProcessTerminated = 2
    /// The view was released before the page could answer.
    case webViewInvalidated = 3
    /// JavaScript threw, rejected or could not be parsed.
    case javaScriptExceptionOccurred = 4
    /// The result cannot leave the page: a function, a promise, a node.
    case javaScriptResultTypeIsUnsupported = 5
    /// The frame to run JavaScript in is gone.
    case javaScriptInvalidFrameTarget = 12
  }

  /// ``WKErrorDomain``.
  public static var errorDomain: String { WKErrorDomain }

  /// What went wrong.
  public let code: Code
  private let details: NSError

  /// Creates an error.
  ///
  /// The description that WebKit has for the code is added to `userInfo` unless there is one.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    var userInfo = userInfo
    if userInfo[NSLocalizedDescriptionKey] == nil {
      userInfo[NSLocalizedDescriptionKey] = code.localizedDescription
    }
    details = NSError(domain: WKErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// Creates the error for a fault of a script, with what is known about its place.
  init(_ fault: ContentFault, failureReason: String? = nil) {
    switch fault {
    case .exception(let exception):
      var userInfo: [String: Any] = [Self.exceptionMessageKey: exception.message]
      userInfo[NSLocalizedFailureReasonErrorKey] = failureReason
      userInfo[Self.exceptionLineNumberKey] = exception.line
      userInfo[Self.exceptionColumnNumberKey] = exception.column
      if let sourceURL = exception.sourceURL.flatMap(URL.init(string:)) {
        userInfo[Self.exceptionSourceURLKey] = sourceURL
      }
      self.init(.javaScriptExceptionOccurred, userInfo: userInfo)
    case .unsupportedResult: self.init(.javaScriptResultTypeIsUnsupported)
    case .invalidFrame: self.init(.javaScriptInvalidFrameTarget)
    case .terminated(let reason):
      self.init(.webContentProcessTerminated, userInfo: [NSLocalizedFailureReasonErrorKey: reason])
    case .invalidated: self.init(.webViewInvalidated)
    }
  }

  /// The code's number.
  public var errorCode: Int { code.rawValue }
  /// The details under WebKit's keys.
  public var errorUserInfo: [String: Any] { details.userInfo }
  /// WebKit's sentence for the code.
  public var errorDescription: String? { details.userInfo[NSLocalizedDescriptionKey] as? String }
  /// Why, where that is known.
  public var failureReason: String? { details.userInfo[NSLocalizedFailureReasonErrorKey] as? String }

  /// The sentence, the exception's message and its place.
  public var description: String {
    var text = "WKError \(code.rawValue): \(errorDescription ?? "")"
    if let message = details.userInfo[Self.exceptionMessageKey] { text += ": \(message)" }
    if let line = details.userInfo[Self.exceptionLineNumberKey] { text += " (line \(line))" }
    if let failureReason { text += ": \(failureReason)" }
    return text
  }

  /// Whether both say the same.
  public static func == (left: WKError, right: WKError) -> Bool {
    left.code == right.code && left.details.isEqual(right.details)
  }

  private static let exceptionMessageKey = "WKJavaScriptExceptionMessage"
  private static let exceptionLineNumberKey = "WKJavaScriptExceptionLineNumber"
  private static let exceptionColumnNumberKey = "WKJavaScriptExceptionColumnNumber"
  private static let exceptionSourceURLKey = "WKJavaScriptExceptionSourceURL"
}

extension WKError {
  /// The code for an unknown cause.
  public static var unknown: Code { .unknown }
  /// The code for a page that ended.
  public static var webContentProcessTerminated: Code { .webContentProcessTerminated }
  /// The code for a view that was released.
  public static var webViewInvalidated: Code { .webViewInvalidated }
  /// The code for an exception.
  public static var javaScriptExceptionOccurred: Code { .javaScriptExceptionOccurred }
  /// The code for a result that cannot leave the page.
  public static var javaScriptResultTypeIsUnsupported: Code { .javaScriptResultTypeIsUnsupported }
  /// The code for a frame that is gone.
  public static var javaScriptInvalidFrameTarget: Code { .javaScriptInvalidFrameTarget }
}

extension WKError.Code {
  /// Lets `catch WKError.javaScriptExceptionOccurred` match, as it does on Apple platforms.
  public static func ~= (code: WKError.Code, error: any Error) -> Bool {
    (error as? WKError)?.code == code
  }

  fileprivate var localizedDescription: String {
    switch self {
    case .unknown: "An unknown error occurred"
    case .webContentProcessTerminated: "The Web Content process was terminated"
    case .webViewInvalidated: "The WKWebView was invalidated"
    case .javaScriptExceptionOccurred: "A JavaScript exception occurred"
    case .javaScriptResultTypeIsUnsupported: "JavaScript execution returned a result of an unsupported type"
    case .javaScriptInvalidFrameTarget: "JavaScript execution targeted an invalid frame"
    }
  }
}
