import Testing

@testable import HTTPServer

@Suite struct MemoryTrimmerTests {
  @Test func theEndOfAWaveIsNoticedOnce() {
    var memoryTrimmer = MemoryTrimmer()
    for open in 1...4_000 { memoryTrimmer.rise(to: open) }
    let noticed = (0..<4_000).reversed().filter { memoryTrimmer.hasEbbed(to: $0) }
    #expect(noticed == [1_000, 250])
  }

  @Test func smallWavesAreLeftAlone() {
    var memoryTrimmer = MemoryTrimmer()
    for open in 1...999 { memoryTrimmer.rise(to: open) }
    #expect(!(0..<999).reversed().contains { memoryTrimmer.hasEbbed(to: $0) })
  }
}
