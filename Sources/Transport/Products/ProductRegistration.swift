package import Domain
package import HTTP
package import UseCases
package import Web

/// A form that registers a product, read for ``RegisterProduct`` in the same way in all dialects.
package struct ProductRegistration: Sendable {
  private let request: Request
  private let uploads: Uploads
  private let dialect: String
  private let format: ProductDocument.Format
  private let origin: Origin?
  private let author: Author?
  private let known: @Sendable () async throws -> Vendor?
  private let proven: @Sendable (JSONValue) async throws -> Vendor
  private let answer: @Sendable (Product) -> Response

  /// - Parameters:
  ///   - format: how `params` is written.
  ///   - origin: under which native answers tell the sender paths of this site.
  ///   - author: who sends it for the vendor; nil for the vendor.
  ///   - known: the vendor, if the fields authenticate it; nil if `params` has to.
  ///   - proven: the vendor, authenticated by `params`.
  ///   - answer: to the product that was registered.
  package init(
    _ request: Request, _ uploads: Uploads, dialect: String = "",
    _ format: ProductDocument.Format, from origin: Origin? = nil,
    author: Author? = nil,
    known: @escaping @Sendable () async throws -> Vendor?,
    proven: @escaping @Sendable (JSONValue) async throws -> Vendor,
    answer: @escaping @Sendable (Product) -> Response
  ) {
    self.request = request
    self.uploads = uploads
    self.dialect = dialect
    self.format = format
    self.origin = origin
    self.author = author
    self.known = known
    self.proven = proven
    self.answer = answer
  }

  /// Registers the product, and answers. ``Uploads`` lists the order of the checks.
  ///
  /// - Throws: 400 for a malformed key; what `known` and `proven` throw; of the form what
  ///   ``ProductForm`` throws; 422 for a product that breaks a rule.
  package func carriedOut(by register: RegisterProduct) async throws -> Response {
    try IdempotentWrites.check(request)
    let form = ProductForm(request, format)
    let known = try await known()
    return try await uploads(
      request, form.parts, from: known == nil ? .stranger : .proven, answer: answer
    ) { slot in
      try form.open(in: slot)
      let (vendor, draft) = try await product(in: form, by: known, slot)
      let author = author ?? vendor.author
      return try await uploads.claiming(request, by: author) { claim in
        try slot.prove()
        try await form.readRest(in: slot)
        let once = try uploads.writes.once(
          request, by: author, dialect: dialect,
          content: form.content(in: slot, uploads.writes.digest), history: History.product,
          answer: answer
        )?.claimed(by: claim)
        return try await form.parts.storing {
          try await register(draft, slot, by: vendor, once: once)
        }
      }
    }
  }

  /// Reads as far as the product is described, and proves who sends it if that is not `known`.
  private func product(
    in form: ProductForm, by known: Vendor?, _ slot: UploadSlot
  ) async throws -> (vendor: Vendor, draft: ProductDraft) {
    let document = try await form.readParams(in: slot)
    do {
      let vendor = if let known { known } else { try await proven(document) }
      let draft = try ProductDocument.draft(document, format, from: origin)
      return (vendor, draft)
    } catch {
      throw form.inParams(Problem(of: error))
    }
  }
}
