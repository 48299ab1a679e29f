import Domain
import Foundation
import Testing

@testable import Catalogues

/// The files are written for these tests, with the oddities that such files were seen with.
struct CatalogueTests {
  @Test func shopifysRowsOfAProductAreJoined() throws {
    let shirt = try product("linen-shirt", in: "shopify.csv", .usd)
    #expect(shirt.options.map(\.values) == [["Sand", "Sea"], ["S", "M"]])
    #expect(shirt.variants.map(\.price.bargain) == [4900, 4900, 3950])
    #expect(
      shirt.pictures.map { $0.split(separator: "/").last } == [
        "front.jpg", "sand.jpg", "back.jpg", "sea.jpg",
      ])
  }

  @Test func aTitleThatIsTheDefaultIsNoOption() throws {
    #expect(try product("clay-cup", in: "shopify.csv", .usd).options.isEmpty)
  }

  @Test func htmlBecomesTheTextThatItShows() throws {
    #expect(
      try product("linen-shirt", in: "shopify.csv", .usd).text
        == "Cool & light.\n\n- 100% linen\n- Washable \"at 30°\"")
  }

  @Test func shopifysNewNamesAreKnown() throws {
    #expect(try product("wool-scarf", in: "shopify-new.csv", .usd).variants.count == 2)
  }

  @Test func variationsFindTheirProductWhereverItStands() throws {
    let tee = try product("tee", in: "woocommerce.csv", .usd)
    #expect(
      tee.variants.map(\.values) == [["Large", "Yes"], ["Large", "No"], ["Small, slim", "No"]])
    #expect(tee.stock == 7)
    #expect(tee.text == "Short\nand sweet\n\nLong")
  }

  @Test(arguments: ["cafe24.csv", "cafe24-excel.csv"])
  func cafe24IsReadInTheEncodingOfItsBytes(file: String) throws {
    let shirt = try product("LINEN-1", in: file)
    #expect(shirt.name == "리넨 셔츠")
    #expect(shirt.variants.map(\.values).last == ["네이비", "66"])
  }

  @Test func naversOptionsAreALineForEachOptionOrForEachCombination() throws {
    let whole = try product("SH-1", in: "naver.xlsx")
    #expect(whole.variants.map(\.stock) == [3, 0, 99_999, 4])
    #expect(whole.variants.map(\.price.bargain) == [35_100, 35_100, 35_100, 37_100])
    #expect(try product("SH-2", in: "naver.xlsx").variants.count == 3)
  }

  @Test func coupangsRowsAreJoinedByNameFromAWorkbookOfAnotherWriter() throws {
    let socks = try product("줄무늬 양말", in: "coupang.xlsx")
    #expect(socks.variants.map(\.sku) == ["SO-R", "SO-B"])
    #expect(socks.categoryPath == ["패션", "양말", "중목"])
  }

  @Test func ourOwnTableAndOurOwnLinesSayTheSame() throws {
    let table = try product("LB-1", in: "moa.csv")
    #expect(table.variants.map(\.price.amount) == [30_000, 29_000])
    #expect(table.text == "시원해요.\nA < B & C")
    #expect(try product("LB-1", in: "moa.jsonl").variants.map(\.stock) == [5, 2])
    #expect(try product("CUP", in: "moa.jsonl").price.amount == 1999)
  }

  @Test func namesOfFilesAndCategoriesOfOurOwnTableHoldAnyCharacter() throws {
    let table = #"""
      key,name,price,images,category_path
      A,Cup,1000,"a, b.png|c,http.png",x\>y > A\ > > z
      """#
    let cup = try #require(try read(Array(table.utf8), inWon).products.first)
    #expect(cup.pictures == ["a, b.png", "c,http.png"])
    #expect(cup.categoryPath == ["x>y", #"A\"#, "z"])
  }

  @Test func aMapOfColumnsReadsAnyTable() throws {
    var options = CatalogueOptions()
    options.currency = .usd
    options.columns = [
      "key": "품번", "name": "품명", "option1_value": "컬러", "price": "가격", "stock": "수량",
      "images": "사진",
    ]
    let products = try read(try bytes("other.csv"), options).products
    #expect(products.map { $0.options.map(\.name) } == [["컬러"], ["컬러"]])
    #expect(products.map(\.price.amount) == [300_050, 1_200_000])
  }

  @Test(arguments: [
    ("shopify.csv", ["repeated_variant 10", "repeated_key 11"]),
    ("woocommerce.csv", ["other_kind 7", "no_parent 8"]),
    ("cafe24.csv", ["unclear_option 4"]),
    ("naver.xlsx", ["unclear_option 9", "damaged_key 11"]),
    ("moa.csv", ["bad_currency 6"]),
    ("moa.jsonl", ["bad_json 4"]),
  ])
  func whatIsRefusedIsToldByItsRow(file: String, told: [String]) throws {
    let refused = try findings(in: file).filter { $0.kind.outcome == .refused }
    #expect(refused.map { "\($0.kind.code) \($0.firsts[0].line)" } == told)
  }

  @Test(arguments: [
    ("shopify.csv", ["no_discount", "negative_stock", "damaged_code", "hidden"]),
    ("woocommerce.csv", ["unknown_stock", "hidden", "planned_sale", "any_value"]),
    ("cafe24.csv", ["unknown_stock", "hidden"]), ("naver.xlsx", ["key_from_name"]),
  ])
  func whatIsTakenInAnotherWayIsToldOnceAKind(file: String, told: [String]) throws {
    #expect(try findings(in: file).filter { $0.kind.outcome == .changed }.map(\.kind.code) == told)
  }

  @Test func columnsWithoutACounterpartAreCounted() throws {
    let column = try #require(
      try findings(in: "shopify.csv").first { $0.column == "Variant Grams" })
    #expect(column.kind.outcome == .left)
    #expect(column.firsts.map(\.line) == [2, 4, 5, 7, 8])
  }

  @Test func aFileWithoutACurrencyAsksForOne() throws {
    #expect(throws: CatalogueError.self) { try read(try bytes("shopify.csv"), CatalogueOptions()) }
  }

  @Test(arguments: [
    "\u{D0}\u{CF}\u{11}\u{E0}", "<html>", "", "a,b\n1,2\n", "key,name,price\n\"A,x,1\n",
    "key,name,price\n" + String(repeating: ",", count: 1_000),
    "key,name,price\n" + String(repeating: "a", count: (4 << 20) + 1),
  ])
  func whatIsNoTableIsRefusedWithACure(text: String) throws {
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    let error = #expect(throws: CatalogueError.self) { try read(bytes, inWon) }
    #expect(error?.cure.isEmpty == false)
  }

  @Test(arguments: [[0, 0, 0, 0x7F], [0, 0, 0, 4]])
  func aWorkbookThatInflatesWithoutEndIsRefused(promised: [UInt8]) throws {
    var bytes = try bytes("naver.xlsx")
    let name = Array("xl/workbook.xml".utf8)
    let entry = try #require(
      bytes.indices.last { bytes[$0...].starts(with: name) && $0 > 46 })
    // The size that its directory promises.
    bytes.replaceSubrange((entry - 22)..<(entry - 18), with: promised)
    #expect(throws: CatalogueError.self) { try read(bytes, CatalogueOptions()) }
  }

  @Test(arguments: [
    Workbook(parts: 1_998), Workbook(sheet: "<row r=\"1048577\"><c><v>1</v></c></row>"),
    Workbook(sheet: "<row><c r=\"ALM1\"><v>1</v></c></row>"),
    Workbook(
      sheet: "<row>" + String(repeating: "<c t=\"s\"><v>0</v></c>", count: 5) + "</row>",
      shared: 1 << 20),
    Workbook(
      sheet: String(repeating: "<row><c r=\"D1\" t=\"s\"><v>0</v></c></row>", count: 512),
      shared: 1 << 20),
    Workbook(padding: 64 << 20),
  ])
  func aWorkbookBeyondALimitIsRefusedWithACure(workbook: Workbook) throws {
    let error = #expect(throws: CatalogueError.self) { try read(workbook.bytes, inWon) }
    #expect(error?.detail.contains("more than") == true)
  }

  @Test(arguments: [(2, 100), (100, 2)])
  func moreTextsThanAWorkbookMayShareAreRefused(countMax: Int, bytesMax: Int) throws {
    let texts = Array("<sst><si><t>a</t></si><si><t>b</t></si><si><t>c</t></si></sst>".utf8)
    #expect(throws: Never.self) { try SharedTexts(file: "a.xlsx", texts, countMax: 3, bytesMax: 3) }
    let error = #expect(throws: CatalogueError.self) {
      try SharedTexts(file: "a.xlsx", texts, countMax: countMax, bytesMax: bytesMax)
    }
    #expect(error?.detail.contains("more than \(countMax)") == true)
  }

  @Test func aProductOfMoreVariantsThanAnyHasIsRefusedAndNotHeld() throws {
    let rows = (1...600).map { "A,Cup,1000,1,Size,\($0)\n" }.joined()
    let table = "key,name,price,stock,option1_name,option1_value\n" + rows + "B,Cup,1000,1,,\n"
    let (products, findings) = try read(Array(table.utf8), inWon)
    #expect(products.map(\.key) == ["B"])
    #expect(findings.all.map(\.kind.code) == ["too_many_variants"])
  }

  @Test func variationsForAnyValueDoNotMultiplyWithoutEnd() throws {
    let values = (1...400).map(String.init).joined(separator: ", ")
    let header = "ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n"
    let rows = (2...2_000).map { "\($0),variation,S\($0),Cup,1000,A,Size,\n" }.joined()
    let table = header + "1,variable,A,Cup,,,Size,\"\(values)\"\n" + rows
    let findings = try read(Array(table.utf8), inWon).findings.all
    #expect(findings.contains { $0.kind.code == "too_many_variants" })
  }

  @Test func aCellOfManyPicturesIsReadInTimeThatGrowsWithIt() throws {
    let pictures = (1...200_000).map(String.init).joined(separator: "|")
    let table = "key,name,price,images\nA,Cup,1000,\(pictures)\n"
    #expect(try read(Array(table.utf8), inWon).products.map(\.pictures.count) == [100])
  }

  @Test(arguments: ["-900000000000000000", "900000000000000000"])
  func aPriceBeyondAllSumsIsRefused(price: String) throws {
    let table = """
      카테고리코드,상품명,판매가,즉시할인 값,즉시할인 단위,옵션명,옵션값,옵션가
      1,컵,12000,,,,,
      1,병,\(price),10,%,,,
      1,솥,12000,,,크기,M,900000000000000000
      """
    let (products, findings) = try read(Array(table.utf8), inWon)
    #expect(products.map(\.name) == ["컵"])
    #expect(findings.all.contains { $0.kind.code == "bad_price" })
  }

  @Test(arguments: ["shopify.csv", "woocommerce.csv", "cafe24-excel.csv", "moa.jsonl"])
  func aCutAnywhereChangesNothing(file: String) throws {
    let bytes = try bytes(file)
    #expect(try read(bytes, inWon, step: 1).products == read(bytes, inWon).products)
  }

  @Test(arguments: [
    ("12,000원", 12_000), ("₩12000", 12_000), ("1.2E+4", 12_000), ("1,234,567", 1_234_567),
  ])
  func aPriceIsReadAsPeopleWriteIt(text: String, units: Int64) throws {
    let table = Array("key,name,price\nA,Cup,\"\(text)\"\n".utf8)
    #expect(try read(table, inWon).products.first?.price.amount == units)
  }

  @Test(arguments: ["12,5", "1.234", "12.000", "12 or 13", "1,23,456", "-5", "1e30"])
  func aPriceThatCanBeReadInTwoWaysIsRefused(text: String) throws {
    let table = Array("key,name,price\nA,Cup,\"\(text)\"\n".utf8)
    #expect(try read(table, inWon).products.isEmpty)
  }

  // MARK: Reading

  private var inWon: CatalogueOptions {
    var options = CatalogueOptions()
    options.currency = .krw
    return options
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return Array(try Data(contentsOf: folder.appendingPathComponent("Files/" + name)))
  }

  private func product(
    _ key: String, in file: String, _ currency: Currency? = nil
  ) throws -> ReadProduct {
    var options = CatalogueOptions()
    options.currency = currency ?? (file.hasPrefix("moa") ? .krw : nil)
    return try #require(try read(try bytes(file), options).products.first { $0.key == key })
  }

  private func findings(in file: String) throws -> [Finding] {
    var options = inWon
    if !file.hasPrefix("moa"), !file.hasPrefix("naver") { options.currency = .usd }
    return try read(try bytes(file), options).findings.all
  }

  private func read(
    _ bytes: [UInt8], _ options: CatalogueOptions, step: Int = 1 << 16
  ) throws -> (products: [ReadProduct], findings: Findings) {
    var rest = bytes[...]
    var catalogue = try Catalogue(file: "file", options: options) {
      defer { rest = rest.dropFirst(step) }
      return Array(rest.prefix(step))
    }
    var products: [ReadProduct] = []
    while let product = try catalogue.next() { products.append(product) }
    return (products, catalogue.findings)
  }
}
