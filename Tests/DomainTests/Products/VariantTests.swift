import Domain
import Testing

@Suite struct VariantTests {
  static func titles(_ count: Int) throws -> [Title] { try (0..<count).map { try Title("v\($0)") } }

  static func option(_ name: String, values count: Int) throws -> ProductOption {
    ProductOption(name: try Title(name), values: try titles(count).map { OptionValue($0) })
  }

  static func variant(
    _ choices: [Title], price: Int64 = 100, stock: Int = 0
  ) throws -> Variant {
    Variant(choices: choices, price: try Price(price, in: .krw), stock: try Stock(stock))
  }

  @Test("the largest product has 3 options of 50 values and 200 variants", arguments: [0, 1])
  func limits(_ excess: Int) throws {
    let options = try (1...3 + excess).map { try Self.option("o\($0)", values: 50 + excess) }
    let values = try Self.titles(50)
    let variants = try (0..<200 + excess).map { number in
      try Self.variant([values[number / 50 % 50], values[number % 50], values[number / 200]])
    }
    do throws(Rejection) {
      _ = try Variants(options: options, all: variants)
      #expect(excess == 0)
    } catch {
      #expect(error.fieldErrors.map(\.pointer) == ["/options", "/variants"])
      #expect(excess == 1)
    }
  }

  @Test("the price is that of the cheapest that can be bought, the stock the sum")
  func derived() throws {
    let options = [try Self.option("색상", values: 3)]
    let values = try Self.titles(3)
    let all = [
      try Self.variant([values[0]], price: 300, stock: 2),
      try Self.variant([values[1]], price: 200, stock: 1), try Self.variant([values[2]]),
    ]
    let variants = try Variants(options: options, all: all)
    #expect(variants.price.amount == 200)
    #expect(variants.stock.count == 3)
    #expect(variants.pricesDiffer)
    let single = try Variants(options: options, all: Array(all.suffix(2)))
    #expect(!single.pricesDiffer)
    let soldOut = try Variants(options: options, all: [all[2]])
    #expect(soldOut.price.amount == 100)
    #expect(soldOut.stock.isSoldOut)
  }

  @Test("a value that no variant has is not offered")
  func unsoldValues() throws {
    let options = [try Self.option("색상", values: 3), try Self.option("사이즈", values: 2)]
    let values = try Self.titles(3)
    let all = [
      try Self.variant([values[2], values[1]]), try Self.variant([values[0], values[1]]),
    ]
    let variants = try Variants(options: options, all: all)
    #expect(variants.options.map { $0.values.map(\.text.text) } == [["v0", "v2"], ["v1"]])
  }

  @Test(
    "an article number has 1 to 64 bytes", arguments: ["", "\n", String(repeating: "가", count: 22)])
  func numbers(_ text: String) {
    #expect(throws: ValidationError.self) { try SKU(text) }
  }

  @Test("an article number of 64 bytes is the longest", arguments: [(64, true), (65, false)])
  func longNumbers(_ count: Int, _ isTaken: Bool) {
    #expect(((try? SKU(String(repeating: "k", count: count))) != nil) == isTaken)
  }

  @Test("a variant shows a picture that the product has", arguments: [(0, false), (1, true)])
  func pictures(_ count: Int, _ isShown: Bool) throws {
    let value = try Title("v0")
    let shown = Variant(choices: [value], price: try Price(100, in: .krw), image: 1)
    let variants = try Variants(options: [try Self.option("색상", values: 1)], all: [shown])
    #expect(((try? variants.check(images: count)) != nil) == isShown)
  }

  @Test(
    "a colour is # and six digits",
    arguments: [("#1C1c1e", "#1c1c1e"), ("1c1c1e0", nil), ("#1c1c1g", nil), ("#fff", nil)])
  func colours(_ text: String, _ read: String?) {
    #expect(Color(text: text)?.text == read)
  }
}
