import Domain
import HTTP
import UseCases
import Web

/// `GET /images/{digest}/{preset}.{ext}`: the bytes of an image, whose URL never changes its
/// meaning.
///
/// The presets are `original`, `thumb`, `cell`, `full` and `wide`, and no others: a free choice of
/// sizes would let clients cause any amount of work.
struct ImageRoutes: RouteGroup {
  let findImage: FindImage
  let security: SecurityFields

  func mount(on router: inout Router) {
    router.on(Self.endpoint) {
      [findImage, security] request, path in
      guard let digest = ImageDigest(hex: path[0]), let name = FileName(path[1]) else {
        throw Self.missing(path)
      }
      let image = try await findImage(digest, as: name.preset)
      // One name for each image, so that caches keep one copy.
      guard image.mediaType.fileExtension == name.fileExtension else { throw Self.missing(path) }
      return try Self.content(image, digest, security).answer(to: request)
    }
  }

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .get, "/images/{digest}/{file}", "getImage", .images, "Get an image",
    .content("image/*", "PNG or JPEG.", fields: ["ETag"]),
    .part(of: "image/*")
  ).with {
    $0.meaning = """
      Answers have whole URLs of it; they never change their meaning. A query is ignored: pages add \
      one to avoid their cache.
      """
    $0.queryUse = .ignored
    $0.pathParameters = [
      digest,
      ParameterDeclaration(
        name: "file",
        schema: .string(pattern: "^(original|thumb|cell|full|wide)\\.(jpg|png)$"),
        meaning: "The size and the format.", example: "original.png"),
    ]
    $0.fields = [.ifNoneMatch]
  }

  static let digest = ParameterDeclaration(
    name: "digest", schema: .string(64...64, pattern: "^[0-9a-f]{64}$"),
    meaning: "The digest of the original.",
    example: "ca25f7b858b6bea2be3760e148bd60c19206843b55b73a2294a064a689e1a454")

  private static func missing(_ path: RouteArguments) -> Problem {
    Problem(.notFound(.image("/images/\(path[0])/\(path[1])")))
  }

  /// The last segment of the path.
  private struct FileName {
    static let original = "original"
    /// Nil for the original.
    let preset: ImagePreset?
    let fileExtension: Substring

    init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      preset = ImagePreset(rawValue: String(parts[0]))
      guard preset != nil || parts[0] == Self.original else { return nil }
      fileExtension = parts[1]
    }
  }

  /// There is no compressed variant: PNG and JPEG are compressed already.
  private static func content(
    _ image: FindImage.Shown, _ digest: ImageDigest, _ security: SecurityFields
  ) throws -> FixedContent {
    // The digest of the bytes is a strong tag; a smaller size never changes once it exists.
    let tag = image.preset.map { "\(digest.hex)-\($0.rawValue)" } ?? digest.hex
    let fields = [lifetime(image), disposition(image, digest)]
    do throws(ResponseError) {
      return try FixedContent(
        image.bytes, contentType: contentType(image.mediaType), entityTag: EntityTag(tag),
        fields: fields, shared: security.image)
    } catch {
      throw Problem(.bug("an image cannot be answered: \(error)"))
    }
  }

  /// For ever, except for an original that replaces a smaller size, which may still be made. An
  /// original that is small enough is that size itself: nothing is enlarged.
  private static func lifetime(_ image: FindImage.Shown) -> ResponseField {
    ResponseField(
      "Cache-Control",
      image.isStandIn ? "public, max-age=3600" : "public, max-age=31536000, immutable")
  }

  /// A file name for saving the image, instead of the last segment of the URL.
  private static func disposition(
    _ image: FindImage.Shown, _ digest: ImageDigest
  ) -> ResponseField {
    let size = image.preset?.rawValue ?? FileName.original
    let name = "\(digest.hex.prefix(12))-\(size).\(image.mediaType.fileExtension)"
    return ResponseField("Content-Disposition", "inline; filename=\"\(name)\"")
  }

  private static func contentType(_ mediaType: StoredImage.MediaType) -> StaticString {
    switch mediaType {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    }
  }
}

extension ImageRoutes {
  init(_ parts: RouteParts) {
    self.init(findImage: FindImage(repository: parts.ports.images), security: parts.security)
  }
}
