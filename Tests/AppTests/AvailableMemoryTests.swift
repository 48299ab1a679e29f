import Testing

@testable import App

@Suite struct AvailableMemoryTests {
  @Test(
    "an eighth of the memory, within bounds",
    arguments: [
      (256, 64), (512, 64), (2_048, 256), (8_192, 1_024), (24_576, 2_048), (0, 64),
    ] as [(UInt64, UInt64)])
  func sharedBuffers(mebibytes: UInt64, expected: UInt64) {
    #expect(AvailableMemory.sharedBuffers(of: mebibytes * 1_048_576) == expected)
  }

  @Test("a container's limit is a number, and none is a word")
  func limits() {
    #expect(AvailableMemory.limit("268435456\n") == 268_435_456)
    #expect(AvailableMemory.limit("max\n") == nil)
  }

  @Test("some memory is there")
  func some() { #expect(AvailableMemory.octets > 0) }
}
