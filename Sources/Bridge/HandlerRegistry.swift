import BridgeProtocol
import Synchronization

/// The handlers of a bridge, each registered for one method; there is no "call anything by its name".
final class HandlerRegistry: Sendable {
  typealias Body = @Sendable (JSONValue?, BridgeRequestContext) async throws -> JSONValue?

  struct Handler: Sendable {
    let body: Body
    let executor: (any TaskExecutor)?
  }

  private let handlers = Mutex<[Method: Handler]>([:])

  subscript(method: Method) -> Handler? {
    get { handlers.withLock { $0[method] } }
    set { handlers.withLock { $0[method] = newValue } }
  }

  func removeAll() {
    // Taken out under the lock and released after it: a handler's captures may run code when they go.
    let removed = handlers.withLock { handlers in
      defer { handlers = [:] }
      return handlers
    }
    withExtendedLifetime(removed) {}
  }
}
