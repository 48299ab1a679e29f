import Domain
import Transport
import Web

/// The bodies for MommyTalk's apps: amounts are whole won, and no key is ever missing.
struct MommyTalkAnswer: Sendable {
  let origin: Origin?

  func page(_ window: ListedWindow, offset: Int64, limit: Int64) -> [UInt8] {
    let page = Page(window: window, offset: offset, limit: limit, origin: origin)
    return Self.page.bytes(page, capacity: 128 + 512 * window.products.count)
  }

  /// The keys of the list, and delivery.
  func product(_ product: Product) -> [UInt8] {
    let row = Row(product: product.summary, origin: origin)
    let detail = Detail(row: row, delivery: product.draft.details.delivery)
    return Self.detail.bytes(detail, capacity: 2_048)
  }

  struct Page {
    let window: ListedWindow
    let offset: Int64
    let limit: Int64
    let origin: Origin?
  }

  struct Row {
    let product: ProductSummary
    let origin: Origin?
  }

  struct Detail {
    let row: Row
    let delivery: DeliveryTerms?
  }

  // MARK: Declarations

  static let page = WireObject<Page>(
    "ProductList", "A page of the list.",
    [
      .object("meta", meta, "The place of the page.") { copy $0 },
      .objects("products", row, 0...Int(MommyTalkRoutes.limitMax), "The newest first.") { page in
        page.window.products.map { Row(product: $0, origin: page.origin) }
      },
    ])

  private static let meta = WireObject<Page>(
    "Meta", "The place of a page in its list.",
    [
      .value("offset", .integer(0...), "As in the request.", 0) { .integer($0.offset) },
      .value("limit", .integer(1...MommyTalkRoutes.limitMax), "As in the request.", 20) {
        .integer($0.limit)
      },
      .value("isFinal", .boolean, "Whether it is the last page.", false) {
        .bool(!$0.window.hasNext)
      },
    ])

  private static let row = WireObject<Row>(
    "Product", "A product in the list.",
    [
      .value("hash", .string(pattern: "^[0-9A-F]{32}$"), "Names it.", hash) {
        .string($0.product.code.text)
      },
      .value("name", Wire.title, "One line.", "수면 잠옷") { .string($0.product.cell.name.text) },
      // Apps remove the bars, and call methods of a string on the rest.
      .value("brand", .string(pattern: "^\\|.*\\|$"), "Between bars.", "|모윰|") {
        .string("|\($0.product.cell.brand?.text ?? "")|")
      },
      .value("sellPrc", Wire.money, "The price after any discount, in won.", 15_000) {
        .integer($0.product.price.bargain)
      },
      .value("normalPrc", Wire.money, "Before the discount, in won.", 23_000) {
        .integer($0.product.price.amount)
      },
      .value("soldOut", .boolean, "Whether it is sold out.", false) {
        .bool($0.product.cell.stock.isSoldOut)
      },
      .value("imgUrl", .url, "Its first picture.", "https://shop.example/images/none.png") {
        .string(Placeholder.url(of: $0.product.cell.cover, from: $0.origin))
      },
      .value("reviewCount", .integer(0...), "The number of reviews.", 0) {
        .integer($0.product.cell.reviews.count)
      },
      .value("reviewAvg", .number(0...5), "In tenths; 0 without reviews.", 4.5) {
        .decimal(tenths($0.product.cell.reviews.average), places: 1)
      },
      .value("partnerNo", .integer(1...), "The vendor's id.", 242) {
        .integer($0.product.vendor.id)
      },
      .value(
        "tags", .array(.word(ProductTag.allCases.map(\.rawValue))), "Marks of the product.", []
      ) { .strings($0.product.cell.tags.all.map(\.rawValue)) },
      .value("discountRate", .integer(0...100), "In percent, rounded down.", 34) {
        .integer($0.product.price.discountPercent)
      },
    ])

  static let detail = WireObject<Detail>(
    "ProductDetail", "A product with its costs of delivery.",
    [
      .members(of: row) { $0.row },
      deliveryOrNull,
      .objects("deliveryAreaDetails", area, 0...DeliveryTerms.areasMax, "Areas with a surcharge.") {
        $0.delivery?.areas ?? []
      },
    ])

  /// The one member of all answers that may be null.
  private static let deliveryOrNull = WireMember<Detail>(
    "deliveryDetail", .optional(.object(delivery.schema)), isRequired: true,
    "Terms of delivery; null without any.", nil
  ) { writer, detail in
    writer.key("deliveryDetail")
    guard let terms = detail.delivery else { return writer.null() }
    delivery.write(terms, to: &writer)
  }

  private static let delivery = WireObject<DeliveryTerms>(
    "DeliveryDetail", "The costs of delivery.",
    [
      .value("isFree", .boolean, "Whether delivery costs nothing.", true) { .bool($0.isFree) },
      .value(
        "freeLimit", Wire.money, "The total from which delivery is free, in won; 0 for never.", 0
      ) {
        .integer($0.freeLimit)
      },
      .value("deliveryFee", Wire.money, "In won.", 0) { .integer($0.fee) },
      .value(
        "isBillingByAreaWhenFree", .boolean,
        "Whether areas have a surcharge even when delivery is free.",
        true
      ) { .bool($0.isBillingByAreaWhenFree) },
      .value(
        "basedBy", .word(["ORDER_PRICE"]), "The amount that the limit is compared with.",
        "ORDER_PRICE"
      ) { _ in
        .string("ORDER_PRICE")
      },
    ])

  private static let area = WireObject<DeliveryTerms.Area>(
    "DeliveryAreaDetail", "A part of the country with its surcharge.",
    [
      .value("sido", Wire.place, "One line, or nothing.", "인천") { .string($0.province) },
      .value("gugun", Wire.place, "One line, or nothing.", "옹진군") { .string($0.district) },
      .value("dong", Wire.place, "One line, or nothing.", "대청면") { .string($0.neighbourhood) },
      .value("addPrice", Wire.money, "In won.", 9_900) { .integer($0.surcharge) },
    ])

  private static let hash: JSONValue = "9201921952970CB78C9FBF5EC623F263"

  /// Cells show one digit after the point.
  private static func tenths(_ average: Double) -> Int64 {
    average.isFinite ? Int64((min(max(average, 0), 5) * 10).rounded()) : 0
  }
}
