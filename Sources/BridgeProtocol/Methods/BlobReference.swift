/// A body that travels beside the bridge, as bytes through the session's scheme handler.
public struct BlobReference: BridgePayload, Hashable {
  /// The scheme blobs are read and written by.
  public static let scheme = "bridge-blob"

  /// Where the body is: `bridge-blob://session/` and an opaque identity.
  public let url: String
  /// Its length.
  public let bytes: Int
  /// The SHA-256 of its bytes, 64 lower-case hexadecimal digits.
  public let sha256: String

  /// Makes a reference.
  public init(url: String, bytes: Int, sha256: String) {
    self.url = url
    self.bytes = bytes
    self.sha256 = sha256
  }

  /// The opaque identity inside the address; `nil` for an address that is none of a blob.
  public var identity: String? {
    let prefix = "\(Self.scheme)://session/"
    guard url.hasPrefix(prefix) else { return nil }
    let identity = url.dropFirst(prefix.count)
    // Nothing that a path could be built from: an identity is looked up, never joined to a folder.
    let isOpaque = identity.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
    }
    return identity.isEmpty || identity.utf8.count > WireLimits.nameLength || !isOpaque ? nil : String(identity)
  }

  /// Checks address, length and hash.
  public func validate(at path: JSONPath) throws(PayloadFault) {
    try require(identity != nil, path, "url", "is not the address of a blob")
    try requireCount(bytes, path, "bytes")
    let isHash =
      sha256.utf8.count == 64
      && sha256.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    try require(isHash, path, "sha256", "is not 64 lower-case hexadecimal digits")
  }
}
