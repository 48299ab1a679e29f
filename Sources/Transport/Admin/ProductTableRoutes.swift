import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `GET /admin/v1/products` and `/admin/v1/products/counts`: products of all vendors, also hidden
/// and removed ones.
struct ProductTableRoutes: RouteGroup {
  let authentication: Authentication
  let browse: BrowseProductTable
  let count: CountProducts
  let origin: Origin?

  init(_ parts: RouteParts) {
    authentication = Authentication(parts.authenticateToken)
    let machine = parts.ports.machine
    browse = BrowseProductTable(
      products: parts.ports.products, signer: machine.signer, now: machine.now)
    count = CountProducts(products: parts.ports.products, now: machine.now)
    origin = parts.origin
  }

  func mount(on router: inout Router) {
    router.on(Self.endpoint) { request, arguments in
      try await authentication.require(.merchandise, of: request)
      let values = arguments.query
      let query = ProductTableQuery(
        search: values[Self.search], vendor: values[ProductListRequest.vendor],
        status: values[Self.status], sort: values[Self.sort], ids: values[Self.ids])
      let start = try values[Self.cursor].map { try position($0, of: query) }
      let table = try await browse(query, after: start, limit: values[Self.limit])
      let page = TablePage(table: table, origin: request.origin(configured: origin))
      return .administered(
        Self.wire.bytes(page, capacity: 256 + 2_048 * table.products.count), tag: nil)
    }
    router.on(Self.countEndpoint) { request, _ in
      try await authentication.require(.merchandise, of: request)
      return .administered(Self.counts.bytes(try await count()), tag: nil)
    }
  }

  private func position(
    _ cursor: String, of query: ProductTableQuery
  ) throws -> ProductPosition {
    do throws(ValidationError) {
      return try browse.position(cursor, of: query)
    } catch {
      throw ProductListRequest.refusal(error)
    }
  }

  // MARK: Declarations

  static let endpoints = [endpoint, countEndpoint]

  private static let countEndpoint = Endpoint(
    .get, "/admin/v1/products/counts", "countAllProducts", .administration,
    "Count products of all vendors",
    .json(counts.schema, "The products in each state.")
  ).with {
    $0.meaning = """
      The states are those of the list's `status`; a product may be in several. At most \
      \(ProductTableQuery.Status.countMax) are counted.
      """
    $0.access = .administrator
  }

  private static let endpoint = Endpoint(
    .get, "/admin/v1/products", "listAllProducts", .administration, "List products of all vendors",
    .json(wire.schema, "A page of the table.")
  ).with {
    $0.meaning = """
      Also hidden ones, and with `status=removed` those removed within \(RestoreProduct.daysMax) \
      days. A page may have fewer products than `limit`, or none; there are more as long as it has \
      `next`. With `ids` it is one page of these products, hidden or not, and other parameters do \
      not count.
      """
    $0.access = .administrator
    $0.query = [
      search.declaration, ProductListRequest.vendor.declaration, status.declaration,
      sort.declaration, ids.declaration, cursor.declaration, limit.declaration,
    ]
    $0.refusals = [.uriTooLong]
  }

  private static let search = QueryParameter<SearchQuery?>(
    "q", Wire.query,
    "Words to find, as in searches; hidden and removed products are found by their titles.",
    default: nil
  ) { text in try SearchQuery(text) }
  private static let status = QueryParameter<ProductTableQuery.Status?>(
    "status", .word(ProductTableQuery.Status.allCases.map(\.rawValue)),
    "Only products in this state; by default all that are not removed.", default: nil
  ) { text in try QueryParameter<ProductTableQuery.Status>.known(text) }
  private static let sort = QueryParameter<ProductTableQuery.Sort>.word(
    "sort", default: .newest,
    "`newest`, or `price` for the cheapest first; of removed products always the last removed first, of those without pictures the newest."
  )
  private static let ids = QueryParameter.products("ids", 1, max: BrowseProductTable.limitMax)
  private static let cursor = QueryParameter<String?>(
    "cursor", .string(1...200, pattern: "^[A-Za-z0-9_-]+$"),
    "`next` of the page before, asked with the same query.", default: nil
  ) { $0 }
  private static let limit = QueryParameter.number(
    "limit", 1...BrowseProductTable.limitMax, default: BrowseProductTable.limitDefault,
    "How many items a page has.")

  // MARK: Answers

  private static let counts = WireObject<[ProductTableQuery.Status: Int]>(
    "ProductCounts", "The products in each state.",
    [
      number("shown", of: .shown, "In the shop."),
      number("hidden", of: .hidden, "Hidden from the shop."),
      number("sold_out", of: .soldOut, "In the shop, with nothing left."),
      number("removed", of: .removed, "Removed within \(RestoreProduct.daysMax) days."),
      number("without_pictures", of: .withoutPictures, "Not removed, without a picture."),
    ])

  private static func number(
    _ name: StaticString, of status: ProductTableQuery.Status, _ meaning: String
  ) -> WireMember<[ProductTableQuery.Status: Int]> {
    .value(name, .integer(0...Int64(ProductTableQuery.Status.countMax)), meaning, 12) {
      .integer($0[status] ?? 0)
    }
  }

  private struct TablePage {
    let table: ProductTable
    let origin: Origin?
  }

  private struct Row {
    let product: Product
    let removedAt: Timestamp?
    let origin: Origin?
  }

  private static let wire = WireObject<TablePage>(
    "ProductTable", "Products of all vendors.",
    [
      .objects("products", row, 0...BrowseProductTable.limitMax, "In the order of `sort`.") {
        page in
        page.table.products.map {
          Row(product: $0.product, removedAt: $0.removedAt, origin: page.origin)
        }
      },
      .value("next", .string(), isRequired: false, "The cursor of the next page.", "AbC-1_x") {
        .string($0.table.next)
      },
    ])

  private static let row = WireObject<Row>(
    "ProductRow",
    "A product as its vendor writes it, with what administrators see of it besides.",
    Wire.itemMembers.map { $0.of(\.product) } + [
      .value(
        "version", .integer(1...), "For `If-Match`, and for changes of many products at once.", 1
      ) { .integer($0.product.version) },
      .object("vendor", Wire.vendor, "The seller.") { VendorLabel($0.product.vendor.seller) },
      .object("image", Wire.picture, isRequired: false, "The cover; left out without pictures.") {
        row in
        row.product.images.first.map {
          PictureView($0.picture.served(as: .thumb), origin: row.origin)
        }
      },
      .value("updated_at", .time, "The time of its last change.", "2026-03-01T00:00:00Z") {
        .string($0.product.summary.updatedAt.rfc3339)
      },
      .value(
        "removed_at", .time, isRequired: false,
        "The time of its removal; left out if it was not removed.", "2026-03-01T00:00:00Z"
      ) { .string($0.removedAt?.rfc3339) },
    ])
}
