import Domain
import Fakes
import Testing
import UseCases

/// Devices of one shopper that are offline now and then, and of which some requests and answers are
/// lost: whatever happens in between, they end with the same likes.
@Suite struct SyncedDevicesTests {
  @Test(
    "any interleaving of three devices and retries ends equal", arguments: 0..<60 as Range<UInt64>)
  func interleavings(_ seed: UInt64) async throws {
    var chance = SeededGenerator(seed: seed)
    let shop = try await LikeShop(FakeStore().ports, products: 5)
    var devices: [OfflineDevice] = []
    for number in 0..<3 {
      devices.append(OfflineDevice(UInt8(number), try await shop.device(UInt8(number + 1))))
    }
    // The third joins the others in the middle of it all.
    try await shop.ports.devices.merge(devices[1].id, into: devices[0].id)
    let clock = FakeClock("2026-03-01T09:00:00Z")
    let sync = SyncLikes(likes: shop.ports.likes, now: clock.now)
    let merging = Int.random(in: 0..<80, using: &chance)
    for step in 0..<80 {
      let seconds = Int64(step) * 10
      clock.set(Timestamp(clamping: LikeShop.start.microseconds + seconds * 1_000_000))
      if step == merging { try await shop.ports.devices.merge(devices[2].id, into: devices[0].id) }
      let number = Int.random(in: 0..<3, using: &chance)
      if Bool.random(using: &chance) {
        devices[number].tap(shop.products.randomElement(using: &chance)?.id ?? 1, seconds, &chance)
      } else {
        try await devices[number].exchange(sync, shop, &chance, isLossy: true)
      }
    }
    var taps: [LikeOperation] = devices.flatMap(\.taps)
    for _ in 0..<2 {
      for number in devices.indices {
        try await devices[number].exchange(sync, shop, &chance, isLossy: false)
      }
    }
    let expected = Self.outcome(of: taps)
    for device in devices { #expect(device.known == expected, "seed \(seed)") }
    // What all of them did, in another order, and some of it twice.
    taps.shuffle(using: &chance)
    let stranger = try await shop.device(9)
    for tap in taps + taps.prefix(7) { try await shop.apply(tap, by: stranger) }
    #expect(Set(try await shop.liked(by: stranger)) == expected, "seed \(seed)")
    for product in shop.products {
      let count = expected.contains(product.id) ? 2 : 0
      #expect(try await shop.count(product.id) == count, "seed \(seed)")
    }
  }

  /// What is liked by the last tap of each product.
  private static func outcome(of taps: [LikeOperation]) -> Set<Int64> {
    let last = Dictionary(taps.map { ($0.productID, $0) }) { $1.prevails(over: $0) ? $1 : $0 }
    return Set(last.values.filter(\.isLiked).map(\.productID))
  }
}

/// A device with a clock that is off by some seconds, and a memory of its own.
private struct OfflineDevice {
  private let number: UInt8
  private let device: Device
  private var outbox: [LikeOperation] = []
  private var since: Int64 = 0
  private(set) var known: Set<Int64> = []
  /// All that it ever did.
  private(set) var taps: [LikeOperation] = []

  init(_ number: UInt8, _ device: Device) {
    self.number = number
    self.device = device
  }

  var id: Int64 { device.id }

  mutating func tap(_ product: Int64, _ seconds: Int64, _ chance: inout SeededGenerator) {
    let tap = LikeShop.tap(
      number &* 80 &+ UInt8(taps.count), product, Bool.random(using: &chance),
      at: seconds + Int64.random(in: -60...60, using: &chance))
    taps.append(tap)
    outbox.append(tap)
  }

  /// Sends some of what was done, in any order, and takes in what is answered.
  mutating func exchange(
    _ sync: SyncLikes, _ shop: LikeShop, _ chance: inout SeededGenerator, isLossy: Bool
  ) async throws {
    let sent = isLossy ? outbox.filter { _ in Bool.random(using: &chance) } : outbox
    let current = try await shop.current(device)
    let answer = try await sync(sent.shuffled(using: &chance), since: since, by: current)
    // The answer is lost: all of it is sent again some day.
    if isLossy, Int.random(in: 0..<3, using: &chance) == 0 { return }
    #expect(answer.refused == [])
    outbox.removeAll { sent.contains($0) }
    if answer.isWhole { known = [] }
    for state in answer.states {
      if state.isLiked { known.insert(state.productID) } else { known.remove(state.productID) }
    }
    since = answer.nextSequence
  }
}
