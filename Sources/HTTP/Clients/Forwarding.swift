/// Finds the client of a request from the fields of trusted proxies.
///
/// Every proxy names the peer that connected to it, at the right end of a list. So the walk goes
/// from right to left, as long as the one who told is trusted: the first address outside the list
/// of trusted ones is the client, and everything to its left was made up by that client.
/// Source: RFC 7239 §8.1.
public enum Forwarding {
  /// Hops that are looked at; no real chain is that long, and a client must not make us parse more
  /// (Traefik and Rails have no limit but that of the head).
  static let hopsMax = 64

  /// Returns the client of one request that came over a connection of a trusted proxy.
  ///
  /// Call it only when `connection.address` is trusted. An address that is missing, hidden or
  /// malformed ends the walk: the proxy that sent it is the client then. `Forwarded` and the
  /// `X-Forwarded-` fields are two accounts of the same way. Where both are there each part counts
  /// only when they agree, because a proxy that writes one of them lets a client's own version of
  /// the other pass.
  public static func client(
    of head: RequestHead, over connection: Client, trusting trusted: [AddressBlock]
  ) -> Client {
    head.fields.withForwarding { forwarded, extended in
      guard !forwarded.isEmpty || !extended.isEmpty else { return connection }
      let walk = Walk(start: connection.address, trusted: trusted)
      let standard = forwarded.isEmpty ? nil : walk.account(forwarded)
      let usual = extended.isEmpty ? nil : walk.account(extended)
      let one = standard ?? usual
      let other = usual ?? standard
      func agreed<Part: Equatable>(_ part: KeyPath<ForwardedHop, Part?>) -> Part? {
        one?[keyPath: part] == other?[keyPath: part] ? one?[keyPath: part] : nil
      }
      return Client(
        peer: connection.peer, address: agreed(\.address) ?? connection.address,
        scheme: agreed(\.scheme) ?? connection.scheme, forwardedHost: agreed(\.host),
        certificateFingerprint: connection.certificateFingerprint)
    }
  }

  /// The identifier that a trusted proxy has given to the request: one field of 1 to 128 letters,
  /// digits, dots, underscores and hyphens. Nil when there is none, or another.
  public static func requestID(of head: RequestHead) -> String? {
    head.fields.withLines(of: "x-request-id") { lines in
      guard lines.count == 1, let line = lines.first, (1...requestIDBytesMax).contains(line.count),
        line.allSatisfy(Octet.isNameByte)
      else { return nil }
      return String(decoding: line, as: UTF8.self)
    }
  }

  /// It is in every line of the log and in the answer; a UUID has 36 bytes.
  static let requestIDBytesMax = 128

  /// From the connection's address leftwards through a list.
  private struct Walk {
    let start: ClientAddress
    let trusted: [AddressBlock]

    /// Where the walk ends: the index of the hop, and whose address is the client's.
    private func end(_ addresses: [ClientAddress?]) -> (index: Int, ClientAddress)? {
      var sender = start
      for (index, address) in addresses.enumerated() {
        guard let address else { return (index, sender) }
        guard index + 1 < addresses.count, trusted.contains(where: { $0.contains(address) })
        else { return (index, address) }
        sender = address
      }
      return nil
    }

    func account(_ lines: [UnsafeRawBufferPointer]) -> ForwardedHop {
      let hops = lines.reversed().flatMap { line in
        ForwardedField.hops(line)?.reversed() ?? [ForwardedHop()]
      }
      guard let (index, address) = end(hops.map(\.address)) else {
        return ForwardedHop(address: start)
      }
      var hop = hops[index]
      hop.address = address
      return hop
    }

    func account(_ fields: XForwardedFields) -> ForwardedHop {
      let (index, address) = end(fields.addresses) ?? (0, start)
      return fields.hop(address, at: index)
    }
  }
}

extension Fields {
  /// The values of all lines of that name, in order, valid only during the call.
  func withLines<Result>(
    of name: StaticString, _ body: ([UnsafeRawBufferPointer]) -> Result
  ) -> Result {
    storage.withBytes { body(lines(of: name, in: $0)) }
  }

  fileprivate func withForwarding<Result>(
    _ body: (_ forwarded: [UnsafeRawBufferPointer], _ extended: XForwardedFields) -> Result
  ) -> Result {
    storage.withBytes { bytes in
      body(
        lines(of: "forwarded", in: bytes),
        XForwardedFields(
          nodes: lines(of: "x-forwarded-for", in: bytes),
          schemes: lines(of: "x-forwarded-proto", in: bytes),
          hosts: lines(of: "x-forwarded-host", in: bytes)))
    }
  }

  private func lines(
    of name: StaticString, in bytes: UnsafeRawBufferPointer
  ) -> [UnsafeRawBufferPointer] {
    var lines: [UnsafeRawBufferPointer] = []
    forEachValue(of: name, in: bytes) { lines.append($0) }
    return lines
  }
}

/// One proxy's account of the client that connected to it.
struct ForwardedHop: Equatable {
  /// Nil when the proxy left it out, or wrote no address.
  var address: ClientAddress?
  var scheme: Client.Scheme?
  var host: String?

  /// The text of a host that `Host` allows; nil otherwise, because it goes into URLs.
  static func host(_ bytes: UnsafeRawBufferPointer) -> String? {
    HostRule.accepts(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
  }
}

extension Client.Scheme {
  /// `http` or `https` in any case; nil for others.
  init?(_ bytes: UnsafeRawBufferPointer) {
    if bytes.equals(ignoringCase: "https") {
      self = .https
    } else if bytes.equals(ignoringCase: "http") {
      self = .http
    } else {
      return nil
    }
  }
}
