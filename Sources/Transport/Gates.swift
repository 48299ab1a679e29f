package import Domain
package import HTTP
package import Web

/// Refuses the requests of clients that ask too often, before anything is done for them but to find
/// the route.
///
/// Health routes are always answered: a load balancer takes a server out if it is refused.
package struct RateGate: Gate {
  /// Takes one request from a client's remaining quota.
  package typealias Admit = @Sendable (ClientNetwork) -> Admission

  private let limit: RateLimit
  private let showsFields: Bool
  private let admit: Admit

  /// - Parameter showsFields: whether a refusal carries `RateLimit` and `RateLimit-Policy`, whose
  ///   syntax has changed from draft to draft.
  package init(_ limit: RateLimit, showsFields: Bool, admit: @escaping Admit) {
    self.limit = limit
    self.showsFields = showsFields
    self.admit = admit
  }

  /// - Throws: 429 with the seconds after which a request will be admitted.
  package func before(_ request: Request, to destination: Destination) throws(Problem) {
    guard !HealthRoutes.serves(destination) else { return }
    let admission = admit(request.client.network)
    guard !admission.isAdmitted else { return }
    throw refusal(admission)
  }

  /// Source: RFC 6585 §4; draft-ietf-httpapi-ratelimit-headers-10 §3, §4.
  private func refusal(_ admission: Admission) -> Problem {
    let seconds = admission.retryAfterSeconds
    let problem = Problem(
      .tooManyRequests, "too_many_requests",
      "More requests came from this address than are answered; see Retry-After."
    )
    .with("Retry-After", String(seconds))
    guard showsFields else { return problem }
    return
      problem
      .with("RateLimit-Policy", "\"address\";q=\(limit.requests);w=\(limit.periodSeconds)")
      .with("RateLimit", "\"address\";r=\(admission.remaining);t=\(seconds)")
  }
}

extension Client {
  /// The network whose requests are counted together with the client's.
  package var network: ClientNetwork {
    let family: ClientNetwork.Family =
      switch address.family {
      case .ipv4: .ipv4
      case .ipv6: .ipv6
      case .unix: .unix
      }
    return ClientNetwork(family, address.network)
  }
}

/// The hosts that clients may name: others would appear in the URLs of answers, which a cache may
/// keep for everybody.
///
/// Health routes are always answered: load balancers ask for them by the server's address.
package struct HostGate: Gate {
  private let plainHosts: [String]
  private let secureHosts: [String]

  /// - Parameter hosts: each with its port, unless that is the default.
  package init(_ hosts: [String]) {
    plainHosts = hosts + hosts.map { "\($0):80" }
    secureHosts = hosts + hosts.map { "\($0):443" }
  }

  /// - Throws: 421 for another host, or none.
  package func before(_ request: Request, to destination: Destination) throws(Problem) {
    guard !HealthRoutes.serves(destination) else { return }
    let hosts = request.client.scheme == .https ? secureHosts : plainHosts
    guard !request.isSent(toHost: { asked in hosts.contains(where: asked.isWord) }) else { return }
    throw Problem(
      .misdirectedRequest, "unknown_host", "The server does not serve the host of this request.")
  }
}

/// Whose certificates may come to the administrator's routes, before any token is looked at: a
/// token that was lost or stolen opens nothing by itself.
///
/// Source: OWASP ASVS 5.0.0 §12.1.3.
package struct AdminKeys: Gate {
  private let keys: Set<String>

  /// - Parameter keys: SHA-256 of public keys (SubjectPublicKeyInfo), lower-case hexadecimal, as in
  ///   `Client.certificateFingerprint`.
  package init(_ keys: Set<String>) {
    self.keys = keys
  }

  /// All of these routes begin with it, and no others.
  private static let path = "/admin"

  /// - Throws: 403 for such a route unless the connection's certificate holds one of the keys.
  package func before(_ request: Request, to destination: Destination) throws(Problem) {
    guard destination.resource?.path.hasPrefix(Self.path) == true else { return }
    guard let key = request.client.certificateFingerprint, keys.contains(key) else {
      throw Problem(
        .forbidden, "client_key_not_listed",
        "This needs a client certificate whose key is on the server's list.")
    }
  }
}
