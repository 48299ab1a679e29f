package import Domain
package import HTTP
package import UseCases
package import Web

/// A form that registers a product, read for ``RegisterProduct`` in the same way for all who take
/// one.
package final class ProductRegistration: ProductUpload {
  private let request: Request
  private let writes: IdempotentWrites
  private let dialect: String
  private let format: ProductDocument.Format
  private let origin: Origin?
  private let known: @Sendable () async throws -> Vendor?
  private let proven: @Sendable (JSONValue) async throws -> Vendor
  private let answer: @Sendable (Product) -> Response
  private let form: ProductForm
  private var content: [UInt8] = []

  /// - Parameters:
  ///   - format: how `params` is written.
  ///   - origin: under which native answers tell the sender paths of this site.
  ///   - known: who is asking, if the fields prove it; nil when `params` has to.
  ///   - proven: who is asking, by what stands in `params`.
  ///   - answer: to the product that was registered.
  package init(
    _ request: Request, _ writes: IdempotentWrites, dialect: String = "",
    _ format: ProductDocument.Format, from origin: Origin? = nil,
    known: @escaping @Sendable () async throws -> Vendor?,
    proven: @escaping @Sendable (JSONValue) async throws -> Vendor,
    answer: @escaping @Sendable (Product) -> Response
  ) {
    self.request = request
    self.writes = writes
    self.dialect = dialect
    self.format = format
    self.origin = origin
    self.known = known
    self.proven = proven
    self.answer = answer
    form = ProductForm(request, format)
  }

  /// Registers the product, and answers.
  ///
  /// - Throws: 400 for a malformed key, before anything of the body is read; what `known` and
  ///   `proven` throw; of the form what ``ProductForm`` throws; 422 for a product that breaks a
  ///   rule.
  package func carriedOut(by register: RegisterProduct) async throws -> Response {
    try await writes.uploading(request, form.parts, answer: answer) {
      try await register(self)
    }
  }

  package func sender() async throws -> Vendor? { try await known() }

  package func open(in slot: UploadSlot) throws { try form.open(in: slot) }

  package func product(
    by known: Vendor?, in slot: UploadSlot
  ) async throws -> (vendor: Vendor, draft: ProductDraft) {
    let document = try await form.readParams(in: slot)
    do throws {
      let vendor = if let known { known } else { try await proven(document) }
      let draft = try ProductDocument.draft(document, format, from: origin)
      return (vendor, draft)
    } catch {
      throw form.inParams(Problem(of: error))
    }
  }

  package func rest(in slot: UploadSlot) async throws {
    try await form.readRest(in: slot)
    content = form.content(in: slot, writes.digest)
  }

  package func key(of owner: String) throws -> IdempotencyKey? {
    try IdempotentWrites.key(of: request, owner: owner)
  }

  package func once(by owner: String) throws -> IdempotentWrite<Product>? {
    try writes.once(request, by: owner, dialect: dialect, content: content, answer: answer)
  }

  package func checkClient() async throws { try await request.checkClient() }
}
