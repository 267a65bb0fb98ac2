import Foundation

/// Media types of files by the extension of their names.
enum MediaType {
  /// The content type of a file, with a character set where text has to have one.
  static func contentType(forPathExtension pathExtension: String) -> String {
    types[pathExtension.lowercased()] ?? "application/octet-stream"
  }

  private static let types: [String: String] = [
    "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml", "xml": "application/xml",
    "svg": "image/svg+xml", "txt": "text/plain", "md": "text/markdown; charset=utf-8", "csv": "text/csv",
    "css": "text/css", "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "cjs": "text/javascript; charset=utf-8", "json": "application/json", "map": "application/json",
    "webmanifest": "application/manifest+json", "wasm": "application/wasm", "pdf": "application/pdf",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "heic": "image/heic", "ico": "image/x-icon", "bmp": "image/bmp", "woff": "font/woff",
    "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf", "mp3": "audio/mpeg", "m4a": "audio/mp4",
    "ogg": "audio/ogg", "wav": "audio/wav", "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime",
    "webm": "video/webm", "zip": "application/zip",
  ]
}
