import Domain
import HTTP
import UseCases
import Web

/// `POST /v1/images`: a picture of a vendor, for products that name it by its digest.
struct VendorImageRoutes: RouteGroup {
  private static let part = "file"
  let authentication: VendorAuthentication
  let store: StoreImage
  let uploads: Uploads

  func mount(on router: inout Router) {
    router.on(Self.endpoint) { request, _ in
      try await post(request)
    }
  }

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .post, "/v1/images", "addProductImage", .vendors, "Upload a picture for products",
    .json(
      Wire.storedPicture.schema, "It is stored; the same picture gets the same answer.",
      status: .created, fields: ["Location"])
  ).with {
    $0.meaning = """
      Products name it by its digest. It is kept for 23 hours, and then for as long as a product \
      shows it. It counts in the daily quota.
      """
    $0.access = .vendor
    $0.fields = [.idempotencyKey]
    $0.body = EndpointBody(
      "The picture, in a form or as the body itself.",
      .form(ImageAdminRoutes.form, (part, EndpointBody.Content.pictureTypes)),
      .init(mediaType: "image/jpeg", schema: .file))
    $0.refusals = [.insufficientStorage]
  }

  private func post(_ request: Request) async throws -> Response {
    let vendor = try await authentication.vendor(of: request)
    try IdempotentWrites.check(request)
    let image = SingleImage(request, named: Self.part, mayBeWhole: true)
    let answer = ImageAdminRoutes.answer
    return try await uploads(request, image.parts, from: .proven, answer: answer) { slot in
      try image.open(in: slot)
      return try await uploads.claiming(request, by: vendor.author) { claim in
        try await image.read(into: slot)
        let once = try uploads.writes.once(
          request, by: vendor.author, content: slot.digests.first ?? [], history: History.image,
          answer: answer
        )?.claimed(by: claim)
        return try await image.parts.storing {
          try await store(slot, by: vendor, once: once)
        }
      }
    }
  }
}

extension VendorImageRoutes {
  init(_ parts: RouteParts) {
    self.init(
      authentication: parts.vendorAuthentication, store: parts.storeImage, uploads: parts.uploads)
  }
}
