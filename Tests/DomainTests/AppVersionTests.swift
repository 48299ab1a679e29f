import Domain
import Testing

@Suite struct AppVersionTests {
  @Test(arguments: [("1.9", "1.10"), ("1.4.2", "2"), ("1", "1.0.0.1"), ("9", "10.0")])
  func `versions are compared number by number`(older: String, newer: String) throws {
    #expect(try AppVersion(older) < AppVersion(newer))
  }

  @Test func `missing numbers of a version are zero`() throws {
    let (short, long) = (try AppVersion("2"), try AppVersion("2.0.0"))
    #expect(!(short < long))
    #expect(!(long < short))
  }

  @Test(arguments: ["", "1.", ".1", "1..2", "1.2.3.4.5", "v1", "1.-2", "1.4b", "1234567890", "１"])
  func `a text that is no version is refused`(text: String) {
    #expect(throws: ValidationError.self) { try AppVersion(text) }
  }
}
