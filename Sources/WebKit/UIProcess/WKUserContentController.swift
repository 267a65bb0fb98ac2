public import Foundation

/// Message handlers and user scripts of the views that share a configuration.
///
/// Main actor. It keeps its handlers alive: a handler that owns a view which uses this controller is a cycle, so let a
/// small object that refers weakly to the owner be the handler. Changes take effect at once in documents that are open
/// (handlers) or in later ones (scripts).
@MainActor
open class WKUserContentController: NSObject {
  /// The scripts that run in documents loaded from now on, in order.
  public private(set) var userScripts: [WKUserScript] = []

  private var handlers: [String: any WKScriptMessageHandler] = [:]
  private var pages: [WeakPage] = []

  /// Creates a controller without handlers and scripts.
  public override init() { super.init() }

  // MARK: Scripts

  /// Adds a script to run after those already added.
  open func addUserScript(_ userScript: WKUserScript) {
    userScripts.append(userScript)
    publishScripts()
  }

  /// Removes all scripts.
  ///
  /// Documents that are open keep what has run in them.
  open func removeAllUserScripts() {
    userScripts.removeAll()
    publishScripts()
  }

  // MARK: Handlers

  /// Makes `window.webkit.messageHandlers.<name>` appear in the page's world, at once in documents that are open.
  ///
  /// The handler is retained until it is removed. A name that is taken traps with the text of WebKit's exception.
  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
    add(scriptMessageHandler, contentWorld: .page, name: name)
  }

  /// Makes `window.webkit.messageHandlers.<name>` appear in a world, at once in documents that are open.
  ///
  /// The handler is retained until it is removed. A name that is taken traps with the text of WebKit's exception.
  open func add(_ scriptMessageHandler: any WKScriptMessageHandler, contentWorld world: WKContentWorld, name: String) {
    guard handlers[name] == nil else {
      fatalError("Attempt to add script message handler with name '\(name)' when one already exists.")
    }
    handlers[name] = scriptMessageHandler
    publishHandlers()
  }

  /// Removes a handler of the page's world.
  ///
  /// A name without handler is no error.
  ///
  /// Messages on their way are dropped, as WebKit does; the view reports each as a diagnostic.
  open func removeScriptMessageHandler(forName name: String) {
    guard handlers.removeValue(forKey: name) != nil else { return }
    publishHandlers()
  }

  /// Removes a handler of a world.
  ///
  /// A name without handler is no error.
  open func removeScriptMessageHandler(forName name: String, contentWorld: WKContentWorld) {
    removeScriptMessageHandler(forName: name)
  }

  /// Removes all handlers of a world.
  open func removeAllScriptMessageHandlers(from contentWorld: WKContentWorld) {
    removeAllScriptMessageHandlers()
  }

  /// Removes all handlers.
  open func removeAllScriptMessageHandlers() {
    guard !handlers.isEmpty else { return }
    handlers.removeAll()
    publishHandlers()
  }

  // MARK: What the views see

  var handlerNames: [String] { handlers.keys.sorted() }

  var scriptValues: [ContentUserScript] {
    userScripts.map {
      ContentUserScript(
        source: $0.source, atDocumentEnd: $0.injectionTime == .atDocumentEnd, mainFrameOnly: $0.isForMainFrameOnly)
    }
  }

  func handler(named name: String) -> (any WKScriptMessageHandler)? { handlers[name] }

  func attach(_ page: PageProxy) {
    pages.removeAll { $0.page == nil }
    pages.append(WeakPage(page: page))
  }

  func detach(_ page: PageProxy) {
    pages.removeAll { $0.page == nil || $0.page === page }
  }

  private func publishHandlers() {
    let names = handlerNames
    for entry in pages { entry.page?.sendIfOpen(.setMessageHandlers(names)) }
  }

  private func publishScripts() {
    let scripts = scriptValues
    for entry in pages { entry.page?.sendIfOpen(.setUserScripts(scripts)) }
  }

  private struct WeakPage {
    weak var page: PageProxy?
  }
}
