import Testing

@testable import LocalPostgres

@Suite struct AvailableMemoryTests {
  @Test(
    "PostgreSQL keeps an eighth of the memory, within bounds",
    arguments: [
      (64, 16), (256, 32), (512, 64), (2_048, 256), (8_192, 1_024), (24_576, 2_048), (0, 16),
    ] as [(UInt64, UInt64)])
  func sharedBuffers(mebibytes: UInt64, expected: UInt64) {
    #expect(AvailableMemory(mebibytes: mebibytes).sharedBuffers == expected)
  }

  @Test(
    "An index is made in a sixteenth of the memory, within bounds",
    arguments: [(64, 8), (256, 16), (2_048, 128), (24_576, 256)] as [(UInt64, UInt64)])
  func maintenance(mebibytes: UInt64, expected: UInt64) {
    #expect(AvailableMemory(mebibytes: mebibytes).maintenance == expected)
  }

  @Test func someMemoryIsThere() { #expect(AvailableMemory.current().mebibytes > 0) }
}
