import Domain
import HTTP
import UseCases
import Web

/// `PUT /v1/products/{id}/images`: adds, removes and moves the images of a product, for its vendor.
struct ProductImageRoutes: RouteGroup {
  static let path = ProductRoutes.path + "/{id}/images"
  let authentication: VendorAuthentication
  let arrange: ArrangeProductImages
  let uploads: Uploads
  let tags: ContentTag
  let origin: Origin?
  /// For clients that request none.
  let usualLanguage: Language

  func mount(on router: inout Router) {
    router.on(Self.endpoint) { request, arguments in
      try await put(request, try arguments.id(0, of: Missing.product))
    }
  }

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .put, path, "arrangeProductImages", .vendors, "Arrange a product's images",
    .json(Wire.productDetail.schema, "The changed product.", fields: ProductRoutes.fields)
  ).with {
    $0.meaning = """
      The pictures that the product shall have, in the order of display; the first is the cover. \
      New pictures come as a form whose parts named `images` are ids of pictures that stay, or files.
      """
    $0.access = .vendor
    $0.pathParameters = [VendorProductRoutes.ownIDParameter]
    $0.fields = [.ifMatch, .idempotencyKey, .acceptLanguage]
    $0.body = EndpointBody(
      "Ids of pictures that the product has, or a form with new pictures among them.",
      .json(ProductImagesForm.document, example: ["images": [269]]),
      .form(
        ProductImagesForm.formSchema, ("images", EndpointBody.Content.pictureTypes + ", text/plain")
      ))
    $0.refusals = [.preconditionRequired, .insufficientStorage]
  }

  private func put(_ request: Request, _ id: Int64) async throws -> Response {
    let tag = ProductEntityTag(
      request.language(or: usualLanguage), request.origin(configured: origin), tags)
    try IdempotentWrites.check(request)
    let vendor = try await authentication.vendor(of: request)
    guard request.fields.contains(.ifMatch) else { throw Problem(.preconditionRequired) }
    try request.checkMatch()
    return try await ProductImagesForm(request).carriedOut(
      by: arrange, of: id, uploads, vendor: vendor, if: tag.condition(of: request)
    ) { product in
      .product(product, tag: tag)
    }
  }
}

extension ProductImageRoutes {
  init(_ parts: RouteParts) {
    let ports = parts.ports
    self.init(
      authentication: parts.vendorAuthentication,
      arrange: ArrangeProductImages(
        products: ports.products, answers: ports.answers, spendQuota: parts.spendQuota,
        now: ports.machine.now),
      uploads: parts.uploads, tags: parts.tags, origin: parts.origin,
      usualLanguage: parts.policies.languages.screens)
  }
}
