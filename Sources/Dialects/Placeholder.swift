import Domain
import HTTP
import Transport
import UseCases
import Web

/// The picture for products without one: apps decode a URL and load it.
enum Placeholder {
  static let path = ImageAddress.placeholder

  /// The URL of a picture, or of this one.
  static func url(of picture: ServedPicture?, from origin: Origin?) -> String {
    picture?.url(from: origin) ?? (origin?.text ?? "") + path
  }

  fileprivate static func content(_ security: SecurityFields) throws -> FixedContent {
    do throws(ResponseError) {
      return try FixedContent(
        bytes, contentType: "image/png", entityTag: EntityTag("none-1"),
        fields: [ResponseField("Cache-Control", "public, max-age=86400")],
        shared: security.image)
    } catch {
      throw Problem(.bug("the placeholder cannot be answered: \(error)"))
    }
  }

  /// One gray pixel, #E0E0E0: the colour of cells that wait for their picture.
  ///
  /// Source: PNG, Third Edition, §11.2; the data is one stored block of RFC 1951 §3.2.4.
  static let bytes: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48,
    0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00,
    0x00, 0x3A, 0x7E, 0x9B, 0x55, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x44, 0x41, 0x54, 0x78,
    0x01, 0x01, 0x02, 0x00, 0xFD, 0xFF, 0x00, 0xE0, 0x00, 0xE2, 0x00, 0xE1, 0x5F, 0x39,
    0xF8, 0xD5, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
}

struct PlaceholderRoutes {
  static let endpoint = Endpoint(
    .get, Placeholder.path, "getPlaceholder", .images, "Get the picture of a product without one",
    .content("image/png", "One gray pixel.")
  ).with { $0.queryUse = .ignored }
  private let security: SecurityFields

  init(_ parts: RouteParts) { security = parts.security }

  func mount(on router: inout Router) {
    router.on(Self.endpoint) { [security] request, _ in
      try Placeholder.content(security).answer(to: request)
    }
  }
}
