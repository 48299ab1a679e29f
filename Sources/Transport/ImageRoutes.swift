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
      return try Self.content(image, security).answer(to: request)
    }
  }

  /// The digest of the octets is as strong a tag as there is. There is no compressed variant: PNG
  /// and JPEG are compressed already.
  private static func content(
    _ image: StoredImage, _ security: SecurityFields
  ) throws(Problem) -> FixedContent {
    do throws(ResponseError) {
      return try FixedContent(
        image.octets, contentType: contentType(image.mediaType),
        entityTag: EntityTag(image.digest.hex),
        fields: [ResponseField("Cache-Control", "public, max-age=31536000, immutable")],
        shared: security.image)
    } catch {
      throw Problem(.bug("an image cannot be answered: \(error)"))
    }
  }

  private static func contentType(_ mediaType: StoredImage.MediaType) -> StaticString {
    switch mediaType {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    }
  }
}
