import Domain
import Fakes
import Testing
import UseCases

@testable import Repositories

/// The packed copies that lists are read from say what the columns say, whoever writes those.
@Suite(.serialized) struct ProductCardTests {
  private static let rows = """
    insert into moa.vendors (identifier, name, secret_hash, created_at)
    values ('6d6f6120-6465-6d6f-2076-656e646f7231', '모아', 'x', '2026-01-02T03:04:05.678901Z'),
      ('6d6f6120-6465-6d6f-2076-656e646f7232', '둘째', 'x', now());
    insert into moa.products
      (id, vendor_id, code, name, description, currency, amount, discount, stock, brand, type, tags,
        review_count, review_average, created_at, updated_at, version)
    values (7, 1, '00000000-0000-4000-8000-000000000001', '👩‍👩‍👧 카드', 'a
      b', 'USD', 1000000000000, 999999999999, 1000000000, null, 12, '{BEST,UNHEARD_OF}', 2147483647,
      4.25, '1999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59Z', 2147483647);
    """

  @Test("a row written by hand is listed with every one of its columns")
  func everyColumn() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.rows)
    try await database.withPool { pool in
      let products = PostgresProducts(pool)
      let listed = try #require(
        try await products.page(ProductQuery(), after: nil, limit: 2).first)
      let vendor = Vendor(
        id: 1,
        identifier: try #require(VendorIdentifier("6d6f6120-6465-6d6f-2076-656e646f7231")),
        name: try Title("모아"),
        createdAt: try #require(Timestamp(rfc3339: "2026-01-02T03:04:05.678901Z")))
      let expected = ProductSummary(
        id: 7,
        code: try #require(
          ProductCode(octets: [0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1])),
        vendor: vendor, name: try ProductName("👩‍👩‍👧 카드"),
        description: try ProductDescription("a\n  b"),
        price: try Price(1_000_000_000_000, discount: 999_999_999_999, in: .usd),
        stock: try Stock(1_000_000_000), brand: nil, type: try ProductType(12), tags: [.best],
        cover: nil, reviews: ReviewScore(count: 2_147_483_647, average: 4.25),
        createdAt: try #require(Timestamp(rfc3339: "1999-12-31T23:59:59.999999Z")),
        updatedAt: try #require(Timestamp(rfc3339: "9999-12-31T23:59:59Z")),
        version: 2_147_483_647)
      #expect(listed == expected)
      let outlines = try await products.outlines(ProductQuery(), after: nil, limit: 2)
      #expect(outlines == ProductOutlines([expected]))
      #expect(try await products.find(7)?.summary == expected)
    }
  }

  @Test("what is listed again and again is as it was written last")
  func listedAgain() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.rows)
    try await database.withPool { pool in
      let products = PostgresProducts(pool)
      let window = ListWindow(list: .all, offset: 0, count: 5, anchor: nil)
      for stock in [4, 5, 4, 6] {
        try database.psql("update moa.products set stock = \(stock), name = 'now \(stock)'")
        for _ in 0..<4 {
          let listed = try await products.page(ProductQuery(), after: nil, limit: 5)
          let dearest = try await products.page(
            ProductQuery(sort: .priceDescending), after: nil, limit: 5)
          let outlines = try await products.outlines(ProductQuery(), after: nil, limit: 5)
          let counted = try await products.window(window).products
          #expect(
            listed.map(\.stock.count) == [stock] && listed.map(\.name.text) == ["now \(stock)"])
          #expect(dearest == listed && counted == listed && outlines == ProductOutlines(listed))
        }
      }
    }
  }

  @Test("the pictures of a product that an older server wrote are looked up")
  func olderServer() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = StorePorts(pool)
      let vendor = try await ports.vendor()
      let product = try await ports.add(.sample(by: vendor, images: [2, 3, 4]))
      let code = product.summary.code
      try #require(product.images.count == 3)
      try database.psql("update moa.products set pictures = null")
      #expect(try await ports.products.find(product.id) == product)
      #expect(try await ports.products.find(code) == product)
      try database.psql("delete from moa.product_images")
      #expect(try await ports.products.find(product.id)?.images == [])
    }
  }

  @Test("products show what their vendor is called now")
  func renamedVendor() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.rows)
    try database.psql("update moa.vendors set name = '새 이름' where id = 1")
    try await database.withPool { pool in
      let products = PostgresProducts(pool)
      let page = try await products.page(ProductQuery(), after: nil, limit: 2)
      #expect(page.map(\.vendor.name.text) == ["새 이름"])
      #expect(page.map(\.version) == [2_147_483_647])
    }
  }

  @Test("nobody gives a product a vendor that is not what it says")
  func falseSeller() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.rows)
    #expect(throws: (any Error).self) {
      try database.psql("update moa.products set seller = 'x' where id = 7")
    }
    #expect(throws: (any Error).self) {
      try database.psql("update moa.products set vendor_id = 2 where id = 7")
    }
  }

  @Test("a card that was cut anywhere, or is too long, is no product and no tile")
  func malformedCards() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = StorePorts(pool)
      let draft = try ProductDraft.sample(description: "설명", details: .sample())
      let product = try await ports.add(.sample(by: try await ports.vendor(), draft))
      let hex = try database.psql("select encode(card, 'hex') from moa.products")
      let whole = try #require(Hexadecimal.octets(hex))
      func read(_ octets: [UInt8]) -> (card: ProductSummary?, outline: ProductOutlines?) {
        octets.withUnsafeBytes { octets in
          (
            PackedReader.whole(octets) { $0.card(of: product.id) },
            PackedReader.whole(octets) { reader in
              var outlines = ProductOutlines()
              return reader.outline(of: product.id, &outlines) ? outlines : nil
            }
          )
        }
      }
      #expect(read(whole).card == product.summary)
      #expect(read(whole).outline == ProductOutlines([product.summary]))
      // Without its last part, the cover, it is the card of a product without pictures.
      let coverless = try #require(
        (0..<whole.count).filter { read(Array(whole.prefix($0))).card != nil }.first)
      for count in 0...whole.count where count != coverless && count != whole.count {
        let cut = read(Array(whole.prefix(count)))
        #expect(cut.card == nil && cut.outline == nil, "\(count)")
      }
      let bare = try #require(read(Array(whole.prefix(coverless))).outline)
      #expect(bare.count == 1 && bare.last?.cover == nil)
      let longer = read(whole + [0])
      #expect(longer.card == nil && longer.outline == nil)
      // The length of the vendor's name, behind 49 octets, is more than there is, or less than none.
      for length in [[0x7F, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFE]] as [[UInt8]] {
        var wrong = whole
        wrong.replaceSubrange(49..<53, with: length)
        #expect(read(wrong).card == nil && read(wrong).outline == nil)
      }
      // The name's, in front of which a length of its own tells where it stands.
      let name = Array(product.summary.name.text.utf8)
      let place = try #require(
        whole.indices.first { whole[$0...].starts(with: [0, 0, 0, UInt8(name.count)] + name) })
      for length in [Int32(-1), -2, .min] {
        var wrong = whole
        let octets = withUnsafeBytes(of: length.bigEndian) { Array($0) }
        wrong.replaceSubrange(place..<place + 4, with: octets)
        #expect(read(wrong).card == nil && read(wrong).outline == nil, "\(length)")
      }
    }
  }

  @Test("a cover that cannot be is no card without a cover")
  func malformedCovers() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = StorePorts(pool)
      let product = try await ports.add(.sample(by: try await ports.vendor(), images: [2]))
      let packed = try database.psql("select encode(card, 'hex') from moa.products")
      let whole = try #require(Hexadecimal.octets(packed))
      func read(_ octets: [UInt8]) -> (card: ProductSummary?, cover: ServedPicture??) {
        octets.withUnsafeBytes { octets in
          var outlines = ProductOutlines()
          let isTile = PackedReader.whole(octets) {
            $0.outline(of: product.id, &outlines) ? true : nil
          }
          let cover: ServedPicture?? = isTile == nil ? nil : .some(outlines.last?.cover)
          return (PackedReader.whole(octets) { $0.card(of: product.id) }, cover)
        }
      }
      let digest = try #require(product.summary.cover?.digest.octets)
      let cover = try #require(whole.indices.first { whole[$0...].starts(with: digest) })
      // Its digest, type, four numbers, and how many renditions follow.
      func card(type: UInt8 = 1, renditions: [UInt8]...) -> [UInt8] {
        whole[..<(cover + 32)] + [type] + whole[(cover + 33)..<(cover + 49)]
          + [UInt8(renditions.count)] + renditions.joined()
      }
      func rendition(_ preset: UInt8, _ type: UInt8, side: UInt8) -> [UInt8] {
        [preset, type, 0, 0, 0, side, 0, 0, 0, side, 0, 0, 1, 0]
      }
      let thumb = read(card(renditions: rendition(2, 1, side: 40), rendition(1, 1, side: 20)))
      #expect(thumb.cover??.width == 20 && thumb.card?.cover?.renditions[.cell]?.width == 40)
      let original = read(card(renditions: rendition(2, 1, side: 40)))
      #expect(original.cover??.width == product.summary.cover?.width)
      #expect(original.cover == .some(original.card?.cover?.served(as: .thumb)))
      // What is not shown may be of a type that only a newer server knows.
      let newer = read(card(renditions: rendition(1, 1, side: 20), rendition(3, 9, side: 90)))
      #expect(newer.card == nil && newer.cover??.width == 20)
      for wrong in [
        card(type: 9), card(renditions: rendition(1, 9, side: 1)),
        // A preset that nobody knows.
        card(renditions: rendition(4, 1, side: 1)),
        card(renditions: rendition(1, 1, side: 1).dropLast()),
        card(renditions: rendition(1, 1, side: 1), [1]),
      ] {
        #expect(read(wrong).card == nil && read(wrong).cover == nil)
      }
    }
  }

  @Test("a card of another format is a bug that names the column, and no wrong product")
  func otherFormat() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(Self.rows)
    try database.psql(
      """
      alter table moa.products alter column card drop expression;
      update moa.products set card = set_byte(card, 0, 2);
      """)
    try await database.withPool { pool in
      let products = PostgresProducts(pool)
      let failures = [
        await #expect(throws: Failure.self) {
          try await products.page(ProductQuery(), after: nil, limit: 2)
        },
        await #expect(throws: Failure.self) {
          try await products.outlines(ProductQuery(), after: nil, limit: 2)
        },
      ]
      for failure in failures {
        guard case .bug(let reason) = failure else {
          Issue.record("not a bug: \(String(describing: failure))")
          continue
        }
        #expect(reason.contains("card"))
      }
    }
  }
}
