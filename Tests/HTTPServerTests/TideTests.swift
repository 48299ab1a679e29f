import Testing

@testable import HTTPServer

@Suite struct TideTests {
  @Test func theEndOfAWaveIsNoticedOnce() {
    var tide = Tide()
    for open in 1...4_000 { tide.rise(to: open) }
    let noticed = (0..<4_000).reversed().filter { tide.hasEbbed(to: $0) }
    #expect(noticed == [1_000, 250])
  }

  @Test func smallWavesAreLeftAlone() {
    var tide = Tide()
    for open in 1...999 { tide.rise(to: open) }
    #expect(!(0..<999).reversed().contains { tide.hasEbbed(to: $0) })
  }
}
