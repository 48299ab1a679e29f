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
  let store: StoreImage

  func mount(on router: inout Router) {
    router.on(.post, Self.path) { request, _ throws(Problem) in try await post(request) }
  }

  /// Answers 201 for the same image again, too: whoever sends a file wants its URL, and a client
  /// that tries once more after a lost answer must not see a difference.
  private func post(_ request: Request) async throws(Problem) -> Response {
    try await authentication.require(.admin, of: request)
    let file = try await SingleFile.read(request, named: Self.part, upTo: StoredImage.octetsMax)
    let image = try Self.image(file)
    let stored = try await answering { () throws(Failure) in try await store(image) }
    return Self.answer(stored)
  }

  /// A file without a type of its own is judged by its octets alone.
  private static func image(_ file: SingleFile) throws(Problem) -> ImageFile {
    do throws(ImageFlaw) {
      return try ImageFile(file.octets, declaredType: file.head.contentType?.essence)
    } catch {
      throw file.problem(error.flaw, at: error.offset)
    }
  }

  private static func answer(_ image: StoredImage) -> Response {
    var writer = JSONWriter()
    writer.object { writer in
      writer.string("url", image.path)
      writer.string("media_type", image.mediaType.rawValue)
      writer.integer("width", image.width)
      writer.integer("height", image.height)
      writer.integer("octets", image.octets.count)
    }
    return Response(
      .created, contentType: "application/json",
      fields: [ResponseField("Location", image.path), .noStore], content: .octets(writer.octets))
  }
}
