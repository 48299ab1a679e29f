import Foundation
import Testing

// A merchandiser's own images, through the same door.
extension ShopFlow {
  /// A picture of one pixel with a comment, so that each number is another file.
  ///
  /// Source: ITU-T T.81, annex B.
  static func picture(_ number: Int, padding: Int = 0) -> Data {
    let comment = Data("picture \(number)".utf8) + Data(repeating: 0x20, count: padding)
    let length = comment.count + 2
    return Data([0xFF, 0xD8, 0xFF, 0xFE, UInt8(length >> 8), UInt8(length & 0xFF)]) + comment
      + Data([0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0])
      + Data([0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x3F, 0xFF, 0xD9])
  }

  func uploading() async throws {
    let picture = Self.picture(Int.random(in: 0..<1_000_000_000), padding: 60_000)
    let stranger = try await curl.upload(picture, token: "nobody")
    #expect(stranger.status == 401)
    let answer = try await curl.upload(picture)
    #expect(answer.status == 201)
    let image = try answer.decode(UploadedImage.self)
    #expect(image.media_type == "image/jpeg" && image.octets == picture.count)
    #expect(answer.fields["location"] == image.url)
    let shown = try await curl.get(image.url)
    #expect(shown.status == 200 && shown.body == picture)
    #expect(shown.fields["content-type"] == "image/jpeg")
    #expect(try await curl.upload(picture).decode(UploadedImage.self) == image)
    try await wrongUploads(picture)
    try await showingIn(image.url)
  }

  private func wrongUploads(_ picture: Data) async throws {
    let other = try await curl.upload(picture, type: "image/png")
    #expect(try other.status == 422 && other.decode(Problem.self).code == "rejected")
    #expect(other.text.contains(#""part":{"index":1,"name":"file","offset":"#))
    let more = try await curl.upload(picture + Data("<script>".utf8))
    #expect(more.status == 422 && more.text.contains("trailing_octets"))
    let larger = try await curl.upload(Self.picture(1) + Data(count: 400_000))
    #expect(larger.status == 413)
    let field = try await curl.upload(picture, as: "image")
    #expect(field.status == 422 && field.text.contains("unknown_part"))
  }

  /// The URL is fit for an event category as it is.
  private func showingIn(_ url: String) async throws {
    let body = Self.item("own", "내 사진").replacing("https://cdn.example/own.png", with: url)
    let added = try await curl.admin("POST", body: body)
    #expect(added.status == 201)
    let cards = try await curl.get("/v1/event-categories").decode(Items<EventCard>.self).items
    let card = try #require(cards.first { $0.title == "내 사진" })
    #expect(card.thumbnail_image_url == curl.base + url)
    #expect(try await curl.get(card.thumbnail_image_url).status == 200)
    let location = try #require(added.fields["location"])
    let removed = try await curl.admin("DELETE", "/" + (location.split(separator: "/").last ?? ""))
    #expect(removed.status == 204)
  }
}

/// What an upload is answered.
struct UploadedImage: Decodable, Equatable {
  let url: String
  // swift-format-ignore: AlwaysUseLowerCamelCase
  // The name is the one on the wire.
  let media_type: String
  let width: Int
  let height: Int
  let octets: Int
}

extension Curl {
  /// Sends a file as browsers do.
  func upload(
    _ file: Data, as field: String = "file", type: String = "image/jpeg",
    token: String = MoaServer.adminToken
  ) async throws -> Answer {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("moa-upload-\(UUID().uuidString).jpg")
    try file.write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    return try await form(
      "/admin/v1/images", ["Authorization: Bearer \(token)"],
      ["\(field)=@\(place.path);type=\(type)"])
  }
}
