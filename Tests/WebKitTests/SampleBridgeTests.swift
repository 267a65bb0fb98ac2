import Testing
import WebKit

// Code as an iOS developer writes it: it imports nothing but WebKit, and what it uses exists with the same names,
// isolation and defaults on iOS. It compiles there unchanged.

/// A bridge that answers requests by evaluating a call with the encoded answer.
final class SampleBridge: NSObject, WKScriptMessageHandler {
  weak var webView: WKWebView?
  private(set) var handled: [String] = []

  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
    guard let body = message.body as? [String: Any], let type = body["type"] as? String else { return }
    let payload = body["payload"]
    let id = body["id"] as? String
    switch type {
    case "__handshake__":
      reply(["type": "__handshake_ack__"])
    case "__batch__":
      if let batch = payload as? [String: Any], let messages = batch["messages"] as? [[String: Any]] {
        for entry in messages {
          handle(type: entry["type"] as? String ?? "", payload: entry["payload"], id: entry["id"] as? String)
        }
      }
    default:
      handle(type: type, payload: payload, id: id)
    }
  }

  private func handle(type: String, payload: Any?, id: String?) {
    handled.append(type)
    guard type == "getUser", let id else { return }
    reply(["type": "getUser_response", "id": id, "payload": ["name": "Grace", "quote": "it's \"fine\"\u{2028}"]])
  }

  private func reply(_ message: [String: Any]) {
    guard let webView,
      let data = try? JSONSerialization.data(withJSONObject: message),
      let json = String(data: data, encoding: .utf8),
      let argument = try? JSONSerialization.data(withJSONObject: [json]),
      let argumentText = String(data: argument, encoding: .utf8)
    else { return }
    let script = "window.sendBridgeMessage(\(argumentText)[0])"
    DispatchQueue.main.async {
      webView.evaluateJavaScript(script, completionHandler: nil)
    }
  }
}

/// Follows one page: its first message, and the end of its navigation.
final class SampleContract: NSObject, WKScriptMessageHandler, WKNavigationDelegate {
  private var finished: CheckedContinuation<Void, Never>?
  private(set) var refused = 0

  func load(_ html: String, in webView: WKWebView) async {
    webView.navigationDelegate = self
    await withCheckedContinuation { continuation in
      finished = continuation
      webView.loadHTMLString(html, baseURL: nil)
    }
  }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
    finished?.resume()
    finished = nil
  }

  private(set) var version: Int?

  func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
    guard let body = message.body as? [String: Any], body["kind"] as? String == "ready",
      let version = body["version"] as? Int
    else {
      refused += 1
      return
    }
    self.version = version
  }
}

@Suite("Bridge code written for iOS", .timeLimit(.minutes(1)))
@MainActor
struct SampleBridgeTests {
  @Test("a request bridge shakes hands, answers requests and unpacks batches")
  func requestBridge() async throws {
    let contentController = WKUserContentController()
    let bridge = SampleBridge()
    contentController.add(bridge, name: "iosBridge")
    let configuration = WKWebViewConfiguration()
    configuration.userContentController = contentController
    let webView = WKWebView(frame: .zero, configuration: configuration)
    bridge.webView = webView
    let contract = SampleContract()
    await contract.load(
      """
      <script>
        const waiting = new Map();
        window.sendBridgeMessage = (json) => {
          const message = JSON.parse(json);
          waiting.get(message.id ?? message.type)?.(message);
        };
        const answer = (key) => new Promise((resolve) => waiting.set(key, resolve));
        const post = (message) => window.webkit.messageHandlers.iosBridge.postMessage(message);
      </script>
      """, in: webView)
    let acknowledged = try await webView.callAsyncJavaScript(
      "const a = answer('__handshake_ack__'); post({ type: '__handshake__' }); return (await a).type",
      contentWorld: .page)
    #expect(acknowledged as? String == "__handshake_ack__")
    let user = try await webView.callAsyncJavaScript(
      "const a = answer('7'); post({ type: 'getUser', id: '7' }); return (await a).payload", contentWorld: .page)
    #expect((user as? [String: Any])?["name"] as? String == "Grace")
    #expect((user as? [String: Any])?["quote"] as? String == "it's \"fine\"\u{2028}")
    try await webView.callAsyncJavaScript(
      "await post({ type: '__batch__', payload: { messages: [{ type: 'a' }, { type: 'b', payload: 1 }] } })",
      contentWorld: .page)
    #expect(bridge.handled == ["getUser", "a", "b"])
    contentController.removeScriptMessageHandler(forName: "iosBridge")
  }

  @Test("a contract test checks both directions, kinds and refusals")
  func contract() async throws {
    let contract = SampleContract()
    let configuration = WKWebViewConfiguration()
    configuration.userContentController.add(contract, name: "bridge")
    let webView = WKWebView(frame: .zero, configuration: configuration)
    await contract.load(
      """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><body><script>
      window.bridgeReceive = function (message) {
        if (message.kind !== "sync" || typeof message.value !== "string") throw new Error("Invalid native message");
        document.body.dataset.received = message.value;
      };
      for (const message of [{ kind: "ready" }, { kind: "ready", version: "1" }, { kind: "ready", version: 1 }]) {
        window.webkit.messageHandlers.bridge.postMessage(message);
      }
      </script></body></html>
      """, in: webView)
    #expect(contract.version == 1)
    #expect(contract.refused == 2)
    let data = try JSONSerialization.data(withJSONObject: ["kind": "sync", "value": "ok"])
    try await webView.evaluateJavaScript("window.bridgeReceive(\(String(decoding: data, as: UTF8.self)))")
    #expect(try await webView.evaluateJavaScript("document.body.dataset.received") as? String == "ok")
    do {
      _ = try await webView.evaluateJavaScript("window.bridgeReceive({kind: 'other'})")
      Issue.record("a message of another kind must throw")
    } catch let error as WKError {
      #expect(error.code == .javaScriptExceptionOccurred)
    }
    configuration.userContentController.removeAllScriptMessageHandlers()
    webView.navigationDelegate = nil
  }
}
