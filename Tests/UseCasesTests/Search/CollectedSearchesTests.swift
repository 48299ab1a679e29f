import Domain
import Fakes
import Testing
import UseCases

@Suite struct CollectedSearchesTests {
  private let collected = CollectedSearches()

  private func count(_ text: String, from network: ClientNetwork, at time: String) {
    let count = CountSearches(into: collected, signer: FakeSigner(), now: FakeClock(time).now)
    count(text, from: network)
  }

  @Test("what is beyond the bound is dropped and told")
  func bound() {
    for number in 0..<UInt64(CollectedSearches.countMax + 9) {
      collected.take(
        CountedSearch(
          query: "a", device: SixteenBytes(high: 0, low: number), at: Timestamp(clamping: 0)))
    }
    collected.take(
      CountedSearch(query: "a", device: SixteenBytes(high: 0, low: 0), at: Timestamp(clamping: 0)))
    let (searches, dropped) = collected.drain()
    #expect(searches.count == CollectedSearches.countMax)
    #expect(dropped == 9)
    #expect(collected.drain().searches.isEmpty)
  }

  @Test func aNetworkIsCountedOnceADay() {
    for time in ["2026-03-01T00:00:00Z", "2026-03-01T23:59:59Z", "2026-03-02T00:00:00Z"] {
      count("a", from: .sample, at: time)
    }
    #expect(Set(collected.drain().searches.map(\.device)).count == 2)
  }

  @Test func networksAreToldApart() {
    for network in [ClientNetwork.sample, ClientNetwork(.ipv4, 2), ClientNetwork(.ipv6, 1)] {
      count("a", from: network, at: "2026-03-01T00:00:00Z")
    }
    #expect(Set(collected.drain().searches.map(\.device)).count == 3)
  }

  @Test("all networks that one customer may have are one device")
  func customers() {
    for number in 0..<UInt64(10) {
      count("a", from: ClientNetwork(.ipv6, 0xA_0000 + number * 0x333), at: "2026-03-01T00:00:00Z")
    }
    count("a", from: ClientNetwork(.ipv6, 0xB_0000), at: "2026-03-01T00:00:00Z")
    #expect(Set(collected.drain().searches.map(\.device)).count == 2)
  }

  @Test func aLongQueryIsNotCounted() throws {
    let long = try SearchQuery(String(repeating: "가", count: CountedSearch.charactersMax + 1))
    #expect(CountSearches.text(of: long) == nil)
    #expect(CountSearches.text(of: try SearchQuery("머그 컵")) == "머그 컵")
  }
}
