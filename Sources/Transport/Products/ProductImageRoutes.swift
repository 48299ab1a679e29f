import Domain
import HTTP
import UseCases

/// `PUT /v1/products/{id}/images`: adds, removes and moves the images of a product, by its vendor.
struct ProductImageRoutes: RouteGroup {
  static let path = ProductRoutes.path + "/{id}/images"
  let authentication: VendorAuthentication
  let arrange: ArrangeProductImages
  let uploads: VendorUploads
  let writes: IdempotentWrites
  let tags: ContentTag
  let origin: Origin?

  func mount(on router: inout Router) {
    router.on(Self.endpoint) { request, arguments throws(Problem) in
      try await put(request, try arguments.id(0, of: Missing.product))
    }
  }

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .put, path, "arrangeProductImages", .vendors, "Add, remove and move pictures",
    .json(Wire.productDetail.schema, "As it is now.", fields: ["ETag"])
  ).with {
    $0.meaning = """
      The pictures that the product shall have, in the order of display; the first is the cover. \
      New pictures come as a form whose parts named `images` are ids of pictures that stay, or files.
      """
    $0.access = .vendor
    $0.pathParameters = [ProductRoutes.idParameter]
    $0.fields = [.ifMatch, .idempotencyKey]
    $0.body = EndpointBody(
      "Ids of pictures that the product has, or a form with new pictures among them.",
      .json(ProductImagesForm.schema),
      .form(ProductImagesForm.formSchema, ("images", "image/jpeg, image/png, text/plain")))
    $0.refusals = [.preconditionRequired, .insufficientStorage]
  }

  /// What would be refused is refused before an image is looked at.
  private func put(_ request: Request, _ id: Int64) async throws(Problem) -> Response {
    try await writes.preparing(request) { write throws(Problem) in
      let vendor = try await authentication.vendor(of: request)
      guard request.fields.contains(.ifMatch) else { throw Problem(.preconditionRequired) }
      try request.checkMatch()
      try await write.begin(by: vendor.keyOwner)
      var form = try await ProductImagesForm.read(request, workshop: uploads.workshop)
      defer { withExtendedLifetime(form) {} }
      let content = form.content
      if let earlier = try await write.earlier(by: vendor.keyOwner, content: content) {
        await form.discard()
        return earlier
      }
      return try await arranged(&form, of: id, by: vendor, request, write)
    }
  }

  private func arranged(
    _ form: inout ProductImagesForm, of id: Int64, by vendor: Vendor, _ request: Request,
    _ write: PreparedWrite
  ) async throws(Problem) -> Response {
    let origin = request.origin(configured: origin)
    let tag = ProductEntityTag(origin, tags)
    let condition = tag.condition(of: request)
    do throws(Failure) {
      try await arrange.check(id, form.order, by: vendor, if: condition)
    } catch {
      await form.discard()
      throw tag.problem(error)
    }
    let content = form.content
    let images = try await form.prepared(by: uploads, of: vendor, for: request)
    return try await write(by: vendor.keyOwner, content: content, refusing: tag.problem) {
      once throws(Failure) in
      try await arrange(id, images, by: vendor, if: condition, once: once)
    } answer: { product in
      .product(product.detail(from: origin), tag: tag)
    }
  }
}

extension ProductImageRoutes {
  init(_ parts: RouteParts) {
    self.init(
      authentication: parts.vendorAuthentication,
      arrange: ArrangeProductImages(
        products: parts.ports.products, now: parts.ports.machine.now),
      uploads: parts.uploads, writes: parts.writes, tags: parts.tags, origin: parts.origin)
  }
}
