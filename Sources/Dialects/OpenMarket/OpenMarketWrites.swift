import Domain
import HTTP
import Transport
import UseCases
import Web

/// A vendor's writes through Open Market's apps.
struct OpenMarketWrites: Sendable {
  /// Bytes of a body that is ignored, such as the one that a client sends with DELETE.
  private static let ignoredBytesMax = 65_536
  /// Bytes of a body that holds a secret and nothing else.
  private static let secretBytesMax = 65_536
  let vendors: OpenMarketVendors
  let show: ShowProduct
  let register: RegisterProduct
  let editing: EditProduct
  let removal: RemoveProduct
  let secrets: ProductSecret
  let writes: IdempotentWrites
  let uploads: Uploads
  let tags: ContentTag

  /// `POST /api/products`: 201 with the product.
  ///
  /// The vendor is checked before any image, as far as the order of the parts allows.
  func register(
    _ request: Request, _ answer: OpenMarketAnswer
  ) async throws -> Response {
    let registration = ProductRegistration(
      request, uploads, dialect: answer.dialect, .openMarket
    ) {
      _ = try await vendors.known(request)
      return nil
    } proven: { document in
      try await vendors.proven(request, document)
    } answer: { product in
      AuditNote.current?.note(resource: "\(OpenMarketRoutes.path)/\(product.id)")
      return Self.product(.created, answer.product(product))
    }
    return try await registration.carriedOut(by: register)
  }

  /// `PATCH /api/products/{id}`: 202 with the product: one client needs this status, the others
  /// take any 2xx. The body is read as JSON, whatever its Content-Type.
  ///
  /// This and the removals honour `If-Match`, with the tag of the product's own page.
  func edit(
    _ request: Request, _ id: Int64, _ answer: OpenMarketAnswer
  ) async throws -> Response {
    // A large body is read for known vendors only.
    _ = try await vendors.known(request)
    try request.checkMatch()
    let document = try await request.json(upTo: ProductDocument.Format.openMarket.bytesMax)
    let vendor = try await vendors.proven(request, document)
    let patch = try ProductDocument.patch(document, .openMarket)
    return try await writes(
      request, by: vendor.author, dialect: answer.dialect, content: document.canonical,
      history: History.product, refusing: Self.problem
    ) { once in
      try await editing(
        id, patch, by: vendor, in: Currency.ofOpenMarket, if: condition(of: request, answer),
        foreign: Self.foreign, once: once)
    } answer: { product in
      Self.product(.accepted, answer.product(product))
    }
  }

  /// `POST /api/products/{id}/secret`: the word that must be in the path of the removal.
  func secret(_ request: Request, _ id: Int64) async throws -> Response {
    Self.text(secrets.secret(of: id, by: try await owner(of: id, request)))
  }

  /// `DELETE /api/products/{id}/{secret}`: 200 with the removed product.
  func remove(
    _ request: Request, _ id: Int64, secret: String, _ answer: OpenMarketAnswer
  ) async throws -> Response {
    let vendor = try await vendors.known(request)
    guard secrets.isSecret(secret, of: id, by: vendor) else {
      throw try await refusal(of: id, to: vendor, Self.wrongSecret)
    }
    return try await remove(id, by: vendor.vendor, request, answer)
  }

  /// `POST /api/products/{id}/archived`: the path by which the product is removed.
  func archive(_ request: Request, _ id: Int64) async throws -> Response {
    let token = secrets.archiveToken(of: id, by: try await owner(of: id, request))
    return Self.text("\(OpenMarketRoutes.path)/\(token)")
  }

  /// `DELETE` of such a path.
  func removeArchived(
    _ request: Request, token: String, _ answer: OpenMarketAnswer
  ) async throws -> Response {
    let vendor = try await vendors.known(request)
    let missing = Problem.noRoute(LoggedPath.shown(request.target.path))
    guard let (id, isGood) = secrets.archived(token, by: vendor) else { throw missing }
    guard isGood else { throw try await refusal(of: id, to: vendor, missing) }
    return try await remove(id, by: vendor.vendor, request, answer)
  }

  private func remove(
    _ id: Int64, by vendor: Vendor, _ request: Request, _ answer: OpenMarketAnswer
  ) async throws -> Response {
    try request.checkMatch()
    try await request.discardBody(upTo: Self.ignoredBytesMax)
    return try await writes(
      request, by: vendor.author, dialect: answer.dialect, content: [],
      history: History.product, refusing: Self.problem
    ) { once in
      try await removal(
        id, by: vendor, in: Currency.ofOpenMarket, if: condition(of: request, answer),
        foreign: Self.foreign, once: once)
    } answer: { product in
      Self.product(.ok, answer.product(product))
    }
  }

  /// Compares the tag inside of the transaction, with the page of the product as it is there: the
  /// page has no tag besides that of its bytes.
  private func condition(of request: Request, _ answer: OpenMarketAnswer) -> ProductCondition {
    let (method, fields, tags) = (request.method, request.fields, tags)
    guard fields.contains(.ifMatch) else { return .any }
    return ProductCondition { product in
      let tag = tags.text(answer.product(product))
      let validators = Validators(entityTag: EntityTag(tag))
      return Preconditions.evaluate(method, fields, validators, now: 0) != .preconditionFailed
    }
  }

  /// 404 if the product does not exist, 403 if it is another vendor's, otherwise the error of the
  /// word.
  private func refusal(
    of id: Int64, to vendor: VendorCredentials, _ wrong: Problem
  ) async throws -> Problem {
    try await show.ofOpenMarket(id, of: vendor.vendor) == nil ? .ofAnotherVendor : wrong
  }

  /// The answer of the original to a vendor's secret at that place.
  private static let wrongSecret = Problem(
    .badRequest, "wrong_product_secret",
    "The path does not end with the product's secret. Request it first.")

  /// - Throws: 400, 401, 403 or 404 unless the request comes from the product's vendor.
  private func owner(
    of id: Int64, _ request: Request
  ) async throws -> VendorCredentials {
    try vendors.check(request)
    let document = try await request.json(upTo: Self.secretBytesMax)
    let vendor = try await vendors.proven(request, document)
    guard try await show.ofOpenMarket(id, of: vendor) != nil else { throw Problem.ofAnotherVendor }
    return try await vendors.known(request)
  }

  // MARK: Failures

  private static let foreign = Failure.forbidden(requires: .vendor)

  /// This dialect shows no versions.
  private static func problem(_ failure: Failure) -> Problem {
    switch failure {
    case foreign: .ofAnotherVendor
    case .staleVersion: .changedMeanwhile
    default: Problem(failure)
    }
  }

  // MARK: Answers

  private static func product(_ status: Status, _ bytes: [UInt8]) -> Response {
    Response(status, contentType: "application/json", fields: [.noStore], content: .bytes(bytes))
  }

  /// The text alone, without a line end: clients put it into a URL as it is.
  private static func text(_ text: String) -> Response {
    Response(
      .ok, contentType: "text/plain; charset=utf-8", fields: [.noStore],
      content: .bytes(Array(text.utf8)))
  }
}

extension Problem {
  fileprivate static let ofAnotherVendor = Problem(
    .forbidden, "forbidden", "The product belongs to another vendor.")
  fileprivate static let changedMeanwhile = Problem(
    .preconditionFailed, "stale_version",
    "The product has changed since it was read. Read it again.")
}

extension ShowProduct {
  /// Products in other currencies than won and dollars are not found: one of them would lose an app
  /// its whole page.
  func ofOpenMarket(_ id: Int64) async throws -> Product {
    try Self.checked(try await product(id))
  }

  /// The same for writes: nil for another vendor's.
  func ofOpenMarket(_ id: Int64, of vendor: Vendor) async throws -> Product? {
    try await product(id, of: vendor).map(Self.checked)
  }

  private static func checked(_ product: Product) throws -> Product {
    guard Currency.ofOpenMarket.contains(product.draft.price.currency) else {
      throw Problem(.notFound(.product("\(product.id)")))
    }
    return product
  }
}

extension OpenMarketWrites {
  init(_ parts: RouteParts) {
    let (products, machine) = (parts.ports.products, parts.ports.machine)
    self.init(
      vendors: OpenMarketVendors(authenticate: parts.authenticateVendor),
      show: ShowProduct(repository: products), register: parts.register,
      editing: EditProduct(products: products, now: machine.now),
      removal: RemoveProduct(products: products, now: machine.now),
      secrets: ProductSecret(signer: machine.signer, now: machine.now), writes: parts.writes,
      uploads: parts.uploads,
      tags: parts.tags)
  }
}
