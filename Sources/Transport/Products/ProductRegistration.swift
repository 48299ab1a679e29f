import Domain
import HTTP
import UseCases

/// Registers the product of a form with its images, the same way for all who take one.
struct ProductRegistration: Sendable {
  let register: RegisterProduct
  let uploads: VendorUploads
  let writes: IdempotentWrites
  /// SHA-256.
  let digest: @Sendable ([UInt8]) -> [UInt8]

  /// Who it is is found out before anything of the body is read where the fields can tell, and
  /// otherwise as soon as `params` is there. Then its rules are judged too: of the images that
  /// follow none is decoded for nothing.
  ///
  /// - Parameters:
  ///   - habit: how `params` is written.
  ///   - origin: under which native answers tell the sender paths of this site.
  ///   - known: who is asking, if the fields prove it; nil when `params` has to.
  ///   - proven: who is asking, by what stands in `params`.
  ///   - answer: to the product that was registered.
  /// - Throws: what `known` and `proven` throw; of the form, its images and its key what
  ///   ``ProductForm``, ``VendorUploads`` and ``IdempotentWrites`` throw; 422 for a product that
  ///   breaks a rule.
  func callAsFunction(
    _ request: Request, _ habit: ProductDocument.Habit, dialect: String = "",
    from origin: Origin? = nil,
    known: () async throws(Problem) -> Vendor?,
    proven: (JSONValue) async throws(Problem) -> Vendor,
    answer: @escaping @Sendable (Product) -> Response
  ) async throws(Problem) -> Response {
    try await writes.preparing(request, dialect: dialect) { write throws(Problem) in
      let known = try await known()
      var admitted: (vendor: Vendor, draft: ProductDraft)?
      var form = try await ProductForm.read(
        request, workshop: uploads.workshop, digest: digest, habit: habit, isProven: known != nil
      ) { document throws(Problem) in
        let vendor = if let known { known } else { try await proven(document) }
        let draft = try judging { () throws(Rejection) in
          try ProductDocument.draft(document, habit, from: origin)
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
      let images = try await uploads.prepared(&form.images, of: vendor, for: request)
      return try await write(
        by: vendor.keyOwner, content: content,
        { once throws(Failure) in
          try await register(draft, images: images, by: vendor, once: once)
        }, answer: answer)
    }
  }
}
