internal import HTTP

/// Where a server listens.
public enum ListenAddress: Sendable, Equatable, CustomStringConvertible {
  /// A numeric address or a name that resolves to one; port 0 means any free one.
  case tcp(host: String, port: Int)
  /// A Unix-domain socket; a stale file of an earlier run is replaced.
  case unix(path: String)

  /// Reads `unix:/path` as a Unix-domain socket, and any other host as one for TCP.
  public init(host: String, port: Int) {
    self =
      host.hasPrefix(Self.unixPrefix)
      ? .unix(path: String(host.dropFirst(Self.unixPrefix.count))) : .tcp(host: host, port: port)
  }

  /// Reads `host:port`, `[2001:db8::1]:port` or `unix:/path`; nil for anything else.
  public init?(_ text: String) {
    if text.hasPrefix(Self.unixPrefix) {
      self = .unix(path: String(text.dropFirst(Self.unixPrefix.count)))
      guard text.dropFirst(Self.unixPrefix.count).hasPrefix("/") else { return nil }
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else { return nil }
    let host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      guard let address = ClientAddress(String(host.dropFirst().dropLast())),
        host.contains(":")
      else { return nil }
      self = .tcp(host: "\(address)", port: Int(port))
    } else {
      guard !host.isEmpty, !host.contains(where: { "[]:/".contains($0) }) else { return nil }
      self = .tcp(host: String(host), port: Int(port))
    }
  }

  private static let unixPrefix = "unix:"

  /// A URL, or `unix:` and the path.
  public var description: String { url(isSecure: false) }

  /// A URL whose scheme says whether TLS is spoken there, or `unix:` and the path.
  public func url(isSecure: Bool) -> String {
    let scheme = isSecure ? "https" : "http"
    return switch self {
    case .tcp(let host, let port):
      host.contains(":") ? "\(scheme)://[\(host)]:\(port)" : "\(scheme)://\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }

  /// The port, or nil for a Unix-domain socket.
  public var port: Int? {
    if case .tcp(_, let port) = self { port } else { nil }
  }
}
