import Domain
import HTTP
import UseCases

/// `POST /admin/v1/images`: taking in an image, for the URLs of event categories.
///
/// Like the others under `/admin` it asks who it is before it looks at the body.
struct ImageAdminRoutes: RouteGroup {
  static let path = "/admin/v1/images"
  static let part = "file"
  let authentication: Authentication
  let workshop: any ImageWorkshop
  let store: StoreImage
  let writes: IdempotentWrites

  func mount(on router: inout Router) {
    router.on(Self.endpoint) { request, arguments throws(Problem) in
      try await post(request, isDryRun: arguments.query[DryRun.parameter])
    }
  }

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .post, path, "addImage", .administration, "Take in an image",
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

  /// Answers 201 for the same image again, too: whoever sends a file wants its URL, and a client
  /// that tries once more after a lost answer must not see a difference.
  private func post(
    _ request: Request, isDryRun: Bool
  ) async throws(Problem) -> Response {
    let owner = try await authentication.require(.admin, of: request).keyOwner
    try IdempotentWrites.check(request)
    guard !isDryRun else { return try await dryRun(request) }
    return try await writes.preparing(request) { write throws(Problem) in
      try await take(request, owner, write)
    }
  }

  /// Makes of the image what would be stored, and tells about it.
  private func dryRun(_ request: Request) async throws(Problem) -> Response {
    var sent = try await SingleImage.read(request, named: Self.part, workshop: workshop) {}
    defer { withExtendedLifetime(sent) {} }
    let image = try await sent.prepared(by: workshop, for: request)
    return Response(
      .ok, contentType: "application/json", fields: [.noStore],
      content: .bytes(Self.json(image.original.path, image.picture)))
  }

  private func take(
    _ request: Request, _ owner: String, _ write: PreparedWrite
  ) async throws(Problem) -> Response {
    var sent = try await SingleImage.read(request, named: Self.part, workshop: workshop) {
      () throws(Problem) in try await write.begin(by: owner)
    }
    defer { withExtendedLifetime(sent) {} }
    let content = sent.sentDigest
    if let earlier = try await write.earlier(by: owner, content: content) { return earlier }
    let image = try await sent.prepared(by: workshop, for: request)
    let path = image.original.path
    return try await write(by: owner, content: content) { once throws(Failure) in
      try await store(image, once: once)
    } answer: { picture in
      Self.answer(path, picture)
    }
  }

  /// What is kept is told, not what was sent: it was encoded anew and may be smaller.
  private static func answer(_ path: String, _ picture: Picture) -> Response {
    Response(
      .created, contentType: "application/json",
      fields: [ResponseField("Location", path), .noStore], content: .bytes(json(path, picture)))
  }

  private static func json(_ path: String, _ picture: Picture) -> [UInt8] {
    Wire.storedPicture.bytes(StoredPicture(path: path, picture: picture))
  }
}

extension ImageAdminRoutes {
  init(_ parts: RouteParts) {
    self.init(
      authentication: Authentication(parts.authenticateToken),
      workshop: parts.ports.machine.workshop,
      store: StoreImage(repository: parts.ports.images), writes: parts.writes)
  }
}
