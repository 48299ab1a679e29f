import Domain
import Testing

@testable import App

@Suite struct EncodingLadderTests {
  @Test func qualityGoesDownBeforeTheSizeDoes() {
    let ladder = EncodingLadder(side: 2_000, isOpaque: true)
    #expect(ladder.steps.prefix(4).map(\.side) == [2_000, 2_000, 2_000, 1_600])
    #expect(ladder.steps.allSatisfy { $0.encoding.mediaType == .jpeg })
    let transparent = EncodingLadder(side: 2_000, isOpaque: false)
    #expect(transparent.steps.allSatisfy { $0.encoding.mediaType == .png })
  }

  /// Raw, 256 x 256 pixels of four octets are less than the limit.
  @Test func theLastStepAlwaysFits() {
    for side in [257, 1_000, 8_192] {
      for isOpaque in [true, false] {
        #expect(EncodingLadder(side: side, isOpaque: isOpaque).steps.last?.side == 256)
      }
    }
    #expect(256 * 256 * 4 + 256 + 1_000 < StoredImage.octetsMax)
  }

  @Test func stepsWithoutHopeAreLeftOut() {
    let ladder = EncodingLadder(side: 4_032, isOpaque: true)
    func side(after octets: Int, at side: Int, from index: Int = 0) -> Int? {
      ladder.next(from: index, octets: octets, side: side, limit: 300_000)
        .map { ladder.steps[$0].side }
    }
    #expect(side(after: 200_000, at: 4_032) == 4_032)
    #expect(side(after: 1_000_000, at: 4_032) == 2_560)
    #expect(side(after: 5_000_000, at: 4_032) == 1_080)
    // Nothing but the last is hopeful enough, and the last is tried all the same.
    #expect(side(after: 500_000_000, at: 4_032) == 256)
    #expect(side(after: 400_000, at: 2_560, from: 4) == 2_048)
    #expect(side(after: 400_000, at: 256, from: ladder.steps.count) == nil)
  }
}
