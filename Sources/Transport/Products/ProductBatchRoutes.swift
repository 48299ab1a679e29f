import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `PUT /v1/products/by-key/{key}`, `PATCH` and `PUT /v1/products`: products under keys, and many
/// at once.
struct ProductBatchRoutes: RouteGroup {
  private static let keyPath = ProductRoutes.path + "/by-key/{key}"
  let authentication: VendorAuthentication
  let writers: ProductWriters
  let write: WriteProducts
  let writes: IdempotentWrites
  let tags: ContentTag
  let origin: Origin?
  let usualLanguage: Language

  func mount(on router: inout Router) {
    router.on(Self.putEndpoint) { request, arguments in
      try await put(request, arguments[0])
    }
    router.on(Self.changeEndpoint) { request, arguments in
      try await many(request, arguments, ProductDocument.changedItems, isWhole: false)
    }
    router.on(Self.replaceEndpoint) { request, arguments in
      try await many(request, arguments, ProductDocument.wholeItems, isWhole: true)
    }
  }

  static let endpoints = [putEndpoint, changeEndpoint, replaceEndpoint]

  // MARK: Declarations

  private static let putEndpoint = Endpoint(
    .put, keyPath, "putProduct", .vendors, "Make or replace a product by its key",
    .json(
      Wire.productDetail.schema, "It is made.", status: .created,
      fields: ["Location"] + ProductRoutes.fields),
    .json(
      Wire.productDetail.schema, "The product was replaced, or already has these values.",
      fields: ProductRoutes.fields)
  ).with {
    $0.meaning = """
      A repeat changes nothing, not even the version. Members that are left out go back to what \
      holds without them; pictures stay.
      """
    $0.access = .vendor
    $0.pathParameters = [
      ParameterDeclaration(
        name: "key", schema: Wire.productKey,
        meaning: "The vendor's own name of the product: a handle, an article number.",
        example: "LB-1")
    ]
    $0.fields = [.idempotencyKey, .acceptLanguage]
    $0.body = .json(
      ProductDocument.underKey, "The product.",
      example: ["title": "머그컵", "price": 12_000, "currency": "KRW", "stock": 5])
  }

  private static let changeEndpoint = many(
    .patch, "changeProducts", "Change many products",
    ProductDocument.changedItems,
    "Items are JSON merge patches, each of an `id` and a `version` or of a `key`.",
    example: ["items": [["id": 202, "version": 1, "stock": 12]]])

  private static let replaceEndpoint = many(
    .put, "replaceProducts", "Make or replace many products",
    ProductDocument.wholeItems,
    "Items are whole products, each of a `key`, or of an `id` and a `version`.",
    example: [
      "items": [["key": "LB-1", "title": "머그컵", "price": 12_000, "currency": "KRW", "stock": 5]]
    ])

  private static func many(
    _ method: Method, _ id: String, _ title: String, _ body: BodyObject<[ProductItem]>,
    _ meaning: String, example: JSONValue
  ) -> Endpoint {
    Endpoint(
      method, ProductRoutes.path, id, .vendors, title,
      .json(Wire.writtenProducts.schema, "What became of each item, in their order.")
    ).with {
      $0.meaning =
        meaning + """
           At most \(WriteProducts.itemsMax). All are written or none, unless `partial=true`. An item \
          that equals what is stored changes nothing. A dry run shows products in the first \
          \(ByteCount(WrittenProducts.bytesMax)) of its answer.
          """
      $0.access = .vendor
      $0.query = [
        DryRun.parameter.declaration, partial.declaration, ProductWriters.vendor.declaration,
      ]
      $0.fields = [.idempotencyKey, .acceptLanguage]
      $0.body = EndpointBody(
        "The items, as JSON, or as JSON lines with an item in each line.",
        .json(body, example: example),
        .init(mediaType: "application/jsonl", schema: .string()))
    }
  }

  private static let partial = QueryParameter.flag(
    "partial", "Writes the items that can be written, and refuses the others.")

  // MARK: Answering

  private func put(_ request: Request, _ text: String) async throws -> Response {
    let vendor = try await authentication.vendor(of: request)
    let key: ProductKey
    do throws(ValidationError) {
      key = try ProductKey(text)
    } catch {
      throw Problem(.rejected([FieldError("/key", error)]))
    }
    let document = try await request.json(upTo: ProductDocument.bytesMax)
    let content = try ProductDocument.underKey.value(
      of: document, from: request.origin(configured: origin))
    guard case .whole(var draft, let images) = content else {
      throw Problem(bug: "a product under a key is no whole one")
    }
    guard draft.details.key.map({ $0 == key }) ?? true else {
      throw Problem(.rejected([FieldError("/key", Self.otherKey)]))
    }
    draft = draft.withKey(key)
    let item = ProductItem(.key(key), .whole(draft, images: images))
    let tag = ProductEntityTag(
      request.language(or: usualLanguage), request.origin(configured: origin), tags)
    return try await writes(
      request, by: vendor.author, content: document.canonical, history: History.products
    ) { once in
      try await write([item], by: vendor, at: { _ in "" }, once: once)
    } answer: { outcomes in
      guard let outcome = outcomes.first, let product = outcome.product else {
        return Response(.ok, fields: [.noStore])
      }
      guard case .made = outcome else { return .product(product, tag: tag) }
      var response = Response.product(product, .created, tag: tag)
      response.fields.append(ResponseField("Location", "\(ProductRoutes.path)/\(product.id)"))
      return response
    }
  }

  private static let otherKey = ValidationError(
    "contradiction", "The path has another key.", hint: "Leave key out.")

  private func many(
    _ request: Request, _ arguments: RouteArguments, _ format: BodyObject<[ProductItem]>,
    isWhole: Bool
  ) async throws -> Response {
    let isDryRun = arguments.query[DryRun.parameter]
    let isPartial = arguments.query[Self.partial]
    try IdempotentWrites.check(request)
    let (vendor, author) = try await sender(request, arguments.query[ProductWriters.vendor])
    let origin = request.origin(configured: origin)
    let (body, items) = try await ProductDocument.items(
      of: request, format, isWhole: isWhole, isPartial: isPartial, from: origin)
    let wording = request.language(or: usualLanguage).screens.products
    let answer = { @Sendable (outcomes: [ProductOutcome]) in
      let written = WrittenProducts(
        outcomes: outcomes, shows: isDryRun, wording: wording, origin: origin)
      return Response(
        .ok, contentType: "application/json", fields: [.noStore],
        content: .bytes(Wire.writtenProducts.bytes(written, capacity: 256 * outcomes.count)))
    }
    if isDryRun {
      let written = try await write(items, by: vendor, isPartial: isPartial, isDryRun: true)
      return try IdempotentWrites.response(written, answer)
    }
    return try await writes(
      request, by: author, content: body.canonical + [isPartial ? 1 : 0],
      history: History.products
    ) { once in
      try await write(items, by: vendor, isPartial: isPartial, once: once)
    } answer: { outcomes in
      answer(outcomes)
    }
  }

  /// The vendor whose products are written, and who sends them.
  private func sender(
    _ request: Request, _ named: VendorIdentifier?
  ) async throws -> (vendor: Vendor, author: Author) {
    if let named { return try await writers.administrator(of: request, for: named) }
    let vendor = try await authentication.vendor(of: request)
    return (vendor, vendor.author)
  }
}

extension ProductDraft {
  fileprivate func withKey(_ key: ProductKey) -> ProductDraft {
    var details = details
    details.key = key
    return ProductDraft(
      name: name, description: description, price: price, stock: stock, details: details,
      isHidden: isHidden, variants: variants)
  }
}

extension ProductBatchRoutes {
  init(_ parts: RouteParts) {
    let (ports, now) = (parts.ports, parts.ports.machine.now)
    self.init(
      authentication: parts.vendorAuthentication, writers: ProductWriters(parts),
      write: WriteProducts(products: ports.products, now: now), writes: parts.writes,
      tags: parts.tags, origin: parts.origin,
      usualLanguage: parts.policies.languages.screens)
  }
}

// MARK: Answers

/// The answer to a write of many products.
struct WrittenProducts: Sendable {
  let outcomes: [ProductOutcome]
  /// Whether the products are shown before and after, as in a dry run.
  let shows: Bool
  let wording: ProductWording
  let origin: Origin?

  /// An answer of so many bytes shows no more products: 500 with 200 variants would be 150 MB.
  /// Enough for 500 usual ones, and twice as large as a request may be. It bounds the answer alone:
  /// the products themselves are in memory, as in every write of them.
  static let bytesMax = 8_388_608

  struct Item: Sendable {
    let outcome: ProductOutcome
    let whole: WrittenProducts

    func detail(_ product: Product) -> ProductDetail {
      product.detail(in: whole.wording, from: whole.origin)
    }
  }
}

extension Wire {
  static let productKey = JSONSchema.string(1...ProductKey.bytesMax)

  static let writtenProducts = WireObject<WrittenProducts>(
    "WrittenProducts", "What became of many products.",
    [
      .objects(
        "items", writtenProduct, 0...WriteProducts.itemsMax, "In the order of the request."
      ) { written in
        written.outcomes.map { WrittenProducts.Item(outcome: $0, whole: written) }
      }
    ])

  /// As many as an answer that refuses all items has for each.
  private static let errorsMax = Problem.fieldErrorsMax / WriteProducts.itemsMax

  private static let writtenProduct = WireObject<WrittenProducts.Item>(
    "WrittenProduct", "What became of one of many products.",
    [
      .value(
        "status", .growingWord(["made", "changed", "unchanged", "refused"]), "What was done.",
        "changed"
      ) {
        switch $0.outcome {
        case .made: .string("made")
        case .changed: .string("changed")
        case .unchanged: .string("unchanged")
        case .removed: .string("removed")
        case .refused: .string("refused")
        }
      },
      .value("id", .integer(1...), isRequired: false, "Of the product.", 205) { item in
        if item.whole.shows, case .made = item.outcome { return .integer(nil as Int64?) }
        return .integer(item.outcome.product?.id)
      },
      .value("key", productKey, isRequired: false, "Of the product.", "LB-1") {
        .string($0.outcome.product?.draft.details.key?.text)
      },
      .value("version", .integer(1...), isRequired: false, "The present one.", 2) {
        .integer($0.outcome.product?.version)
      },
      .objects(
        "errors", refusedMember, 0...errorsMax, isRequired: false, "Why it was refused."
      ) { item in
        guard case .refused(let fieldErrors) = item.outcome else { return [] }
        return Array(fieldErrors.prefix(errorsMax))
      },
      WireMember(before.declared + after.declared) { writer, item in
        guard item.whole.shows, writer.count < WrittenProducts.bytesMax else { return }
        before.write(&writer, item)
        after.write(&writer, item)
      },
    ])

  private static let before: WireMember<WrittenProducts.Item> = .object(
    "before", productDetail, isRequired: false, "In a dry run, of a changed product: as it is."
  ) { item in
    if case .changed(let product, _) = item.outcome { item.detail(product) } else { nil }
  }

  private static let after: WireMember<WrittenProducts.Item> = .object(
    "after", productDetail, isRequired: false,
    "In a dry run, of a made or changed product: as it would be."
  ) { item in
    switch item.outcome {
    case .made(let product), .changed(_, let product): item.detail(product)
    case .unchanged, .removed, .refused: nil
    }
  }

  private static let refusedMember = WireObject<FieldError>(
    "RefusedMember", "An error of an item.",
    [
      .value("pointer", .string(), "Where in the item (RFC 6901).", "/price") {
        .string($0.pointer)
      },
      .value("code", .string(), "Stable, for programs.", "out_of_range") { .string($0.flaw.code) },
      .value("detail", .string(), "What is wrong.", "The price is below 0.") {
        .string($0.flaw.detail)
      },
      .value("hint", .string(), "What to write instead.", "Write what is paid.") {
        .string($0.flaw.hint)
      },
    ])
}
