import Domain
import Fakes
import Images
import Testing

@testable import Pictures

@Suite struct EncodingLadderTests {
  private typealias Rung = EncodingLadder.Rung

  /// A ladder for a photograph as JPEG of this size.
  private static func rungs() throws -> [Rung] {
    let claims = try ImageReading(of: SampleImages.soft(1_600, 1_200), within: .arriving).claims
    let ladder = EncodingLadder(claims: claims, bytes: 10_000_000)
    return ladder.rungs(claims.size, isOpaque: true)
  }

  /// Descends with a picture that has so many bytes for each pixel at the best quality.
  private static func descent(
    _ rungs: [Rung], bytesPerPixel: Double
  ) -> (found: Rung?, tried: [Rung]) {
    var tried: [Rung] = []
    let found = EncodingLadder.descend(rungs, limit: 300_000) {
      rung -> (made: Int?, bytes: Int) in
      tried.append(rung)
      let pixels = Double(rung.side * rung.side) * 0.75
      let bytes = Int(pixels * bytesPerPixel * rung.weight)
      return (bytes <= 300_000 ? bytes : nil, bytes)
    }
    return (found?.rung, tried)
  }

  @Test func qualityGoesDownBeforeTheSizeDoes() throws {
    let rungs = try Self.rungs()
    #expect(rungs.prefix(3).allSatisfy { $0.side == 1_600 })
    #expect(rungs.dropFirst(3).map(\.side) == rungs.dropFirst(3).map(\.side).sorted(by: >))
    #expect(rungs.last?.side == EncodingLadder.sideMin)
  }

  @Test func whatFitsAtOnceIsTriedOnce() throws {
    let rungs = try Self.rungs()
    let (found, tried) = Self.descent(rungs, bytesPerPixel: 0.1)
    #expect(found == rungs.first)
    #expect(tried.count == 1)
  }

  @Test("the first rung that fits is taken", arguments: [0.2, 0.3, 0.5, 1, 2, 3])
  func firstThatFits(_ bytesPerPixel: Double) throws {
    let rungs = try Self.rungs()
    let best = rungs.first {
      Double($0.side * $0.side) * 0.75 * bytesPerPixel * $0.weight <= 300_000
    }
    let (found, tried) = Self.descent(rungs, bytesPerPixel: bytesPerPixel)
    #expect(found == best)
    #expect(tried.count <= EncodingLadder.triesMax)
  }

  @Test func whatHardlyShrinksEndsAtTheSmallestSize() throws {
    let rungs = try Self.rungs()
    var tries = 0
    let found = EncodingLadder.descend(rungs, limit: 300_000) {
      rung -> (made: Int?, bytes: Int) in
      tries += 1
      return rung.side > EncodingLadder.sideMin ? (nil, 310_000) : (1, 1)
    }
    #expect(found?.rung == rungs.last)
    #expect(tries == EncodingLadder.triesMax)
  }
}
