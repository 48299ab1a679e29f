import Testing

@testable import HTTPServer

@Suite struct TLSTicketKeysTests {
  @Test func keysChangeWithTheHourAndTheSecretAndWithNothingElse() throws {
    let secret = try TLSTicketKeys.makeSecret()
    var here = TLSTicketKeys(secret: secret)
    var elsewhere = TLSTicketKeys(secret: secret)
    let early = here.next(bytes: 80, second: 7_200)
    let first = try #require(early)
    #expect(first.count == 80)
    #expect(Set(first).count > 20)
    let unchanged = here.next(bytes: 80, second: 10_799)
    #expect(unchanged == nil)
    let same = elsewhere.next(bytes: 80, second: 10_799)
    #expect(same == first)
    let late = here.next(bytes: 80, second: 10_800)
    #expect(late?.count == 80)
    #expect(late != first)
    var other = TLSTicketKeys(secret: try TLSTicketKeys.makeSecret())
    let foreign = other.next(bytes: 80, second: 7_200)
    #expect(foreign?.count == 80)
    #expect(foreign != first)
  }
}
