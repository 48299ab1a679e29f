import Domain
import Fakes
import Testing
import UseCases

@testable import Pictures

extension UploadPlace {
  /// A place of a sender at the sample network.
  convenience init(_ sender: ImageSender) {
    self.init(sender, from: .sample, sinceNanoseconds: 0)
  }
}

/// Which forms of unknown senders are received while there are too many.
@Suite struct UploadPlacesTests {
  private static let second: Int64 = 1_000_000_000
  private let places = UploadPlaces(.stranger, max: 8)

  private func take(
    _ network: UInt64, _ family: ClientNetwork.Family = .ipv4, at seconds: Int64 = 0
  ) -> UploadPlace? {
    places.take(
      for: ClientNetwork(family, network), atNanoseconds: seconds * Self.second)
  }

  /// Whether a form has lost its place.
  private func gaveWay(_ place: UploadPlace?) -> Bool {
    do throws(Failure) {
      try place?.count(0)
      return false
    } catch {
      return error == .unavailable(retryAfterSeconds: 5)
    }
  }

  @Test("a network has two places, and another network its own")
  func networks() {
    #expect([1, 1, 1, 1, 2].map { take($0) != nil } == [true, true, false, false, true])
  }

  @Test("the networks of one customer have ten times as many as one of them")
  func customers() {
    let places = UploadPlaces(.stranger, max: 100)
    let taken = (0..<50 as Range<UInt64>).count { number in
      places.take(for: ClientNetwork(.ipv6, 0xA_0000 + number), atNanoseconds: 0) != nil
    }
    #expect(taken == 20)
  }

  @Test("when all places are taken the slowest form gives its own up, and no other")
  func slowest() throws {
    let slow = (1...8 as ClosedRange<UInt64>).map { take($0) }
    for (number, place) in slow.enumerated() { try place?.count(1_200 * (9 - number)) }
    #expect(take(9, at: 10) != nil)
    #expect(slow.map { gaveWay($0) } == Array(repeating: false, count: 7) + [true])
  }

  @Test("within a network the slowest of its own forms gives way")
  func neighbours() throws {
    let (slow, fast, other) = (take(1), take(1), take(2))
    try fast?.count(1_000_000)
    #expect(take(1, at: 5) != nil)
    #expect([slow, fast, other].map { gaveWay($0) } == [true, false, false])
  }

  @Test("a form that has just begun gives way to none")
  func beginners() {
    let begun = (1...8 as ClosedRange<UInt64>).map { take($0) }
    #expect(take(9, at: 1) == nil)
    #expect(!begun.contains { gaveWay($0) })
  }

  @Test("forty slow forms keep no honest one from its place")
  func crowd() throws {
    for number in 1...40 as ClosedRange<UInt64> { try take(number)?.count(100) }
    let honest = try (50...53 as ClosedRange<UInt64>).map { number in
      let place = try #require(take(number, at: 3))
      try place.count(2_000_000)
      return place
    }
    for number in 1...3 as ClosedRange<UInt64> { #expect(take(number, at: 6) != nil) }
    #expect(!honest.contains { gaveWay($0) })
  }

  @Test("a place that was given back is free, also after it gave way")
  func givenBack() throws {
    let first = (1...8 as ClosedRange<UInt64>).map { take($0) }
    _ = take(9, at: 10)
    for place in first { places.giveBack(try #require(place)) }
    #expect((11...17 as ClosedRange<UInt64>).allSatisfy { take($0, at: 10) != nil })
    #expect(take(18, at: 10) == nil)
  }

  @Test("senders who are proven never give way")
  func proven() {
    let places = UploadPlaces(.proven, max: 2)
    let taken = (0..<3).map { _ in places.take(for: .sample, atNanoseconds: 0) }
    #expect(taken.map { $0 != nil } == [true, true, false])
    #expect(places.take(for: .sample, atNanoseconds: 60 * Self.second) == nil)
    #expect(!taken.contains { gaveWay($0) })
  }
}
