import Domain
import HTTP
import UseCases
import Web

/// `POST /v1/stock`: what another system of a vendor sells.
struct StockRoutes: RouteGroup {
  private static let path = "/v1/stock"
  let authentication: VendorAuthentication
  let products: any ProductRepository
  let writes: IdempotentWrites
  let now: WallClock

  func mount(on router: inout Router) {
    router.on(Self.endpoint) { request, _ in
      let vendor = try await authentication.vendor(of: request)
      let document = try await request.json(upTo: Self.bytesMax)
      let operations = try Self.document.value(of: document, from: nil)
      return try await writes(
        request, by: vendor.author, content: document.canonical, history: History.stock
      ) { once in
        try await products.carryOut(operations, of: vendor, at: now(), once: once)
      } answer: { results in
        .personal(Wire.stockResults.bytes(results, capacity: 64 + 96 * results.count))
      }
    }
  }

  // MARK: Documents

  /// Five hundred operations with every character escaped.
  private static let bytesMax = 524_288

  private static let document = BodyObject<[StockOperation]>(
    "StockRequest", "Operations that are all carried out, or none.",
    BodyMember.required(
      "operations", .array(.object(operation), 1...StockOperation.countMax),
      "Carried out in this order.")
  ) { $0 }

  private static let operation = BodyObject<StockOperation>(
    "StockOperation", "A change of the stock of a variant, or of a product without variants.",
    BodyMember.required(
      "id", .uuid, "New for each operation, the same whenever it is sent.",
      "0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3"),
    BodyMember.optional("sku", .sku, "The article number of a variant.", "LB-1"),
    BodyMember.optional(
      "key", .productKey, "The vendor's key of a product without variants.", "mug"),
    BodyMember.optional("product_id", .soughtID, "A product without variants.", 205),
    BodyMember.optional(
      "take", .integer(StockOperation.takeRange, outside: outside),
      "How many were sold; negative for returned goods.", 1),
    BodyMember.optional("set", .stock, "How many there are.", 7)
  ) { id, sku, key, product, take, set in
    let targets: [StockOperation.Target?] = [
      sku.map { .sku($0) }, key.map { .key($0) }, product.map { .product($0) },
    ]
    let changes: [StockOperation.Change?] = [take.map { .take(Int($0)) }, set.map { .set($0) }]
    return StockOperation(
      id: id, target: try only(targets, "sku, key and product_id"),
      change: try only(changes, "take and set"))
  }

  private static let outside = ValidationError(
    "out_of_range", "These are more than any stock has.",
    hint: "Write how many were sold; for returned goods, a negative number.")

  private static func only<Part>(
    _ parts: [Part?], _ names: String
  ) throws(ValidationError) -> Part {
    let sent = parts.compactMap(\.self)
    guard let part = sent.first, sent.count == 1 else {
      throw ValidationError(
        "not_one_of", "It has \(sent.isEmpty ? "none" : "several") of \(names).",
        hint: "Send one of them.")
    }
    return part
  }

  // MARK: Declarations

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .post, path, "changeStock", .vendors, "Change stock",
    .json(Wire.stockResults.schema, "The stock after each operation.")
  ).with {
    $0.meaning = """
      For systems that sell the same goods elsewhere. All operations are carried out or none. If too \
      little is in stock, the answer is 409, and `at_most` of its errors is what is left. An operation is \
      carried out once by its `id`, however often it is sent within 30 days.
      """
    $0.access = .vendor
    $0.fields = [.idempotencyKey]
    $0.body = .json(
      document, "What was sold, or what there is.",
      example: [
        "operations": [
          ["id": "0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3", "product_id": 205, "set": 7]
        ]
      ])
    $0.refusals = [.conflict]
  }
}

extension StockRoutes {
  init(_ parts: RouteParts) {
    self.init(
      authentication: parts.vendorAuthentication, products: parts.ports.products,
      writes: parts.writes, now: parts.ports.machine.now)
  }
}

extension Wire {
  fileprivate static let stockResults = WireObject<[StockResult]>(
    "StockResults", "The stock after each operation.",
    [
      .objects(
        "operations", stockResult, 1...StockOperation.countMax, "In the order of the request."
      ) { copy $0 }
    ])

  /// For the history, in the words of the request.
  static let stockChange = WireObject<StockResult>(
    "StockChange", "An operation that was carried out.",
    [
      .value("sku", sku, isRequired: false, "Of a variant.", "LB-1") { result in
        if case .sku(let sku) = result.operation.target { .string(sku.text) } else { .string(nil) }
      },
      .value("key", productKey, isRequired: false, "Of a product.", "mug") { result in
        if case .key(let key) = result.operation.target { .string(key.text) } else { .string(nil) }
      },
      .value("product_id", .integer(1...), isRequired: false, "A product.", 205) { result in
        if case .product(let id) = result.operation.target {
          .integer(id)
        } else {
          .integer(nil as Int?)
        }
      },
      .value(
        "take", .integer(StockOperation.takeRange), isRequired: false,
        "How many were sold; negative for returned goods.", 1
      ) { result in
        if case .take(let count) = result.operation.change {
          .integer(count)
        } else {
          .integer(nil as Int?)
        }
      },
      .value("stock", .integer(0...), "How many were left then.", 4) {
        .integer(Int64($0.stock.count))
      },
    ])

  private static let stockResult = WireObject<StockResult>(
    "StockResult", "The stock after an operation.",
    [
      .value("id", .uuid, "The operation's id.", "0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3") {
        .string($0.operation.id.uuid)
      },
      .value("stock", .integer(0...Int64(Stock.countMax)), "How many were left then.", 4) {
        .integer(Int64($0.stock.count))
      },
      .value(
        "is_repeated", .boolean, "Whether it was carried out before, and not again.", false
      ) { .bool($0.isRepeated) },
    ])
}
