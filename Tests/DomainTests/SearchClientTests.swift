import Domain
import Testing

@Suite struct SearchClientTests {
  @Test(
    "an id is 20 letters, digits or underscores",
    arguments: [
      ("jN9vHX1nYpgvQxvGhL_M", true), ("01234567890123456789", true), ("", false),
      ("jN9vHX1nYpgvQxvGhL_", false), ("jN9vHX1nYpgvQxvGhL_MM", false),
      ("jN9vHX1nYpgvQxvGhL-M", false), ("jN9vHX1nYpgvQxvGhL M", false),
      ("jN9vHX1nYpgvQxvGhL_가", false), ("jN9vHX1nYpgvQxvG가", false),
    ])
  func ids(_ text: String, _ isID: Bool) {
    #expect((SearchClientID(text) != nil) == isID)
  }

  @Test func anIDIsMadeOfAnyTwentyBytes() throws {
    for start in stride(from: 0, through: 240, by: 20) {
      let bytes = (start..<start + 20).map { UInt8(truncatingIfNeeded: $0) }
      let id = try #require(SearchClientID(random: bytes))
      #expect(SearchClientID(id.text) == id)
    }
    #expect(SearchClientID(random: []) == nil)
  }
}
