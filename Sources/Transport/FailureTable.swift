package import HTTP

/// What ``FailedSecrets`` keeps, in the ticks of ``RateLimit``; whoever has a lock shares it.
package struct FailureTable: Sendable {
  /// What one client has at its disposal.
  private struct Place: Hashable {
    let family: ClientAddress.Family
    let network: UInt64

    init(_ address: ClientAddress) { (family, network) = (address.family, address.network) }
  }

  /// Five wrong secrets at once, and one more every twelve seconds; nil for any number.
  package static let usual = RateLimit(requests: 5, periodSeconds: 60, burst: 5)
  private let limit: RateLimit?
  private let placesMax: Int
  private var arrivals: [Place: UInt64] = [:]

  /// - Parameters:
  ///   - limit: wrong secrets from one address.
  ///   - placesMax: addresses that are remembered: some 200 KB.
  package init(_ limit: RateLimit? = usual, placesMax: Int = 4_096) {
    self.limit = limit
    self.placesMax = max(1, placesMax)
  }

  /// How many addresses are remembered.
  package var count: Int { arrivals.count }

  /// Decides about one secret at a moment of a monotonic clock, in nanoseconds.
  package mutating func decide(
    _ address: ClientAddress, counts: Bool, atNanoseconds now: Int64
  ) -> Admission {
    guard let limit else {
      return Admission(isAdmitted: true, ahead: 0, remaining: 0, retryAfterSeconds: 0)
    }
    let (place, tick) = (Place(address), limit.tick(atNanoseconds: now))
    let ahead = max(arrivals[place] ?? 0, tick) - tick
    let admission = limit.admit(ahead: Int64(clamping: ahead))
    guard counts, admission.isAdmitted else { return admission }
    if arrivals[place] == nil { makeRoom(tick) }
    arrivals[place] = tick + UInt64(admission.ahead)
    return admission
  }

  /// Takes back what was counted: the secret was right.
  package mutating func refund(_ address: ClientAddress, atNanoseconds now: Int64) {
    let place = Place(address)
    guard let limit, let arrival = arrivals[place] else { return }
    let left = arrival - min(arrival, UInt64(RateLimit.ticksPerRequest))
    arrivals[place] = left > limit.tick(atNanoseconds: now) ? left : nil
  }

  /// Forgets those who have waited long enough, or else the one who will have next.
  private mutating func makeRoom(_ tick: UInt64) {
    guard arrivals.count >= placesMax else { return }
    arrivals = arrivals.filter { $0.value > tick }
    guard arrivals.count >= placesMax else { return }
    if let next = arrivals.min(by: { $0.value < $1.value }) { arrivals[next.key] = nil }
  }
}
