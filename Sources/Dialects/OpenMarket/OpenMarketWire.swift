import Domain
import Transport
import Web

/// The members of one version's answers, each declared once.
struct OpenMarketWire: Sendable {
  static let first = OpenMarketWire(.first)
  static let second = OpenMarketWire(.second)
  let page: WireObject<OpenMarketAnswer.Page>
  let product: WireObject<OpenMarketAnswer.Whole>

  private init(_ version: OpenMarketVersion) {
    let names = Names(version)
    let row = Self.row(names)
    page = Self.page(names, row)
    product = WireObject(
      names.type("ProductDetail"), "A product with its pictures and its vendor.",
      [
        .members(of: row) { $0.row },
        .objects(
          "images", Self.image(names), 0...Product.openMarketImagesMax, "In the order of display."
        ) { $0.images },
        .object("vendors", Self.vendor(names), "The seller.") { $0.vendor },
      ])
  }

  /// The names that differ between the versions.
  private struct Names {
    let version: OpenMarketVersion

    init(_ version: OpenMarketVersion) { self.version = version }

    /// The name of a type: one document has those of both versions.
    func type(_ name: String) -> String {
      version == .first ? name : name + "OfSecondVersion"
    }

    func key(_ first: StaticString, _ second: StaticString) -> StaticString {
      version == .first ? first : second
    }

    /// A day at midnight.
    var day: JSONSchema {
      .string(
        pattern: "^\\d{4}-\\d{2}-\\d{2}T00:00:00" + (version == .first ? "\\.00$" : "$"))
    }

    var dayExample: JSONValue {
      version == .first ? "2022-01-18T00:00:00.00" : "2022-01-18T00:00:00"
    }
  }

  private static func page(
    _ names: Names, _ row: WireObject<OpenMarketAnswer.Row>
  ) -> WireObject<OpenMarketAnswer.Page> {
    WireObject(
      names.type("ProductList"), "A page of the list; all members are always present.",
      [
        .value(names.key("page_no", "pageNo"), .integer(1...), "From 1.", 1) {
          .integer($0.page.number)
        },
        .value(
          names.key("items_per_page", "itemsPerPage"), .integer(1...OpenMarketPage.sizeMax),
          "The largest number on a page.", 20
        ) { .integer($0.page.size) },
        .value(
          names.key("total_count", "totalCount"), .integer(0...), "The number of all products.",
          207
        ) { .integer($0.window.total) },
        .value("offset", .integer(0...), "The number of products before the page.", 0) {
          .integer($0.page.offset)
        },
        .value("limit", .integer(1...), "The index after the last place of the page.", 20) {
          .integer($0.page.offset + Int64($0.page.size))
        },
        .objects("pages", row, 0...Int(OpenMarketPage.sizeMax), "The newest first.") { page in
          page.window.products.map {
            OpenMarketAnswer.Row($0, $0.description.listed, page.answer)
          }
        },
        .value(
          names.key("last_page", "lastPage"), .integer(0...), "The number of the last page.",
          11
        ) { .integer($0.page.last(of: $0.window)) },
        .value(names.key("has_next", "hasNext"), .boolean, "Whether a page follows.", true) {
          .bool($0.window.hasNext)
        },
        .value(
          names.key("has_prev", "hasPrev"), .boolean, "Whether there is a page before it.", false
        ) {
          .bool($0.page.number > 1)
        },
      ])
  }

  private static func row(_ names: Names) -> WireObject<OpenMarketAnswer.Row> {
    WireObject(
      names.type("Product"), "A product in the list.", named(names) + sold + days(names))
  }

  private static func named(_ names: Names) -> [WireMember<OpenMarketAnswer.Row>] {
    let vendorName = WireMember<OpenMarketAnswer.Row>.value(
      "vendorName", .string(), "The vendor's name.", "모아 상점"
    ) { .string($0.product.vendor.name.text) }
    return [
      .value("id", .integer(1...), "Unique, never reused.", 207) { .integer($0.product.id) },
      .value("vendor_id", .integer(1...), "The vendor's id.", 1) { .integer($0.product.vendor.id) },
    ] + (names.version == .second ? [vendorName] : []) + [
      .value("name", Wire.title, "One line.", "팥빙수") { .string($0.product.cell.name.text) },
      .value(
        "description", Wire.productDescription,
        "Many lines, or nothing; cut in lists.", "시원해요"
      ) {
        .string($0.description)
      },
      .value("thumbnail", .url, "The first picture.", "https://shop.example/images/none.png") {
        .string(Placeholder.url(of: $0.product.cell.cover, from: $0.origin))
      },
    ]
  }

  private static let sold: [WireMember<OpenMarketAnswer.Row>] = [
    .value(
      "currency", .word(Currency.ofOpenMarket.map(\.rawValue)), "The currency of the amounts.",
      "KRW"
    ) {
      .string($0.product.price.currency.rawValue)
    },
    amount("price", "Before the discount, in the currency.", 25_000) { $0.amount },
    amount("bargain_price", "The price after any discount.", 24_000) { $0.bargain },
    amount("discounted_price", "The discount.", 1_000) { $0.discount },
    .value("stock", .integer(0...Int64(Stock.countMax)), "The number in stock.", 12) {
      .integer($0.product.cell.stock.count)
    },
  ]

  private static func days(_ names: Names) -> [WireMember<OpenMarketAnswer.Row>] {
    [
      .value("created_at", names.day, "The day in Korea.", names.dayExample) {
        .string($0.created)
      },
      .value("issued_at", names.day, "The day of the last change.", names.dayExample) {
        .string($0.issued)
      },
    ]
  }

  /// An amount in its currency, with decimals only if it has any.
  private static func amount(
    _ name: StaticString, _ meaning: String, _ example: JSONValue,
    _ minorUnits: @escaping @Sendable (Price) -> Int64
  ) -> WireMember<OpenMarketAnswer.Row> {
    .value(name, .number(0...Price.amountMax), meaning, example) {
      .decimal(minorUnits($0.product.price), places: $0.product.price.currency.fractionDigits)
    }
  }

  private static func image(_ names: Names) -> WireObject<OpenMarketAnswer.Image> {
    let succeed = WireMember<OpenMarketAnswer.Image>.value(
      "succeed", .boolean, "Always true.", true
    ) { _ in
      .bool(true)
    }
    let picture: JSONValue = "https://shop.example/images/98c9/full.jpg"
    return WireObject(
      names.type("Image"), "A picture of a product.",
      [
        .value("id", .integer(1...), "Unique.", 15) { .integer($0.image.id) },
        .value("url", .url, "At most 1080 pixels wide.", picture) {
          .string($0.image.picture.served(as: .full).url(from: $0.origin))
        },
        .value("thumbnail_url", .url, "At most 400 pixels wide.", picture) {
          .string($0.image.picture.served(as: .cell).url(from: $0.origin))
        },
      ] + (names.version == .first ? [succeed] : []) + [
        .value("issued_at", names.day, "The day of the product.", names.dayExample) {
          .string($0.issued)
        }
      ])
  }

  private static func vendor(_ names: Names) -> WireObject<OpenMarketAnswer.Seller> {
    let days: [WireMember<OpenMarketAnswer.Seller>] = [
      .value("created_at", names.day, "The day in Korea.", names.dayExample) { .string($0.issued) },
      .value("issued_at", names.day, "The same.", names.dayExample) { .string($0.issued) },
    ]
    return WireObject(
      names.type("Vendor"), "The seller of a product.",
      [
        .value("id", .integer(1...), "Unique.", 1) { .integer($0.vendor.id) },
        .value("name", .string(), "One line.", "모아 상점") { .string($0.vendor.name.text) },
      ] + (names.version == .first ? days : []))
  }
}
