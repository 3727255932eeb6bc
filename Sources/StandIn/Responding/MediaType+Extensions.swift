extension MediaType {
  /// The content type of a file with this extension (IANA's media types for the ones that APIs use).
  package static func forPathExtension(_ pathExtension: String) -> String {
    byExtension[pathExtension.lowercased()] ?? "application/octet-stream"
  }

  private static let byExtension: [String: String] = [
    "json": "application/json", "geojson": "application/geo+json",
    "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8",
    "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8",
    "csv": "text/csv; charset=utf-8", "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "xml": "application/xml", "plist": "application/xml",
    "yaml": "application/yaml", "yml": "application/yaml", "pdf": "application/pdf",
    "zip": "application/zip", "gz": "application/gzip", "wasm": "application/wasm",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "webp": "image/webp", "svg": "image/svg+xml", "heic": "image/heic", "ico": "image/x-icon",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav", "mp4": "video/mp4",
    "mov": "video/quicktime", "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf",
  ]
}
