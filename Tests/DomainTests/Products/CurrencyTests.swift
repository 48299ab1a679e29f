import Domain
import Testing

@Suite struct CurrencyTests {
  @Test("a currency reads as its code in ISO 4217", arguments: Currency.allCases)
  func text(_ currency: Currency) {
    #expect(currency.text == currency.rawValue)
    #expect(currency.rawValue.utf8.count == currency.octetsMax)
  }
}
