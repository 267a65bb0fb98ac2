/// Why a page could not do what a command asked.
enum ContentFault: Error, Sendable, Equatable {
  /// JavaScript threw, rejected or could not be parsed.
  case exception(ContentException)
  /// The result cannot be copied out of the page.
  case unsupportedResult
  /// The frame is gone.
  case invalidFrame
  /// What runs the page ended, or never started.
  case terminated(reason: String)
  /// The view was released.
  case invalidated
}

/// What a script threw, with its place.
struct ContentException: Sendable, Equatable {
  var message: String
  var line: Int?
  var column: Int?
  var sourceURL: String?
}
