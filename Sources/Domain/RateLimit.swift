/// The rate at which a client may send requests: a number in each period, and a burst.
///
/// The generic cell rate algorithm. It keeps one number for each client, the theoretical arrival
/// time: the moment at which all of the allowance is available again. Pure arithmetic on ticks,
/// `ticksPerRequest` for each request that the rate allows; the caller reads the clock. Source:
/// ITU-T I.371, Annex A (virtual scheduling).
package struct RateLimit: Sendable, Hashable {
  /// Requests in a period; at least 1.
  package let requests: Int
  /// Seconds; at least 1.
  package let periodSeconds: Int
  /// The number of requests at once after a long pause; at least 1.
  package let burst: Int

  /// The largest number of requests and seconds; no product below overflows.
  package static let requestsMax = 100_000
  package static let periodSecondsMax = 86_400
  package static let burstMax = 1_000_000
  package static let ticksPerRequest: Int64 = 64

  /// Nil outside of the limits.
  package init?(requests: Int, periodSeconds: Int, burst: Int) {
    guard (1...Self.requestsMax).contains(requests), (1...Self.burstMax).contains(burst),
      (1...Self.periodSecondsMax).contains(periodSeconds)
    else { return nil }
    self.init(known: requests, periodSeconds: periodSeconds, burst: burst)
  }

  /// - Parameter requests: inside of the limits, as the others.
  package init(known requests: Int, periodSeconds: Int, burst: Int) {
    self.requests = requests
    self.periodSeconds = periodSeconds
    self.burst = burst
  }

  /// The share of one of `count` processes that serve together, at least 1 request.
  package func shared(among count: Int) -> RateLimit {
    RateLimit(
      known: max(1, requests / max(1, count)), periodSeconds: periodSeconds,
      burst: max(1, burst / max(1, count)))
  }

  /// This many times as much in the same period.
  package func times(_ factor: Int) -> RateLimit {
    RateLimit(known: requests * factor, periodSeconds: periodSeconds, burst: burst * factor)
  }

  /// The longest time from a request to the arrival time that it leaves behind.
  package var ticksAheadMax: Int64 { Int64(burst) * Self.ticksPerRequest }

  /// The tick of a moment on a monotonic clock.
  package func tick(atNanoseconds now: Int64) -> UInt64 {
    let factor = UInt64(requests) * UInt64(Self.ticksPerRequest)
    let product = UInt64(max(0, now)).multipliedFullWidth(by: factor)
    let divisor = UInt64(periodSeconds) * 1_000_000_000
    // A quotient beyond 64 bits would need a clock that runs for centuries.
    guard product.high < divisor else { return .max }
    return divisor.dividingFullWidth(product).quotient
  }

  /// Decides about one request.
  ///
  /// - Parameter ahead: ticks from now to the stored arrival time; 0 or less for a client that has
  ///   its whole allowance, or is new.
  package func admit(ahead: Int64) -> Admission {
    let ahead = max(0, ahead)
    let next = ahead + Self.ticksPerRequest
    guard next <= ticksAheadMax else {
      let wait = seconds(next - ticksAheadMax)
      return Admission(isAdmitted: false, ahead: ahead, remaining: 0, retryAfterSeconds: wait)
    }
    let remaining = Int((ticksAheadMax - next) / Self.ticksPerRequest)
    return Admission(isAdmitted: true, ahead: next, remaining: remaining, retryAfterSeconds: 0)
  }

  /// Ticks in seconds, rounded up: a client that waits this long is admitted.
  private func seconds(_ ticks: Int64) -> Int {
    let perPeriod = Int64(requests) * Self.ticksPerRequest
    return Int((ticks * Int64(periodSeconds) + perPeriod - 1) / perPeriod)
  }
}

/// The decision about a request.
package struct Admission: Sendable, Hashable {
  package let isAdmitted: Bool
  /// Ticks from now to the arrival time to store.
  package let ahead: Int64
  /// Requests that would still be admitted now.
  package let remaining: Int
  /// Seconds until the next request is admitted; 0 when this one was.
  package let retryAfterSeconds: Int

  package init(isAdmitted: Bool, ahead: Int64, remaining: Int, retryAfterSeconds: Int) {
    self.isAdmitted = isAdmitted
    self.ahead = ahead
    self.remaining = remaining
    self.retryAfterSeconds = retryAfterSeconds
  }

  /// Where nothing is counted.
  package static let unlimited = Admission(
    isAdmitted: true, ahead: 0, remaining: .max, retryAfterSeconds: 0)
}

/// A key for which a request is counted, with its share of the limit.
package struct RateSubject<Key: Hashable & Sendable>: Sendable {
  package let key: Key
  /// How many times the limit it has; always the same for a key.
  package let factor: Int
  /// Requests under way that may count too.
  package private(set) var others = 0

  package init(_ key: Key, factor: Int = 1) {
    self.key = key
    self.factor = factor
  }

  /// The same while so many other requests are under way.
  package func besides(_ others: Int) -> RateSubject {
    var copy = self
    copy.others = others
    return copy
  }
}

/// The part of a client's address that one host cannot choose: what a rate is counted for.
package struct ClientNetwork: Sendable, Hashable {
  package enum Family: Sendable, Hashable {
    case ipv4, ipv6
    /// A client of a socket in the file system, which has no address.
    case unix
  }

  package let family: Family
  /// An IPv4 address, or the first 64 bits of an IPv6 address, of which ``bits`` count.
  package let number: UInt64
  private let bits: UInt64

  package init(_ family: Family, _ number: UInt64) {
    self.init(family, number, bits: 64)
  }

  private init(_ family: Family, _ number: UInt64, bits: UInt64) {
    self.family = family
    self.number = number
    self.bits = bits
  }

  /// Whether its clients run on this machine, as a proxy may.
  package var isThisMachine: Bool {
    switch family {
    case .ipv4: number >> 24 == 127
    case .ipv6: number == 0
    case .unix: true
    }
  }

  /// The network of a whole customer, who has up to 65,536 networks of 64 bits.
  package var ofCustomer: ClientNetwork { wider(bits: 48) }

  /// The networks for which a request from here is counted. A household has a /56 and a company a
  /// /48, for which ten times as much is admitted: several people may share one.
  ///
  /// Source: RFC 6177 §2; RIPE-690 §4.2.
  package var subjects: [RateSubject<ClientNetwork>] {
    guard family == .ipv6 else { return [RateSubject(self)] }
    return [RateSubject(self)] + [56, 48].map { RateSubject(wider(bits: $0), factor: 10) }
  }

  private func wider(bits: UInt64) -> ClientNetwork {
    guard family == .ipv6 else { return self }
    return ClientNetwork(family, number & (.max << (64 - bits)), bits: bits)
  }
}
