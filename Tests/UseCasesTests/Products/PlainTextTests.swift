import Domain
import Fakes
import Testing

@testable import UseCases

/// Texts whose types say that no format around them ever has to escape anything.
@Suite struct PlainTextTests {
  private func hold<Text: TextSource>(_ texts: [Text]) {
    #expect(Text.isPlain)
    for text in texts {
      let needy = text.text.utf8.contains { $0 < 0x20 || [0x22, 0x3C, 0x5C].contains($0) }
      #expect(!needy && text.text.utf8.count <= text.octetsMax, "\(text.text)")
    }
  }

  @Test("amounts, stocks and discounts, at both ends")
  func wording() throws {
    let ends = [0, 1, 999, Price.amountMax]
    hold([Currency.krw, .usd].flatMap { unit in ends.map { AmountText($0, in: unit) } })
    hold(try [0, 1, Stock.countMax].map { StockText(try Stock($0)) })
    hold(
      try [(1_000, 1), (3, 1), (Price.amountMax, Price.amountMax)].map { amount, discount in
        try #require(DiscountText(try Price(amount, discount: discount, in: .krw)))
      })
  }

  @Test("colours, identifiers and URLs of every picture behind every kind of origin")
  func addresses() throws {
    hold([Color(number: 0), Color(number: 0xFF_FFFF), .gray])
    hold([try VendorIdentifier.sample(0xFF), try .sample(0x22)])
    hold([try #require(ProductCode(octets: Array(repeating: 0x3C, count: 16)))])
    let texts = ["https://shop.example", "http://[2001:db8::1]:8080", "http://a_b-c.example"]
    let origins = texts.compactMap { Origin($0) }
    try #require(origins.count == texts.count)
    for origin in origins.map(Optional.some) + [nil] {
      for octet in [0x22, 0x3C, 0x5C] as [UInt8] {
        let picture = try PreparedImage.sample(octet).picture
        let presets: [ImagePreset] = [.thumb, .cell, .full]
        URLPrefix.with(origin) { prefix in
          hold(presets.map { picture.served(as: $0).url(behind: prefix) })
        }
      }
    }
  }

  @Test("what somebody else has written is looked at")
  func others() {
    #expect(!String.isPlain && !TextPiece.isPlain && !SpokenProduct.isPlain)
  }
}
