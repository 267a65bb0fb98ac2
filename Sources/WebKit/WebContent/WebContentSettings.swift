public import Foundation

/// What the engine below a web view is given. Not part of Apple's API.
///
/// A value, read once when a view is made; changing it later changes later views only.
public struct WebContentSettings: Sendable {
  /// The size of the page in CSS pixels. `nil` takes the view's frame, or 390 × 844 when that is empty.
  public var pageSize: CGSize?
  /// Whether the page counts as shown: `document.visibilityState`, animation frames, timer throttling.
  public var isVisible = true

  /// Creates the settings of a live page with an engine of its own.
  public init() {}
}
