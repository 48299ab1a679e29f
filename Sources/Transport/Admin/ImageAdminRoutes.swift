import Domain
import HTTP
import UseCases
import Web

/// `POST /admin/v1/images`: taking in an image, for the URLs of event categories.
///
/// Like the others under `/admin` it asks who it is before it looks at the body.
struct ImageAdminRoutes: RouteGroup {
  static let path = "/admin/v1/images"
  static let part = "file"
  let authentication: Authentication
  let store: StoreImage
  let writes: IdempotentWrites

  func mount(on router: inout Router) {
    router.on(Self.endpoint) { request, arguments in
      try await post(request, isDryRun: arguments.query[DryRun.parameter])
    }
  }

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .post, path, "addImage", .administration, "Add an image",
    .json(
      Wire.storedPicture.schema, "It is kept; the same image is answered alike again.",
      status: .created, fields: ["Location"]),
    .json(Wire.storedPicture.schema, "What a dry run would keep.")
  ).with {
    $0.meaning = "It is decoded and encoded anew: upright, in sRGB, without place and camera."
    $0.access = .administrator
    $0.query = [DryRun.parameter.declaration]
    $0.fields = [.idempotencyKey]
    $0.body = EndpointBody("The image.", .form(form, (part, "image/jpeg, image/png")))
    $0.refusals = [.insufficientStorage]
  }

  private static let form = ObjectSchema(
    "ImageForm", "One image.",
    [
      .init(
        name: part, schema: .string(), isRequired: true, meaning: "A JPEG or PNG file.",
        example: nil)
    ])

  /// Answers 201 for the same image again, too: a client that sends a file wants its URL, and a
  /// client that tries once more after a lost answer must not see a difference.
  private func post(
    _ request: Request, isDryRun: Bool
  ) async throws -> Response {
    let owner = try await authentication.require(.admin, of: request).keyOwner
    let image = SingleImage(request, named: Self.part, writes, answer: Self.answer)
    return try await writes.uploading(
      request, image.parts, answer: isDryRun ? Self.dryAnswer : Self.answer
    ) {
      isDryRun ? .now(try await store.dryRun(image)) : try await store(image, by: owner)
    }
  }

  @Sendable private static func answer(_ stored: StoredPicture) -> Response {
    Response(
      .created, contentType: "application/json",
      fields: [ResponseField("Location", stored.path), .noStore],
      content: .bytes(Wire.storedPicture.bytes(stored)))
  }

  /// Nothing is kept, so it has no place.
  @Sendable private static func dryAnswer(_ stored: StoredPicture) -> Response {
    Response(
      .ok, contentType: "application/json", fields: [.noStore],
      content: .bytes(Wire.storedPicture.bytes(stored)))
  }
}

extension ImageAdminRoutes {
  init(_ parts: RouteParts) {
    let (ports, imagePipeline) = (parts.ports, parts.ports.machine.imagePipeline)
    self.init(
      authentication: Authentication(parts.authenticateToken),
      store: StoreImage(
        repository: ports.images, answers: ports.answers, imagePipeline: imagePipeline),
      writes: parts.writes)
  }
}
