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

  private static let unixPrefix = "unix:"

  /// A URL, or `unix:` and the path.
  public var description: String { url(isSecure: false) }

  func url(isSecure: Bool) -> String {
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
