import Domain
import HTTP
import UseCases

/// `POST /admin/v1/images`: taking in an image, for the URLs of event categories.
///
/// Like the others under `/admin` it asks who it is before it looks at the body.
struct ImageAdminRoutes: Sendable {
  static let path = "/admin/v1/images"
  static let part = "file"
  let authentication: Authentication
  let workshop: any ImageWorkshop
  let store: StoreImage
  let writes: IdempotentWrites

  func mount(on router: inout Router) {
    router.on(.post, Self.path, query: DryRun.rule) { request, _ throws(Problem) in
      try await post(request)
    }
  }

  /// Answers 201 for the same image again, too: whoever sends a file wants its URL, and a client
  /// that tries once more after a lost answer must not see a difference.
  private func post(_ request: Request) async throws(Problem) -> Response {
    let owner = try await authentication.require(.admin, of: request).keyOwner
    guard try !DryRun.isWanted(by: request) else { return try await dryRun(request) }
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
    var writer = JSONWriter()
    writer.object { writer in
      writer.string("url", path)
      writer.string("media_type", picture.mediaType.rawValue)
      writer.integer("width", picture.width)
      writer.integer("height", picture.height)
      writer.integer("bytes", picture.byteCount)
      writer.string("color", picture.color.text)
    }
    return writer.bytes
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
