import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `POST /v1/products`, `PATCH` and `DELETE /v1/products/{id}`, and taking that back: the writes of
/// vendors.
///
/// A product of another vendor is answered like one that does not exist.
struct VendorProductRoutes: RouteGroup {
  let authentication: VendorAuthentication
  let register: RegisterProduct
  let edit: EditProduct
  let editVariant: EditVariant
  let remove: RemoveProduct
  let restore: RestoreProduct
  let writers: ProductWriters
  let writes: IdempotentWrites
  let uploads: Uploads
  let tags: ContentTag
  let origin: Origin?
  /// For clients that request none.
  let usualLanguage: Language

  func mount(on router: inout Router) {
    router.on(Self.registerEndpoint) { request, arguments in
      try await post(request, for: arguments.query[ProductWriters.vendor])
    }
    router.on(Self.editEndpoint) { request, arguments in
      try await patch(request, try arguments.id(0, of: Missing.product))
    }
    router.on(Self.variantEndpoint) { request, arguments in
      try await patch(
        request, try arguments.id(0, of: Missing.product),
        variant: try arguments.id(1, of: Missing.variant))
    }
    router.on(Self.removeEndpoint) { request, arguments in
      try await delete(request, try arguments.id(0, of: Missing.product))
    }
    router.on(Self.restoreEndpoint) { request, arguments in
      try await restore(request, try arguments.id(0, of: Missing.product))
    }
  }

  static let endpoints = [
    registerEndpoint, editEndpoint, variantEndpoint, removeEndpoint, restoreEndpoint,
  ]

  private static let registerEndpoint = Endpoint(
    .post, ProductRoutes.path, "registerProduct", .vendors, "Register a product",
    .json(
      Wire.productDetail.schema, "It is registered.", status: .created,
      fields: ["Location"] + ProductRoutes.fields)
  ).with {
    $0.meaning = "A form: `params` first, as JSON, then 1 to 10 parts named `images`."
    $0.access = .vendor
    $0.query = [ProductWriters.vendor.declaration]
    $0.fields = [.idempotencyKey, .acceptLanguage]
    $0.body = EndpointBody(
      "The product and its pictures.",
      .product(
        ProductDocument.new, "The product; the first part of the form.",
        example: [
          "title": "머그컵", "description": "손으로 빚은 컵입니다.", "price": 12_000,
          "original_price": 15_000, "currency": "KRW",
          "options": [["name": "색상", "values": ["흰색", "하늘"]]],
          "variants": [
            ["values": ["흰색"], "sku": "MC-1", "stock": 5],
            ["values": ["하늘"], "sku": "MC-2", "stock": 2, "price": 13_000],
          ],
        ]))
    $0.refusals = [.insufficientStorage]
  }

  private static let editEndpoint = Endpoint(
    .patch, ProductRoutes.path + "/{id}", "editProduct", .vendors, "Change a product",
    .json(Wire.productDetail.schema, "The changed product.", fields: ProductRoutes.fields)
  ).with {
    $0.meaning = """
      A JSON merge patch (RFC 7396): what is left out stays. `variants` are replaced as a whole; \
      price and stock of a product with variants are derived from theirs.
      """
    $0.access = .vendor
    $0.pathParameters = [ownIDParameter]
    $0.fields = [.ifMatch, .idempotencyKey, .acceptLanguage]
    $0.body = .json(
      ProductDocument.patch, "What shall change.",
      example: ["price": 11_000, "original_price": 13_000, "stock": 12])
    $0.refusals = [.preconditionRequired]
  }

  private static let variantEndpoint = Endpoint(
    .patch, ProductRoutes.path + "/{id}/variants/{variant_id}", "editVariant", .vendors,
    "Change a variant",
    .json(Wire.productDetail.schema, "The changed product.", fields: ProductRoutes.fields)
  ).with {
    $0.access = .vendor
    $0.pathParameters = [
      ownIDParameter,
      ParameterDeclaration(
        name: "variant_id", schema: .integer(1...), meaning: "Of the variant.", example: 1),
    ]
    $0.fields = [.ifMatch, .idempotencyKey, .acceptLanguage]
    $0.body = .json(
      ProductDocument.variantPatch, "What shall change.",
      example: ["price": 11_000, "stock": 12])
    $0.refusals = [.preconditionRequired]
  }

  private static let removeEndpoint = Endpoint(
    .delete, ProductRoutes.path + "/{id}", "removeProduct", .vendors, "Remove a product",
    .empty(.noContent, "It is removed.")
  ).with {
    $0.meaning = """
      For its vendor and for administrators. It can be restored within \(RestoreProduct.daysMax) days.
      """
    $0.access = .vendor
    $0.pathParameters = [ownIDParameter]
    $0.fields = [.ifMatch, .idempotencyKey]
  }

  private static let restoreEndpoint = Endpoint(
    .post, ProductRoutes.path + "/{id}/restore", "restoreProduct", .vendors, "Restore a product",
    .json(
      Wire.productDetail.schema, "The product, as it was before it was removed.",
      fields: ProductRoutes.fields)
  ).with {
    $0.meaning = """
      For its vendor and for administrators, within \(RestoreProduct.daysMax) days of its removal, \
      unless another product has its key or an article number meanwhile. A product that is not \
      removed stays as it is.
      """
    $0.access = .vendor
    $0.pathParameters = [ownIDParameter]
    $0.fields = [.idempotencyKey, .acceptLanguage]
  }

  /// The vendor of the demo shop with a public secret.
  static let ownIDParameter = ParameterDeclaration(
    name: "id", schema: .integer(1...), meaning: "Of the vendor's product.", example: 205)

  private func post(
    _ request: Request, for named: VendorIdentifier?
  ) async throws -> Response {
    let tag = tag(of: request)
    var administered: (vendor: Vendor, author: Author)?
    if let named { administered = try await writers.administrator(of: request, for: named) }
    let registration = ProductRegistration(
      request, uploads, .native, from: tag.origin, author: administered?.author
    ) { [vendor = administered?.vendor] in
      if let vendor { vendor } else { try await vendorByFields(of: request) }
    } proven: { document in
      try await vendor(of: request, document)
    } answer: { product in
      var response = Response.product(product, .created, tag: tag)
      response.fields.append(ResponseField("Location", "\(ProductRoutes.path)/\(product.id)"))
      return response
    }
    return try await registration.carriedOut(by: register)
  }

  private func patch(_ request: Request, _ id: Int64) async throws -> Response {
    let known = try await vendorByFields(of: request)
    guard request.fields.contains(.ifMatch) else { throw Problem(.preconditionRequired) }
    try request.checkMatch()
    let document = try await request.json(upTo: ProductDocument.bytesMax)
    let vendor = if let known { known } else { try await vendor(of: request, document) }
    let patch = try ProductDocument.patch(
      document, .native, from: request.origin(configured: origin))
    return try await change(document, vendor, request) { condition, once in
      try await edit(id, patch, by: vendor, if: condition, once: once)
    }
  }

  private func patch(
    _ request: Request, _ id: Int64, variant: Int64
  ) async throws -> Response {
    let vendor = try await authentication.vendor(of: request)
    guard request.fields.contains(.ifMatch) else { throw Problem(.preconditionRequired) }
    try request.checkMatch()
    let document = try await request.json(upTo: ProductDocument.bytesMax)
    let patch = try ProductDocument.variantPatch.value(of: document, from: nil)
    return try await change(document, vendor, request) { condition, once in
      try await editVariant(variant, of: id, patch, by: vendor, if: condition, once: once)
    }
  }

  private func change(
    _ document: JSONValue, _ vendor: Vendor, _ request: Request,
    by change: (ProductCondition, RecordedWrite<Product>?) async throws -> Written<Product>
  ) async throws -> Response {
    let tag = tag(of: request)
    return try await writes(
      request, by: vendor.author, content: document.canonical, history: History.product
    ) { once in
      try await change(tag.condition(of: request), once)
    } answer: { product in
      .product(product, tag: tag)
    }
  }

  /// Without `If-Match` any version is removed: removing a product does not depend on its content.
  private func delete(_ request: Request, _ id: Int64) async throws -> Response {
    let (vendor, author) = try await writers.sender(of: request)
    try request.checkMatch()
    let tag = tag(of: request)
    return try await writes(
      request, by: author, content: [], history: History.product
    ) { once in
      try await remove(id, by: vendor, if: tag.condition(of: request), once: once)
    } answer: { _ in
      Response(.noContent, fields: [.noStore])
    }
  }

  private func restore(_ request: Request, _ id: Int64) async throws -> Response {
    let (vendor, author) = try await writers.sender(of: request)
    try await request.discardBody(upTo: Request.emptyBodyBytesMax)
    let tag = tag(of: request)
    return try await writes(
      request, by: author, content: [], history: History.product
    ) { once in
      try await restore(id, by: vendor, once: once)
    } answer: { product in
      .product(product, tag: tag)
    }
  }

  private func tag(of request: Request) -> ProductEntityTag {
    ProductEntityTag(
      request.language(or: usualLanguage), request.origin(configured: origin), tags)
  }

  // MARK: Vendors

  /// Nil when the secret is in the body, which is not read for an unknown vendor.
  private func vendorByFields(of request: Request) async throws -> Vendor? {
    guard !authentication.needsBody(request) else {
      try await authentication.checkNamed(request)
      return nil
    }
    return try await authentication.vendor(of: request)
  }

  private func vendor(
    of request: Request, _ document: JSONValue
  ) async throws -> Vendor {
    try await authentication.vendor(of: request, secret: ProductDocument.secret(document))
  }
}

extension VendorProductRoutes {
  init(_ parts: RouteParts) {
    let (products, now) = (parts.ports.products, parts.ports.machine.now)
    self.init(
      authentication: parts.vendorAuthentication, register: parts.register,
      edit: EditProduct(products: products, now: now),
      editVariant: EditVariant(products: products, now: now),
      remove: RemoveProduct(products: products, now: now),
      restore: RestoreProduct(products: products, now: now), writers: ProductWriters(parts),
      writes: parts.writes, uploads: parts.uploads, tags: parts.tags, origin: parts.origin,
      usualLanguage: parts.policies.languages.screens)
  }
}
