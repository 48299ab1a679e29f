import Domain
import HTTP
import UseCases

/// `GET /images/{digest}/original.png`: the octets behind a URL that never changes its meaning.
struct ImageRoutes {
  let findImage: FindImage
  let security: SecurityFields

  func mount(on router: inout Router) {
    router.on(.get, "/images/{digest}/{file}") {
      [findImage, security] request, path throws(Problem) in
      guard let digest = ImageDigest(hex: path[0]) else { throw .notFound }
      let image = try await answering { () throws(Failure) in try await findImage(digest) }
      // One name for each image, so that caches on the way keep one copy.
      guard path[1] == "original.\(image.mediaType.fileExtension)" else { throw .notFound }
      var response = Self.answer(image, to: request)
      response.shared = security.image
      return response
    }
  }

  private static func answer(_ image: StoredImage, to request: Request) -> Response {
    let tag = "\"\(image.digest)\""
    let fields = [
      ResponseField("Cache-Control", "public, max-age=31536000, immutable"),
      ResponseField("ETag", tag),
    ]
    guard !request.alreadyHas(tag: tag) else { return Response(.notModified, fields: fields) }
    return Response(
      .ok, contentType: contentType(image.mediaType), fields: fields,
      content: .octets(image.octets))
  }

  private static func contentType(_ mediaType: StoredImage.MediaType) -> StaticString {
    switch mediaType {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    }
  }
}
