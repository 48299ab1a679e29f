import MoaClient
import Testing

/// Jeans: blue in S (3 left), M (none) and L (2 left), white in S (none) and M (1 left).
@Suite struct VariantChooserTests {
  private static let stocks: [(id: Int64, values: [String], stock: Int, image: Int?)] = [
    (1, ["파랑", "S"], 3, 1), (2, ["파랑", "M"], 0, 1), (3, ["파랑", "L"], 2, 1),
    (4, ["하양", "S"], 0, 2), (5, ["하양", "M"], 1, 2),
  ]

  private static func option(_ name: String, _ values: [String]) -> OptionView {
    OptionView(
      name: name,
      values: values.map {
        OptionValueView(text: $0, color: nil, isAvailable: true, variantID: nil)
      })
  }

  private static func detail(_ options: [OptionView], _ variants: [VariantView]) -> ProductDetail {
    let images = [Int64(1), 2].map { number in
      let size = SizedPicture.Size(url: "/\(number)", width: 1, height: 1, bytes: 1)
      return SizedPicture(
        id: number, url: "/\(number)", width: 1, height: 1, bytes: 1, color: "#000000",
        thumb: size, cell: size)
    }
    return ProductDetail(
      cell: TestShop.product(1), description: "", images: images, options: options,
      variants: variants, chosenVariantID: variants.first?.id, maker: nil, mall: nil, link: nil,
      productType: "general", itemTypeID: nil, categoryPath: [], tags: [], delivery: nil,
      createdAt: "", updatedAt: "")
  }

  private static let jeans = detail(
    [option("색상", ["파랑", "하양"]), option("사이즈", ["S", "M", "L"])],
    stocks.map { id, values, stock, image in
      VariantView(
        id: id, values: values, text: values.joined(separator: " / "),
        priceText: "\(id),000원", originalPriceText: nil, discountText: nil,
        stockText: stock == 0 ? "품절" : "재고 \(stock)개", isSoldOut: stock == 0,
        accessibilityLabel: "", price: id * 1_000, originalPrice: nil, discountPercent: nil,
        stock: stock, sku: nil, imageNumber: image)
    })

  /// The chooser after these values were chosen one after the other.
  private static func chooser(_ texts: String..., from id: Int64? = nil) throws -> VariantChooser {
    var chooser = try #require(VariantChooser(jeans, variant: id))
    let values = chooser.options.flatMap { option in option.values.map { (option, $0) } }
    for text in texts {
      let (option, value) = try #require(values.first { $0.1.text == text })
      chooser.choose(value, of: option)
    }
    return chooser
  }

  private static func available(_ chooser: VariantChooser) -> [String] {
    chooser.options.flatMap { option in
      option.values.filter { chooser.isAvailable($0, of: option) }.map(\.text)
    }
  }

  @Test("A link chooses its variant; a link to a variant that is gone chooses as the server does")
  func links() throws {
    #expect(try Self.chooser(from: 5).chosen.id == 5)
    #expect(try Self.chooser(from: 99).chosen.id == 1)
  }

  @Test func aProductWithoutOptionsHasNothingToChoose() {
    #expect(VariantChooser(Self.detail([], [])) == nil)
  }

  @Test func variantsThatLackAValueOfAnOptionCannotBeChosen() {
    let options = Self.jeans.options + [Self.option("길이", ["30"])]
    #expect(VariantChooser(Self.detail(options, Self.jeans.variants)) == nil)
  }

  @Test func whatWasChosenBeforeDecidesWhatIsAvailable() throws {
    #expect(try Self.available(Self.chooser()) == ["파랑", "하양", "S", "L"])
    #expect(try Self.available(Self.chooser("하양")) == ["파랑", "하양", "M"])
  }

  @Test("A later choice is kept if it can be bought, and otherwise follows")
  func laterChoices() throws {
    #expect(try Self.chooser("하양").chosen.id == 5)
    #expect(try Self.chooser("하양", "파랑").chosen.id == 1)
    #expect(try Self.chooser("L", "파랑").chosen.id == 3)
  }

  @Test func aSoldOutValueCanBeLookedAt() throws {
    let chosen = try Self.chooser("M").chosen
    #expect(chosen.id == 2)
    #expect(chosen.stockText == "품절")
  }

  @Test func aValueThatIsNotSoldLikeThatChangesNothing() throws {
    #expect(try Self.chooser("하양", "L").chosen.id == 5)
  }

  @Test func thePriceAndThePictureAreThoseOfTheChosenVariant() throws {
    let chooser = try Self.chooser("하양")
    #expect(chooser.chosen.priceText == "5,000원")
    #expect(chooser.picture == Self.jeans.images[1])
  }

  @Test func aVariantIsFoundByItsValues() {
    #expect(Self.jeans.variant(for: ["하양", "M"])?.id == 5)
    #expect(Self.jeans.variant(for: ["하양", "L"]) == nil)
  }
}
