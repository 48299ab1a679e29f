import Domain
import Transport
import Web

/// The bodies that MommyTalk's apps decode: amounts are whole won, and no key is ever missing.
struct MommyTalkAnswer: Sendable, Hashable {
  let origin: Origin?

  func page(_ window: ListedWindow, offset: Int64, limit: Int64) -> [UInt8] {
    let page = Page(window: window, offset: offset, limit: limit, origin: origin)
    return Self.page.bytes(page, capacity: 128 + 512 * window.products.count)
  }

  /// The same keys as in the list, and delivery.
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
    let product: CellProduct
    let origin: Origin?
  }

  struct Detail {
    let row: Row
    let delivery: DeliveryTerms?
  }

  // MARK: Declarations

  static let page = WireObject<Page>(
    "ProductList", "A stretch of the list.",
    [
      .object("meta", meta, "Which stretch it is.") { $0.whole },
      .objects("products", row, 0...Int(MommyTalkRoutes.limitMax), "The newest first.") { page in
        page.window.products.map { Row(product: $0, origin: page.origin) }
      },
    ])

  private static let meta = WireObject<Page>(
    "Meta", "Which stretch of the list it is.",
    [
      .integer("offset", .integer(0...), "As it was asked for.", 0) { $0.offset },
      .integer("limit", .integer(1...MommyTalkRoutes.limitMax), "As it was asked for.", 20) {
        $0.limit
      },
      .bool("isFinal", "Whether nothing follows.", false) { !$0.window.hasNext },
    ])

  private static let row = WireObject<Row>(
    "Product", "A product in the list.",
    [
      .string("hash", .string(pattern: "^[0-9A-F]{32}$"), "Names it.", hash) {
        $0.product.code.text
      },
      .string("name", Wire.title, "One line.", "수면 잠옷") { $0.product.name.text },
      // Apps cut the bars off, and call methods of a text on what is left.
      .string("brand", .string(pattern: "^\\|.*\\|$"), "Between bars.", "|모윰|") {
        "|\($0.product.brand?.text ?? "")|"
      },
      .integer("sellPrc", Wire.money, "What is paid, in won.", 15_000) { $0.product.price.bargain },
      .integer("normalPrc", Wire.money, "Before the discount, in won.", 23_000) {
        $0.product.price.amount
      },
      .bool("soldOut", "Whether there are none left.", false) { $0.product.stock.isSoldOut },
      .string("imgUrl", .url, "Its first picture.", "https://shop.example/images/none.png") {
        Placeholder.url(of: $0.product.cover, from: $0.origin)
      },
      .integer("reviewCount", .integer(0...), "How many buyers said something.", 0) {
        $0.product.reviews.count
      },
      .decimal("reviewAvg", .number(0...5), "In tenths; 0 without reviews.", 4.5) {
        (tenths($0.product.reviews.average), 1)
      },
      .integer("partnerNo", .integer(1...), "Of the vendor.", 242) { $0.product.vendor.id },
      .strings(
        "tags", .array(.word(ProductTag.allCases.map(\.rawValue))), "Marks of the product.", []
      ) { $0.product.tags.all.map(\.rawValue) },
      .integer("discountRate", .integer(0...100), "In percent, rounded down.", 34) {
        $0.product.price.discountPercent
      },
    ])

  static let detail = WireObject<Detail>(
    "ProductDetail", "A product with what bringing it costs.",
    row.members(of: \Detail.row) + [
      .nullableObject("deliveryDetail", delivery, "Terms of delivery; null without any.") {
        $0.delivery
      },
      .objects("deliveryAreaDetails", area, 0...DeliveryTerms.areasMax, "Areas that cost more.") {
        $0.delivery?.areas ?? []
      },
    ])

  private static let delivery = WireObject<DeliveryTerms>(
    "DeliveryDetail", "What bringing a product costs.",
    [
      .bool("isFree", "Whether nothing is paid for it.", true) { $0.isFree },
      .integer("freeLimit", Wire.money, "The sum from which it is free, in won; 0 for none.", 0) {
        $0.freeLimit
      },
      .integer("deliveryFee", Wire.money, "In won.", 0) { $0.fee },
      .bool(
        "isBillingByAreaWhenFree", "Whether areas cost more even when delivery is free.", true
      ) { $0.isBillingByAreaWhenFree },
      .string("basedBy", .word(["ORDER_PRICE"]), "What the limit is of.", "ORDER_PRICE") { _ in
        "ORDER_PRICE"
      },
    ])

  private static let area = WireObject<DeliveryTerms.Area>(
    "DeliveryAreaDetail", "Part of the country, with what it costs more.",
    [
      .string("sido", Wire.place, "One line, or nothing.", "인천") { $0.province },
      .string("gugun", Wire.place, "One line, or nothing.", "옹진군") { $0.district },
      .string("dong", Wire.place, "One line, or nothing.", "대청면") { $0.neighbourhood },
      .integer("addPrice", Wire.money, "In won.", 9_900) { $0.surcharge },
    ])

  private static let hash: JSONValue = "9201921952970CB78C9FBF5EC623F263"

  /// One digit behind the point is what cells show.
  private static func tenths(_ average: Double) -> Int64 {
    average.isFinite ? Int64((min(max(average, 0), 5) * 10).rounded()) : 0
  }
}
