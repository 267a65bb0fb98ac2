public import Foundation

#if canImport(CryptoKit)
  import CryptoKit
#else
  import CGLib
#endif

/// The SHA-256 of some bytes, as it names them in envelopes, checkpoints and manifests.
///
/// Two contents with the same hash are taken for the same content everywhere in the host. The digest is computed by the
/// platform's own library: CryptoKit on Apple's systems, GLib's `GChecksum` elsewhere.
public struct ContentHash: Sendable, Hashable, CustomStringConvertible {
  /// The digest as 64 lower-case hexadecimal digits.
  public let hexadecimal: String

  /// Hashes bytes.
  ///
  /// Takes time in proportion to their number, so large contents are hashed off the main actor.
  public init(of bytes: Data) {
    #if canImport(CryptoKit)
      hexadecimal = SHA256.hash(data: bytes).map { byte in
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
    #else
      // Sound: GLib reads exactly `count` bytes from the buffer during the call and returns a string that we own and
      // free.
      hexadecimal = unsafe bytes.withUnsafeBytes { buffer in
        let text = unsafe g_compute_checksum_for_data(
          G_CHECKSUM_SHA256, buffer.baseAddress?.assumingMemoryBound(to: guchar.self), gsize(buffer.count))
        defer { unsafe g_free(text) }
        // GLib returns no string only for a kind of digest that it does not know; this one it has known since 2.16.
        return unsafe String(cString: text!)
      }
    #endif
  }

  /// Takes a digest somebody else computed.
  ///
  /// Returns nil unless it is 64 lower-case hexadecimal digits.
  public init?(hexadecimal: String) {
    let isDigest =
      hexadecimal.utf8.count == 64
      && hexadecimal.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
    guard isDigest else { return nil }
    self.hexadecimal = hexadecimal
  }

  /// The digits.
  public var description: String { hexadecimal }
}
