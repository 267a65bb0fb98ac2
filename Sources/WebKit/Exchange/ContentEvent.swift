import Foundation

/// What a page tells its view.
///
/// Events arrive on the main actor in the order in which they happened.
enum ContentEvent: Sendable {
  /// A script posted to a handler.
  ///
  /// The promise in the page waits for `ContentCommand.messageHandled`.
  case message(id: UInt64, handler: String, body: MessageBody, frame: ContentFrame)
  /// A command with a call number has been carried out.
  case completed(call: UInt64, Result<MessageBody, ContentFault>)
  /// The document of `navigation` got further.
  case document(navigation: UInt64, ContentFrame?, ContentDocumentPhase)
  /// A script or a person wants to go somewhere else.
  case navigationRequested(frame: ContentFrame, url: String, type: ContentNavigationType)
  /// The title, or the URL without a load, changed.
  case pageChanged(title: String?, url: String?)
  /// The page needs a resource.
  case resourceRequested(id: UInt64, ContentRequest)
  /// The page no longer needs it.
  case resourceCancelled(id: UInt64)
  case diagnostic(WebDiagnostic)
  /// What runs the page is gone.
  ///
  /// Nothing comes after it.
  case terminated(reason: String)
}

/// How far a document got.
enum ContentDocumentPhase: Sendable, Equatable {
  case committed
  case domContentLoaded
  case loaded
  case failed(String)
}

/// What made a page want to navigate.
enum ContentNavigationType: String, Sendable {
  case link
  case form
  case reload
  case other
  case backForward = "back-forward"
}

/// A frame at one moment.
struct ContentFrame: Sendable, Equatable {
  var identifier: Int
  var isMainFrame: Bool
  var url: String
  var origin: String
}

/// What a page asks for.
struct ContentRequest: Sendable {
  var url: String
  var method: String
  var headers: [ContentHeader]
  var body: Data?
  var destination: String
  var frame: ContentFrame
}
