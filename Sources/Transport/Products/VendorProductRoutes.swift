package import Domain
import HTTP
import UseCases
import ViewData

/// `POST /v1/products`, `PATCH` and `DELETE /v1/products/{id}`: what vendors do.
///
/// A product of another vendor is answered like one that is not there.
struct VendorProductRoutes: Sendable {
  let authentication: VendorAuthentication
  let uploads: VendorUploads
  let register: RegisterProduct
  let edit: EditProduct
  let remove: RemoveProduct
  let writes: IdempotentWrites
  /// SHA-256.
  let digest: @Sendable ([UInt8]) -> [UInt8]
  let tags: ContentTag
  let origin: Origin?

  func mount(on router: inout Router) {
    router.on(.post, ProductRoutes.path) { request, _ throws(Problem) in try await post(request) }
    let one = ProductRoutes.path + "/{id}"
    router.on(.patch, one) { request, path throws(Problem) in
      try await patch(request, try path.id(0))
    }
    router.on(.delete, one) { request, path throws(Problem) in
      try await delete(request, try path.id(0))
    }
  }

  /// Who it is is found out before anything of the body is read where the fields can tell, and
  /// otherwise as soon as `params` is there. Then its rules are judged too: of the images that
  /// follow none is decoded for nothing.
  private func post(_ request: Request) async throws(Problem) -> Response {
    try await writes.preparing(request) { write throws(Problem) in
      try await create(request, write)
    }
  }

  private func create(
    _ request: Request, _ write: PreparedWrite
  ) async throws(Problem) -> Response {
    let known = try await vendorByFields(of: request)
    var admitted: (vendor: Vendor, draft: ProductDraft)?
    var form = try await ProductForm.read(
      request, workshop: uploads.workshop, digest: digest, isProven: known != nil
    ) { document throws(Problem) in
      let vendor = try await proven(known, request, document)
      let draft = try judging { () throws(Rejection) in
        try ProductDocument.draft(document, .native)
      }
      admitted = (vendor, draft)
      try await write.begin(by: vendor.keyOwner)
    }
    defer { withExtendedLifetime(form) {} }
    guard let (vendor, draft) = admitted else {
      throw Problem(.bug("a form was read without its params"))
    }
    let content = form.requestDigest
    if let earlier = try await write.earlier(by: vendor.keyOwner, content: content) {
      return earlier
    }
    let images = try await uploads.prepared(&form, of: vendor, for: request)
    let origin = request.origin(configured: origin)
    let tag = ProductEntityTag(origin, tags)
    return try await write(by: vendor.keyOwner, content: content) { once throws(Failure) in
      try await register(draft, images: images, by: vendor, once: once)
    } answer: { product in
      var response = Response.product(product.detail(from: origin), .created, tag: tag)
      response.fields.append(ResponseField("Location", "\(ProductRoutes.path)/\(product.id)"))
      return response
    }
  }

  private func patch(_ request: Request, _ id: Int64) async throws(Problem) -> Response {
    let known = try await vendorByFields(of: request)
    guard request.fields.contains(.ifMatch) else { throw Problem(.preconditionRequired) }
    try Self.checkMatch(of: request)
    let document = try await request.json(upTo: ProductDocument.octetsMax)
    let vendor = try await proven(known, request, document)
    let patch = try judging { () throws(Rejection) in
      try ProductDocument.patch(document, .native)
    }
    return try await change(id, patch, document, vendor, request)
  }

  private func change(
    _ id: Int64, _ patch: ProductPatch, _ document: JSONValue, _ vendor: Vendor, _ request: Request
  ) async throws(Problem) -> Response {
    let origin = request.origin(configured: origin)
    let tag = ProductEntityTag(origin, tags)
    return try await writes(
      request, by: vendor.keyOwner, content: document.canonical,
      refusing: { tag.problem($0.spelled(as: document)) }
    ) { once throws(Failure) in
      try await edit(id, patch, by: vendor, if: tag.condition(of: request), once: once)
    } answer: { product in
      .product(product.detail(from: origin), tag: tag)
    }
  }

  /// Without `If-Match` whatever is there is removed: whoever removes a thing does not build on
  /// what they saw of it.
  private func delete(_ request: Request, _ id: Int64) async throws(Problem) -> Response {
    let vendor = try await authentication.vendor(of: request)
    try Self.checkMatch(of: request)
    let tag = ProductEntityTag(request.origin(configured: origin), tags)
    return try await writes(
      request, by: vendor.keyOwner, content: [], refusing: tag.problem
    ) { once throws(Failure) in
      try await remove(id, by: vendor, if: tag.condition(of: request), once: once)
    } answer: { _ in
      Response(.noContent, fields: [.noStore])
    }
  }

  /// Whoever writes `If-Match: 3` would read that the version is stale, ask for it, and be told 3.
  private static func checkMatch(of request: Request) throws(Problem) {
    guard Preconditions.isMatchMalformed(request.fields) else { return }
    throw Problem(
      .badRequest, "malformed_condition",
      "If-Match is * or a list of entity tags with their quotes, such as \"3\".")
  }

  // MARK: Vendors

  /// Nil when the secret stands in the body; nobody reads one for a vendor that does not exist.
  private func vendorByFields(of request: Request) async throws(Problem) -> Vendor? {
    guard !authentication.needsBody(request) else {
      try await authentication.checkNamed(request)
      return nil
    }
    return try await authentication.vendor(of: request)
  }

  private func proven(
    _ vendor: Vendor?, _ request: Request, _ document: JSONValue
  ) async throws(Problem) -> Vendor {
    if let vendor { return vendor }
    return try await authentication.vendor(of: request, secret: ProductDocument.secret(document))
  }
}

extension Failure {
  /// Rules that are broken, at the names that the document uses.
  fileprivate func spelled(as document: JSONValue) -> Failure {
    guard case .rejected(let violations) = self else { return self }
    return .rejected(ProductDocument.spelled(violations, as: document))
  }
}

extension Vendor {
  /// For ``IdempotencyKey``.
  package var keyOwner: String { "vendor:\(id)" }
}
