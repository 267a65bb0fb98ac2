public import Foundation
public import JavaScriptEngine
public import Tracing

/// What the engine below a web view is given.
///
/// Not part of Apple's API. A value, read once when a view is made; changing it later changes later views only.
public struct WebContentSettings: Sendable {
  /// What runs the pages of views made with this.
  ///
  /// `nil` gives each view a virtual machine of its own.
  ///
  /// Views that share one share its thread, its limits and its end, and open about twenty times as fast as the first.
  public var process: WebContentProcess?
  /// Clock, random numbers and time zone of a virtual machine of the view's own.
  ///
  /// A shared one has its own.
  public var environment: JSEnvironment
  /// What a page may use up, when the view has a virtual machine of its own.
  public var limits: ExecutionLimits
  /// Where a virtual machine of the view's own writes what it spends its time on.
  public var recorder: TraceRecorder?
  /// The size of the page in CSS pixels.
  ///
  /// `nil` takes the view's frame, or 390 × 844 when that is empty.
  public var pageSize: CGSize?
  /// Whether the page counts as shown: `document.visibilityState`, animation frames, timer throttling.
  public var isVisible: Bool

  /// Creates the settings of a live, visible page with a virtual machine of its own.
  public init(
    process: WebContentProcess? = nil, environment: JSEnvironment = .live,
    limits: ExecutionLimits = .default, recorder: TraceRecorder? = nil, pageSize: CGSize? = nil, isVisible: Bool = true
  ) {
    self.process = process
    self.environment = environment
    self.limits = limits
    self.recorder = recorder
    self.pageSize = pageSize
    self.isVisible = isVisible
  }
}
