import Dialects
import Domain
import Testing
import Transport
import Web

@Suite struct ProductDocumentTests {
  typealias Format = ProductDocument.Format

  static func draft(
    _ text: String, _ format: Format = .openMarket
  ) throws -> Result<ProductDraft, any Error> {
    let value = try JSONParser.parse(Array(text.utf8))
    return Result { try ProductDocument.draft(value, format) }
  }

  static func patch(
    _ text: String, _ format: Format = .openMarket
  ) throws -> Result<ProductPatch, any Error> {
    let value = try JSONParser.parse(Array(text.utf8))
    return Result { try ProductDocument.patch(value, format) }
  }

  /// The pairs of pointer and code of what is wrong; empty when nothing is.
  static func flaws<Value>(_ result: Result<Value, any Error>) -> [String] {
    switch result {
    case .success: []
    case .failure(let error):
      Problem(of: error).fieldErrors.map { "\($0.pointer) \($0.flaw.code)" }
    }
  }

  static let least = #""name":"팥빙수","price":2000,"currency":"KRW""#
  static let native = #""title":"팥빙수","price":2000,"currency":"KRW""#

  @Test func bothAppsDraftsAreRead() throws {
    let draft = try Self.draft(
      """
      {"name":"팥빙수 ","descriptions":"시원\\n해요","price":25000,"currency":"KRW",
      "discounted_price":1000,"stock":3,"secret":"abc"}
      """
    ).get()
    #expect(draft.name.text == "팥빙수")
    #expect(draft.description.text == "시원\n해요")
    #expect(draft.price == (try Price(25_000, discount: 1_000, in: .krw)))
    #expect(draft.stock.count == 3)
    let bare = try Self.draft("{\(Self.least)}").get()
    #expect(bare.description == .none)
    #expect(bare.stock == .none)
    #expect(!bare.price.isDiscounted)
  }

  @Test func theSecondVersionsDescriptionIsRead() throws {
    let draft = try Self.draft(#"{\#(Self.least),"description":"둘"}"#).get()
    #expect(draft.description.text == "둘")
  }

  @Test(
    "null is as if it were left out, whoever sends it",
    arguments: [ProductDocument.Format.native, .openMarket])
  func nulls(_ format: ProductDocument.Format) throws {
    let least = format.isLenient ? Self.least : Self.native
    let discount = format.isLenient ? "discounted_price" : "original_price"
    let details = """
      "product_type":null,"tags":null,"category_path":null,"delivery":null,"link":null
      """
    let text = """
      {\(least),"\(discount)":null,"stock":null,"description":null,"brand":null,\(details)}
      """
    #expect(try Self.draft(text, format).get() == Self.draft("{\(least)}", format).get())
    let flaws = Self.flaws(try Self.draft(#"{"price":null}"#, format))
    #expect(flaws.contains("/price required"))
  }

  @Test func nullInAPatchPutsAMemberBackToWhatHoldsWithoutIt() throws {
    let text = """
      {"description":null,"original_price":null,"stock":null,"brand":null,"link":null,
      "product_type":null,"tags":null,"category_path":null,"delivery":null}
      """
    let patch = try Self.patch(text, .native).get()
    #expect(patch.description == ProductDescription.none)
    #expect(patch.stock == Stock.none)
    #expect(patch.price == .paid(nil, original: .clear))
    #expect(patch.brand == .clear)
    #expect(patch.link == .clear)
    #expect(patch.type == .general)
    #expect(patch.tags == [])
    #expect(patch.categoryPath == [])
    #expect(patch.delivery == .clear)
    #expect(
      Self.flaws(try Self.patch(#"{"title":null,"price":null,"currency":null}"#, .native)) == [
        "/title required", "/price required", "/currency required",
      ])
  }

  @Test func numbersInQuotesAreNumbersForTheAppsOnly() throws {
    let text = """
      {"name":"머그컵","price":"1000","stock":"3","discounted_price":"0","currency":"KRW"}
      """
    let draft = try Self.draft(text).get()
    #expect(draft.price == (try Price(1_000, discount: 0, in: .krw)))
    #expect(draft.stock.count == 3)
    let native = """
      {"title":"머그컵","price":"1000","stock":"3","original_price":"0","currency":"KRW"}
      """
    #expect(
      Self.flaws(try Self.draft(native, .native)) == [
        "/price wrong_type", "/stock wrong_type", "/original_price wrong_type",
      ])
    let patch = try Self.patch(#"{"price":"19.99","thumbnail_id":"7","stock":" 1 "}"#)
    #expect(try patch.get().cover == 7)
    #expect(
      Self.flaws(try Self.patch(#"{"price":"12,000","stock":"three","thumbnail_id":"x"}"#)) == [
        "/price wrong_type", "/stock wrong_type", "/thumbnail_id wrong_type",
      ])
  }

  @Test(
    "numbers in quotes are read as they are typed",
    arguments: [
      ("01000", 1_000), ("+5", 5), (" 7 ", 7), ("\\t+007\\n", 7), ("0", 0), ("000", 0),
      ("\\u30007\\u3000", 7), ("12.0", 12),
    ])
  func typedNumbers(_ text: String, _ number: Int) throws {
    let patch = try Self.patch("{\"stock\":\"\(text)\"}").get()
    #expect(patch.stock?.count == number)
    #expect(Self.flaws(try Self.patch("{\"stock\":\"\(text)\"}", .native)) == ["/stock wrong_type"])
  }

  @Test(
    "other texts are no numbers",
    arguments: ["1 000", "+ 5", "++5", "+-5", "1,000", "0x10", "+", "-", ".5", "5.", "true", "[5]"])
  func noNumbers(_ text: String) throws {
    #expect(Self.flaws(try Self.patch("{\"stock\":\"\(text)\"}")) == ["/stock wrong_type"])
  }

  @Test func zerosBeforeAPointAreNoOthers() throws {
    let patch = try Self.patch(#"{"price":"0019.99","discounted_price":"00.50"}"#).get()
    let expected = try Self.patch(#"{"price":19.99,"discounted_price":0.5}"#).get()
    #expect(patch.price == expected.price)
    #expect(try patch.price.price(in: .usd) == Price(1_999, discount: 50, in: .usd))
    let negative = Self.flaws(try Self.patch(#"{"stock":-5}"#))
    #expect(Self.flaws(try Self.patch(#"{"stock":"-05"}"#)) == negative)
  }

  @Test func membersThatNobodyKnowsAreIgnoredForTheAppsAndRefusedOfOurs() throws {
    let more = #""product_id":1,"secret":"s","colour":"red","id":7"#
    #expect(Self.flaws(try Self.draft("{\(Self.least),\(more)}")) == [])
    #expect(
      Self.flaws(try Self.draft("{\(Self.native),\(more)}", .native)) == [
        "/product_id unknown_member", "/colour unknown_member", "/id read_only",
      ])
  }

  @Test("amounts with decimals, as encoders of several systems write them")
  func amounts() throws {
    for (text, cents) in [
      ("19.99", 1_999), ("19.989999999999998", 1_999), ("20", 2_000), ("20.0", 2_000),
      ("2e1", 2_000), ("0", 0), ("0.1", 10), ("0.10000000000000001", 10),
    ] as [(String, Int64)] {
      let draft = try Self.draft(#"{"name":"abc","price":\#(text),"currency":"USD"}"#).get()
      #expect(draft.price.amount == cents, "\(text)")
    }
  }

  @Test("no number is so strange that reading it ends the program")
  func strangeAmounts() throws {
    for text in [
      "1e-9223372036854775808", "1e9223372036854775807", "-9223372036854775808", "1e30", "1e-30",
      "0e30", "-", "1.", ".5", "1e", "é", "", String(repeating: "9", count: 65),
    ] {
      let amount = try? Amount(text)
      for currency in Currency.allCases { _ = try? amount?.minorUnits(of: currency, at: "/price") }
    }
    #expect(throws: ValidationError.self) { try Amount("1e-9223372036854775808") }
    #expect(throws: Rejection.self) { try Amount(Int64.min).minorUnits(of: .usd, at: "/price") }
  }

  @Test("everything that is wrong is told at once, and names its key")
  func fieldErrors() throws {
    for (text, expected) in [
      ("{}", ["/name required", "/price required", "/currency required"]),
      (#"{"name":"ab","price":1,"currency":"KRW"}"#, ["/name too_short"]),
      (#"{"name":"abc","price":-1,"currency":"KRW"}"#, ["/price out_of_range"]),
      (#"{"name":"abc","price":1.5,"currency":"KRW"}"#, ["/price too_many_decimals"]),
      (#"{"name":"abc","price":1.555,"currency":"USD"}"#, ["/price too_many_decimals"]),
      (#"{"name":"abc","price":"free","currency":"KRW"}"#, ["/price wrong_type"]),
      (#"{"name":"abc","price":1e300,"currency":"KRW"}"#, ["/price out_of_range"]),
      (
        #"{"name":"abc","price":-9223372036854775808,"currency":"USD"}"#, ["/price out_of_range"]
      ),
      (#"{"name":"abc","price":1,"currency":"JPY"}"#, ["/currency unknown_currency"]),
      (
        #"{"name":"abc","price":1,"currency":"KRW","discounted_price":2}"#,
        ["/discounted_price out_of_range"]
      ),
      (
        #"{"name":"abc","price":1.5,"currency":"KRW","discounted_price":0.5,"stock":-1}"#,
        ["/price too_many_decimals", "/discounted_price too_many_decimals", "/stock out_of_range"]
      ),
      (
        #"{"name":"abc","price":1,"currency":"KRW","stock":1.5}"#, ["/stock not_whole"]
      ),
      (
        #"{"name":"abc","price":1,"currency":"KRW","stock":9223372036854775807}"#,
        ["/stock out_of_range"]
      ),
      (
        #"{"name":1,"descriptions":2,"price":true,"currency":3}"#,
        [
          "/name wrong_type", "/descriptions wrong_type", "/price wrong_type",
          "/currency wrong_type",
        ]
      ),
      ("[]", [" wrong_type"]),
    ] {
      #expect(Self.flaws(try Self.draft(text)) == expected, "\(text)")
    }
    let long = String(repeating: "가", count: ProductDescription.charactersMax + 1)
    let text = #"{\#(Self.least),"descriptions":"\#(long)"}"#
    #expect(Self.flaws(try Self.draft(text)) == ["/descriptions too_long"])
  }

  @Test func aPatchHoldsWhatIsSentAndNothingElse() throws {
    let patch = try Self.patch(
      #"{"secret":"s","price":3000,"thumbnail_id":7,"product_id":1,"productID":1}"#
    ).get()
    #expect(patch.price == .whole(Amount(3_000), discount: nil))
    #expect(patch.cover == 7)
    #expect(patch.name == nil)
    #expect(patch.currency == nil)
    #expect(try Self.patch("{}", .native).get() == ProductPatch())
    #expect(
      Self.flaws(try Self.patch(#"{"thumbnail_id":[],"stock":true,"currency":"$"}"#)) == [
        "/thumbnail_id wrong_type", "/stock wrong_type", "/currency unknown_currency",
      ])
  }

  @Test func ourOwnAppsMayTellMore() throws {
    let draft = try Self.draft(
      """
      {\(Self.native),"brand":"모윰","maker":"메이커","mall":"모아몰","link":"https://a.example/1",
      "product_type":"used_catalog","category_path":["육아","수유"],"tags":["BEST","FREE_DELIVERY"],
      "delivery":{"is_free":true,"fee":2500,"areas":[
      {"province":"인천","district":"옹진군","neighbourhood":"","surcharge":9900}]}}
      """, .native
    ).get()
    #expect(draft.details.brand?.text == "모윰")
    #expect(draft.details.type.number == 4)
    #expect(draft.details.categoryPath.map(\.text) == ["육아", "수유"])
    #expect(draft.details.tags == [.best, .freeDelivery])
    #expect(draft.details.delivery?.areas.first?.surcharge == 9_900)
    let patch = try Self.patch(#"{"brand":null,"delivery":null,"tags":[]}"#, .native).get()
    #expect(patch.brand == .clear)
    #expect(patch.delivery == .clear)
    #expect(patch.tags == [])
    #expect(patch.maker == .keep)
  }

  @Test func whatIsWrongInsideIsToldWithItsPlace() throws {
    let text = """
      {\(Self.native),"product_type":"new","category_path":["a",2,"b","c","d"],"tags":["BEST","NEW"],
      "delivery":{"fee":-1,"free":true,"areas":[{"province":"인천","surcharge":1.5}]}}
      """
    #expect(
      Self.flaws(try Self.draft(text, .native)) == [
        "/product_type unknown_word", "/category_path too_many", "/category_path/1 wrong_type",
        "/tags/1 unknown_tag", "/delivery/fee out_of_range", "/delivery/free unknown_member",
        "/delivery/areas/0/surcharge not_whole", "/delivery/areas/0/district required",
        "/delivery/is_free required",
      ])
    #expect(
      Self.flaws(try Self.draft(#"{\#(Self.native),"category_path":["a",2],"tags":1}"#, .native))
        == ["/category_path/1 wrong_type", "/tags wrong_type"])
  }

  @Test func theTextOfADeliveryIsTakenWhereItSaysWhatStandsBesideIt() throws {
    func patch(_ text: String, fee: Int) throws -> Result<ProductPatch, any Error> {
      try Self.patch(
        #"{"delivery":{"text":"\#(text)","is_free":false,"fee":\#(fee)}}"#, .native)
    }
    guard case .set(let terms) = try patch("배송비 3,000원", fee: 3_000).get().delivery else {
      Issue.record("nothing is set")
      return
    }
    #expect(terms.fee == 3_000)
    #expect(Self.flaws(try patch("배송비 3,000원", fee: 4_000)) == ["/delivery/text read_only"])
    #expect(Self.flaws(try patch("무료배송", fee: 3_000)) == ["/delivery/text read_only"])
    let number = #"{"delivery":{"text":1,"is_free":true}}"#
    #expect(Self.flaws(try Self.patch(number, .native)) == ["/delivery/text wrong_type"])
  }

  @Test func theSecretStandsAloneOrInAnObject() throws {
    func secret(_ text: String) throws -> String? {
      ProductDocument.secret(try JSONParser.parse(Array(text.utf8)))
    }
    #expect(try secret(#""abc""#) == "abc")
    #expect(try secret(#"{"secret":"abc"}"#) == "abc")
    #expect(try secret(#"{"secret":1}"#) == nil)
    #expect(try secret("[]") == nil)
  }
}
