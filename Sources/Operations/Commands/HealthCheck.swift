package import HTTPServer
import Web

/// Whether the server with these settings answers, asked on the machine or in the container where
/// it runs.
package struct HealthCheck {
  private let address: ListenAddress
  private let isSecure: Bool
  private let usesProxyProtocol: Bool
  /// Less than the time limit of its callers, such as the image for containers.
  private static let patience = Duration.seconds(3)

  package init(of address: ListenAddress, isSecure: Bool, usesProxyProtocol: Bool) {
    self.address = address
    self.isSecure = isSecure
    self.usesProxyProtocol = usesProxyProtocol
  }

  /// Requests `/livez`. Blocks, for at most nine seconds.
  ///
  /// A server with TLS is asked without TLS: it answers that it speaks TLS, which is enough and
  /// needs no certificate.
  /// - Throws: the problem, with `unavailable`; with `usage` when no port is set.
  package func run() throws(CommandError) -> CommandReport {
    guard address.port != 0 else {
      throw CommandError(
        .usage, "port 0 is any free one: name the port that the server listens on by --port.")
    }
    let status: Int
    do throws(ServerError) {
      status = try ServerProbe.status(of: address, request: request, patience: Self.patience)
    } catch { throw CommandError(.unavailable, "\(error)\(remedy)") }
    guard status == (isSecure ? 400 : 200) else {
      throw CommandError(.unavailable, "\(address) answers \(status): is that this server?")
    }
    return CommandReport(["\(address.url(isSecure: isSecure)) answers"]) {
      $0.key("answers")
      $0.bool(true)
    }
  }

  private var request: String {
    let proxy = usesProxyProtocol ? "PROXY UNKNOWN\r\n" : ""
    return proxy + "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
  }

  private var remedy: String {
    usesProxyProtocol
      ? " (with --proxy-protocol, --trusted-proxies must also have loopback, or unix)" : ""
  }
}
