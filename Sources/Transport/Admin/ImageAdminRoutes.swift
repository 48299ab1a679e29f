import Domain
import HTTP
import UseCases
import Web

/// `/admin/v1/images`: uploads images for the URLs of event categories, and removes any image.
///
/// Like the others below `/admin` they authenticate before they read a body.
struct ImageAdminRoutes: RouteGroup {
  static let path = "/admin/v1/images"
  static let part = "file"
  let authentication: Authentication
  let store: StoreImage
  let uploads: Uploads
  let images: any ImageRepository
  let now: WallClock

  func mount(on router: inout Router) {
    router.on(Self.endpoint) { request, arguments in
      try await post(request, isDryRun: arguments.query[DryRun.parameter])
    }
    router.on(Self.removeEndpoint) { request, path in
      let author = try await authentication.require(.merchandise, of: request).author
      guard let digest = ImageDigest(hex: path[0]) else {
        throw Problem(.notFound(.image("/images/\(path[0])")))
      }
      try await request.discardBody(upTo: Request.emptyBodyBytesMax)
      return try await uploads.writes(
        request, by: author, content: [], history: History.removal(of: digest)
      ) { once in
        try await images.remove(digest, at: now(), once: once)
      } answer: { _ in
        .nothing
      }
    }
  }

  static let endpoints = [endpoint, removeEndpoint]

  private static let removeEndpoint = Endpoint(
    .delete, path + "/{digest}", "removeImage", .administration, "Remove an image",
    .empty(.noContent, "It is removed.")
  ).with {
    $0.meaning = """
      For good and everywhere: products lose it, items of lists show a placeholder, and uploads of \
      it are refused as `removed_image`. Caches in front of the server may keep it; remove it there too.
      """
    $0.access = .administrator
    $0.fields = [.idempotencyKey]
    $0.pathParameters = [ImageRoutes.digest]
  }

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
    $0.body = EndpointBody(
      "The image.", .form(form, (part, EndpointBody.Content.pictureTypes)))
    $0.refusals = [.insufficientStorage]
  }

  static let form = ObjectSchema(
    "ImageForm", "One image.",
    [
      .init(
        name: part, schema: .file, isRequired: true,
        meaning: "A \(EndpointBody.Content.pictures) file.",
        example: nil)
    ], isClosed: true)

  /// Also answers 201 for an image that is stored already: the client wants its URL, and a retry
  /// after a lost answer must look the same.
  private func post(
    _ request: Request, isDryRun: Bool
  ) async throws -> Response {
    let author = try await authentication.require(.merchandise, of: request).author
    try IdempotentWrites.check(request)
    let image = SingleImage(request, named: Self.part)
    let answer = isDryRun ? Self.dryAnswer : Self.answer
    return try await uploads(request, image.parts, from: .proven, answer: answer) { slot in
      try image.open(in: slot)
      guard !isDryRun else {
        try await image.read(into: slot)
        return try await image.parts.storing {
          .now(try await store.dryRun(slot))
        }
      }
      return try await uploads.claiming(request, by: author) { claim in
        try await image.read(into: slot)
        let once = try uploads.writes.once(
          request, by: author, content: slot.digests.first ?? [], history: History.image,
          answer: Self.answer
        )?.claimed(by: claim)
        return try await image.parts.storing {
          try await store(slot, once: once)
        }
      }
    }
  }

  @Sendable static func answer(_ stored: StoredPicture) -> Response {
    Response(
      .created, contentType: "application/json",
      fields: [ResponseField("Location", stored.path), .noStore],
      content: .bytes(Wire.storedPicture.bytes(stored)))
  }

  /// Nothing is stored, so there is no `Location`.
  @Sendable private static func dryAnswer(_ stored: StoredPicture) -> Response {
    Response(
      .ok, contentType: "application/json", fields: [.noStore],
      content: .bytes(Wire.storedPicture.bytes(stored)))
  }
}

extension ImageAdminRoutes {
  init(_ parts: RouteParts) {
    self.init(
      authentication: Authentication(parts.authenticateToken),
      store: parts.storeImage,
      uploads: parts.uploads, images: parts.ports.images, now: parts.ports.machine.now)
  }
}
