import BridgeProtocol
import Capabilities
import Foundation
import WebKit

/// The bytes that a session's two sides hand each other beside the bridge: documents in, exports and snapshots out.
///
/// The page reads with GET and writes with PUT below `bridge-blob://session/`; an envelope carries only address, size
/// and hash. A handle is opaque, belongs to one session, and is good for one reading by the host. Bytes wait in memory,
/// up to ``capacity``; the session's end drops them. Used on the main actor; hashing is done elsewhere.
@MainActor
final class SessionBlobs: NSObject, WKURLSchemeHandler {
  static let scheme = "bridge-blob"

  /// How many bytes may wait at a time, over all blobs.
  let capacity: Int

  private struct Blob {
    var bytes: Data
    var mediaType: String
  }

  private var blobs: [String: Blob] = [:]
  private var byteCount = 0
  private var nextNumber = 1

  init(capacity: Int = 1 << 30) {
    self.capacity = capacity
  }

  /// Offers bytes to the page under a new handle.
  func publish(_ bytes: Data, hash: ContentHash, mediaType: String) -> BlobReference {
    let path = "/host-\(nextNumber)"
    nextNumber += 1
    store(Blob(bytes: bytes, mediaType: mediaType), at: path)
    return BlobReference(url: "\(Self.scheme)://session\(path)", bytes: bytes.count, sha256: hash.hexadecimal)
  }

  /// Takes the bytes that the page wrote, and forgets the handle.
  ///
  /// Throws `contentDamaged` when nothing was written there, or when size or hash are not those of the reference.
  func take(_ reference: BlobReference) async throws(EditorHostError) -> (bytes: Data, hash: ContentHash) {
    guard let path = Self.path(of: URL(string: reference.url)), let blob = remove(path) else {
      throw EditorHostError(.contentDamaged, "the editor announced content that it did not write")
    }
    let hash = await Self.hash(blob.bytes)
    guard blob.bytes.count == reference.bytes, hash.hexadecimal == reference.sha256 else {
      throw EditorHostError(.contentDamaged, "the editor's content arrived with another size or hash than announced")
    }
    return (blob.bytes, hash)
  }

  /// Forgets a handle whose bytes are not needed any more.
  func discard(_ reference: BlobReference) {
    if let path = Self.path(of: URL(string: reference.url)) { _ = remove(path) }
  }

  /// Hashes bytes off the main actor.
  @concurrent
  nonisolated static func hash(_ bytes: Data) async -> ContentHash {
    ContentHash(of: bytes)
  }

  // MARK: The page's side

  func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
    let request = urlSchemeTask.request
    guard let url = request.url, let path = Self.path(of: url) else {
      urlSchemeTask.didFailWithError(URLError(.badURL))
      return
    }
    switch request.httpMethod ?? "GET" {
    case "GET":
      guard let blob = blobs[path] else { return answer(urlSchemeTask, url, status: 404) }
      answer(urlSchemeTask, url, status: 200, blob.bytes, mediaType: blob.mediaType)
    case "PUT":
      let bytes = request.httpBody ?? Data()
      guard blobs[path] == nil else { return answer(urlSchemeTask, url, status: 409) }
      guard byteCount + bytes.count <= capacity else { return answer(urlSchemeTask, url, status: 507) }
      store(Blob(bytes: bytes, mediaType: "application/octet-stream"), at: path)
      answer(urlSchemeTask, url, status: 201)
    default:
      answer(urlSchemeTask, url, status: 405)
    }
  }

  func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}

  private func answer(
    _ task: any WKURLSchemeTask, _ url: URL, status: Int, _ bytes: Data = Data(), mediaType: String = "text/plain"
  ) {
    let headers = [
      "Content-Type": mediaType, "Content-Length": String(bytes.count),
      // The page and its blobs have different origins; only the editor's own may read them.
      "Access-Control-Allow-Origin": "\(EditorBundle.scheme)://app",
    ]
    guard let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    else { return task.didFailWithError(URLError(.badServerResponse)) }
    task.didReceive(response)
    if !bytes.isEmpty { task.didReceive(bytes) }
    task.didFinish()
  }

  // MARK: Keeping

  private func store(_ blob: Blob, at path: String) {
    blobs[path] = blob
    byteCount += blob.bytes.count
  }

  private func remove(_ path: String) -> Blob? {
    guard let blob = blobs.removeValue(forKey: path) else { return nil }
    byteCount -= blob.bytes.count
    return blob
  }

  private static func path(of url: URL?) -> String? {
    guard let url, url.scheme == scheme, url.host == "session", url.path.count > 1 else { return nil }
    return url.path
  }
}
