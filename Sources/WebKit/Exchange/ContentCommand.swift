import Foundation

/// What the view tells its page.
///
/// Commands arrive in the order in which they were sent, each as a task of its own.
enum ContentCommand: Sendable {
  /// Replaces the document.
  case load(ContentDocument)
  case setMessageHandlers([String])
  case setUserScripts([ContentUserScript])
  /// Runs a script and answers with `ContentEvent.completed`.
  case evaluate(call: UInt64, source: String, frame: Int?, wantsResult: Bool)
  /// Calls an async function and answers with `ContentEvent.completed` when its promise has settled.
  case callFunction(call: UInt64, body: String, arguments: [ContentArgument], frame: Int?)
  /// The native handler of a message has run.
  case messageHandled(message: UInt64)
  case resourceLoaded(request: UInt64, ContentResponse)
  case resourceFailed(request: UInt64, message: String)
  /// Acts on the page as a person would and answers with `ContentEvent.completed`.
  case input(call: UInt64, ContentInput)
  /// Unloads the document.
  ///
  /// Nothing comes after it, and no event follows.
  case close
}

/// A named argument of an async function.
struct ContentArgument: Sendable {
  var name: String
  var value: MessageBody
}

/// A document to show, with all its bytes.
struct ContentDocument: Sendable {
  enum Body: Sendable {
    case bytes(Data)
    case text(String)
  }

  var navigation: UInt64
  var url: String
  var contentType: String
  var body: Body
}

/// A script that runs in later documents.
struct ContentUserScript: Sendable, Equatable {
  var source: String
  var atDocumentEnd: Bool
  var mainFrameOnly: Bool
}

/// What a person does.
enum ContentInput: Sendable {
  case type(String)
  case press(key: String, shift: Bool, control: Bool, alt: Bool, meta: Bool)
}

/// The answer to a request of the page.
struct ContentResponse: Sendable {
  var url: String
  var status: Int
  var statusText: String
  var headers: [ContentHeader]
  var body: Data
}

/// One header field.
struct ContentHeader: Sendable, Equatable {
  var name: String
  var value: String
}

/// What a page is opened with.
struct ContentPageInit: Sendable {
  /// `nil` for the built-in one.
  var userAgent: String?
  var width: Double
  var height: Double
  var isVisible: Bool
  var handlers: [String]
  var scripts: [ContentUserScript]
}
