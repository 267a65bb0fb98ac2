public import Foundation
public import FoundationNetworking

/// A web page in a virtual machine of its own, behind the API of Apple's class.
///
/// Main actor. The page runs on another thread; nothing here waits for it, and every answer arrives later on the main
/// actor, in the order in which the page produced it. When the last reference goes away the page is closed and each
/// pending callback ends once, with `WKError.webViewInvalidated`.
@MainActor
open class WKWebView: NSObject {
  /// Decides on navigations and follows them.
  ///
  /// Not retained.
  open weak var navigationDelegate: (any WKNavigationDelegate)?

  /// Receives every diagnostic as it happens; see `WKWebView+Diagnostics.swift`.
  var diagnosticHandler: (@MainActor (WebDiagnostic) -> Void)?
  var diagnosticStreams: [UInt64: AsyncStream<WebDiagnostic>.Continuation] = [:]
  var nextDiagnosticStream: UInt64 = 0

  let page: PageProxy
  private let configurationCopy: WKWebViewConfiguration

  /// Creates a view and begins to start the engine for its page, which goes on in the background.
  ///
  /// - Parameters:
  ///   - frame: its size becomes the size of the page in CSS pixels, unless `WKWebViewConfiguration.engine` names one.
  ///   - configuration: copied.
  public init(frame: CGRect, configuration: WKWebViewConfiguration) {
    configurationCopy = configuration.duplicate()
    page = PageProxy(configuration: configurationCopy, frame: frame)
    super.init()
    page.view = self
  }

  /// Creates a view with an empty frame and a configuration of its own.
  public convenience override init() {
    self.init(frame: .zero, configuration: WKWebViewConfiguration())
  }

  isolated deinit {
    page.close()
    for stream in diagnosticStreams.values { stream.finish() }
  }

  /// A copy of the configuration the view was made with; changing it does not change the view.
  open var configuration: WKWebViewConfiguration { configurationCopy.duplicate() }

  // MARK: State

  /// The URL of the page; while a load has been asked for and not been committed, the one that was asked for.
  open var url: URL? { page.url }

  /// The title of the document, or an empty string; `nil` before the first document.
  open var title: String? { page.title }

  /// Whether a navigation is on its way.
  open var isLoading: Bool { page.isLoading }

  /// How far the navigation is: 0 before the first, 0.1 when started, 0.5 when committed, 1 when finished.
  open var estimatedProgress: Double { page.estimatedProgress }

  /// The user agent that pages loaded from now on see, instead of the built-in one.
  ///
  /// Takes effect for the view's first document only when it is set before the first load.
  open var customUserAgent: String? {
    get { page.customUserAgent }
    set { page.customUserAgent = newValue }
  }

  // MARK: Loading

  /// Loads what a request names: `about:blank`, a file, or a URL of a registered scheme.
  ///
  /// `http` and `https` end with an error of `NSURLErrorDomain`, since there is no network here. A file loaded in this
  /// way may read nothing but itself; use ``loadFileURL(_:allowingReadAccessTo:)``. A load that is on its way ends with
  /// `NSURLErrorCancelled`.
  @discardableResult
  open func load(_ request: URLRequest) -> WKNavigation? {
    page.startLoading(.request(request), type: .other)
  }

  /// Loads HTML text.
  ///
  /// - Parameter baseURL: what the document's URL will be; `about:blank` when `nil`. The document may read files below
  ///   a file URL's directory.
  @discardableResult
  open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
    page.startLoading(
      .content(.text(string), contentType: "text/html; charset=utf-8", baseURL: baseURL ?? .aboutBlank), type: .other)
  }

  /// Loads a file that may read other files.
  ///
  /// - Parameter readAccessURL: the directory below which the page may read, or one file. Paths and symbolic links that
  ///   lead out of it are
  ///   refused.
  @discardableResult
  open func loadFileURL(_ URL: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? {
    guard URL.isFileURL, readAccessURL.isFileURL else {
      fatalError(URL.isFileURL ? "\(readAccessURL) is not a file URL" : "\(URL) is not a file URL")
    }
    return page.startLoading(.file(URL, readAccess: readAccessURL), type: .other)
  }

  /// Loads a document from memory.
  @discardableResult
  open func load(
    _ data: Data, mimeType MIMEType: String, characterEncodingName: String, baseURL: URL
  ) -> WKNavigation? {
    let charset = characterEncodingName.isEmpty ? "" : "; charset=\(characterEncodingName)"
    return page.startLoading(
      .content(.bytes(data), contentType: MIMEType + charset, baseURL: baseURL), type: .other)
  }

  /// Loads the current page again.
  ///
  /// After `loadHTMLString` that is what the base URL names, as in WebKit.
  @discardableResult
  open func reload() -> WKNavigation? { page.reload() }

  /// Ends what is on its way with `NSURLErrorCancelled`.
  open func stopLoading() { page.stopLoading() }
}
