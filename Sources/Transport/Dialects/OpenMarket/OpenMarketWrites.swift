import Domain
import HTTP
import UseCases

/// What vendors do with their products through Open Market's apps.
struct OpenMarketWrites: Sendable {
  /// Octets of a body that means nothing, such as the one that a client sends along with DELETE.
  private static let ignoredOctetsMax = 65_536
  let vendors: OpenMarketVendors
  let show: ShowProduct
  let registration: RegisterProduct
  let editing: EditProduct
  let removal: RemoveProduct
  let secrets: ProductSecret
  let writes: IdempotentWrites
  let uploads: VendorUploads
  /// SHA-256.
  let digest: @Sendable ([UInt8]) -> [UInt8]

  /// `POST /api/products`: 201 with the product.
  ///
  /// Who is asking is judged before an image is looked at, as far as the order of the parts lets
  /// it.
  func register(
    _ request: Request, _ answer: OpenMarketAnswer
  ) async throws(Problem) -> Response {
    try await writes.preparing(request, dialect: answer.dialect) { write throws(Problem) in
      try await create(request, answer, write)
    }
  }

  private func create(
    _ request: Request, _ answer: OpenMarketAnswer, _ write: PreparedWrite
  ) async throws(Problem) -> Response {
    _ = try await vendors.known(request)
    var admitted: (vendor: Vendor, draft: ProductDraft)?
    var form = try await ProductForm.read(request, workshop: uploads.workshop, digest: digest) {
      document throws(Problem) in
      let vendor = try await vendors.proven(request, document)
      let draft = try judging { () throws(Rejection) in
        try ProductDocument.draft(document, .openMarket)
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
    return try await write(by: vendor.keyOwner, content: content) { once throws(Failure) in
      try await registration(draft, images: images, by: vendor, once: once)
    } answer: { product in
      AuditNote.current?.note(resource: "\(OpenMarketRoutes.path)/\(product.id)")
      return Self.product(.created, answer.product(product))
    }
  }

  /// `PATCH /api/products/{id}`: 200 with the product. The body is JSON whatever it says it is.
  func edit(
    _ request: Request, _ id: Int64, _ answer: OpenMarketAnswer
  ) async throws(Problem) -> Response {
    try vendors.check(request)
    let document = try await request.json(upTo: ProductDocument.octetsMax)
    let vendor = try await vendors.proven(request, document)
    let patch = try judging { () throws(Rejection) in
      try ProductDocument.patch(document, .openMarket)
    }
    return try await writes(
      request, by: vendor.keyOwner, dialect: answer.dialect, content: document.canonical,
      refusing: Self.problem
    ) { once throws(Failure) in
      try await editing(id, patch, by: vendor, foreign: Self.foreign, once: once)
    } answer: { product in
      Self.product(.ok, answer.product(product))
    }
  }

  /// `POST /api/products/{id}/secret`: what must stand in the path of the removal, as it is.
  func secret(_ request: Request, _ id: Int64) async throws(Problem) -> Response {
    Self.text(secrets.secret(of: id, by: try await owner(of: id, request)))
  }

  /// `DELETE /api/products/{id}/{secret}`: 200 with the product that was.
  func remove(
    _ request: Request, _ id: Int64, secret: String, _ answer: OpenMarketAnswer
  ) async throws(Problem) -> Response {
    let vendor = try await vendors.known(request)
    guard secrets.isSecret(secret, of: id, by: vendor) else {
      throw try await refusal(of: id, to: vendor, Self.wrongSecret)
    }
    return try await remove(id, by: vendor.vendor, request, answer)
  }

  /// `POST /api/products/{id}/archived`: the path by which the product is removed.
  func archive(_ request: Request, _ id: Int64) async throws(Problem) -> Response {
    let token = secrets.archiveToken(of: id, by: try await owner(of: id, request))
    return Self.text("\(OpenMarketRoutes.path)/\(token)")
  }

  /// `DELETE` of such a path.
  func removeArchived(
    _ request: Request, token: String, _ answer: OpenMarketAnswer
  ) async throws(Problem) -> Response {
    let vendor = try await vendors.known(request)
    guard let (id, isGood) = secrets.archived(token, by: vendor) else { throw .notFound }
    guard isGood else { throw try await refusal(of: id, to: vendor, .notFound) }
    return try await remove(id, by: vendor.vendor, request, answer)
  }

  private func remove(
    _ id: Int64, by vendor: Vendor, _ request: Request, _ answer: OpenMarketAnswer
  ) async throws(Problem) -> Response {
    try await request.discardBody(upTo: Self.ignoredOctetsMax)
    return try await writes(
      request, by: vendor.keyOwner, dialect: answer.dialect, content: [], refusing: Self.problem
    ) { once throws(Failure) in
      try await removal(id, by: vendor, foreign: Self.foreign, once: once)
    } answer: { product in
      Self.product(.ok, answer.product(product))
    }
  }

  /// 404 for a product that is not there, 403 for one of another vendor, and otherwise what is
  /// wrong with the words.
  private func refusal(
    of id: Int64, to vendor: VendorCredentials, _ wrong: Problem
  ) async throws(Problem) -> Problem {
    let product = try await answering { () throws(Failure) in try await show.product(id) }
    return product.vendor.id == vendor.vendor.id ? wrong : .ofAnotherVendor
  }

  /// What the original answers to a vendor's secret in that place.
  private static let wrongSecret = Problem(
    .badRequest, "wrong_product_secret",
    "The path does not end with the secret of the product, which its secret route tells.")

  /// - Throws: 400, 401, 403 or 404 unless the request comes from the vendor of that product.
  private func owner(
    of id: Int64, _ request: Request
  ) async throws(Problem) -> VendorCredentials {
    try vendors.check(request)
    let document = try await request.json(upTo: ProductDocument.octetsMax)
    let vendor = try await vendors.proven(request, document)
    let product = try await answering { () throws(Failure) in try await show.product(id) }
    guard product.vendor.id == vendor.id else { throw .ofAnotherVendor }
    return try await vendors.known(request)
  }

  // MARK: Failures

  private static let foreign = Failure.forbidden(requires: .vendor)

  private static func problem(_ failure: Failure) -> Problem {
    failure == foreign ? .ofAnotherVendor : Problem(failure)
  }

  // MARK: Answers

  private static func product(_ status: Status, _ octets: [UInt8]) -> Response {
    Response(status, contentType: "application/json", fields: [.noStore], content: .octets(octets))
  }

  /// Nothing around it, not even a line end: clients put it into a URL as it is.
  private static func text(_ text: String) -> Response {
    Response(
      .ok, contentType: "text/plain; charset=utf-8", fields: [.noStore],
      content: .octets(Array(text.utf8)))
  }
}

extension Problem {
  fileprivate static let ofAnotherVendor = Problem(
    .forbidden, "forbidden", "The product belongs to another vendor.")
}
