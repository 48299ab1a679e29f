import Testing

/// A comparison that cannot fail is none: whatever one side saw otherwise must be told.
@Suite struct LedgerTests {
  private static let agreed = Ledger(
    lines: [
      .init(id: "a", wasForwarded: true, answeredAs: "a"),
      .init(id: "b", wasForwarded: true, answeredAs: "ours"),
      .init(id: "c", wasForwarded: false, answeredAs: nil),
      .init(id: "d", wasForwarded: true, answeredAs: nil),
      .init(id: "e", wasForwarded: true, answeredAs: nil),
    ],
    understood: ["a": 1, "d": 1], refused: ["ours"])

  @Test func whatAgreesIsNoOffence() {
    #expect(Self.agreed.offence == nil)
  }

  @Test func aRequestThatWasNeverForwardedIsTold() {
    var ledger = Self.agreed
    ledger.understood["x"] = 1
    #expect(ledger.offence == "x was never forwarded")
    ledger = Self.agreed
    ledger.understood["c"] = 1
    #expect(ledger.offence == "c was never forwarded")
  }

  @Test func aRequestThatComesTwiceIsTold() {
    var ledger = Self.agreed
    ledger.understood["d"] = 2
    #expect(ledger.offence == "d came twice")
  }

  @Test func anAnswerToAnotherRequestIsTold() {
    var ledger = Self.agreed
    ledger.lines[0].answeredAs = "d"
    #expect(ledger.offence == "a was answered as d")
    ledger = Self.agreed
    ledger.understood["b"] = 1
    #expect(ledger.offence == "b was answered as ours")
  }

  /// However many requests were lost before: `d` and `e` have no answer.
  @Test func aRefusalOfNothingIsTold() {
    var ledger = Self.agreed
    ledger.refused.insert("more")
    #expect(ledger.offence == "more is a refusal of nothing that was forwarded")
  }

  @Test func oneRefusalDoesNotAnswerTwoRequests() {
    var ledger = Self.agreed
    ledger.lines[4].answeredAs = "ours"
    #expect(ledger.offence == "e was answered as ours")
  }
}
