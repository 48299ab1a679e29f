import Fakes
import Foundation
import Testing

// A merchandiser's own images, through the same door.
extension ShopFlow {
  /// A picture of noise, of which each number is another one.
  ///
  /// - Parameter side: pixels a side; three bytes each.
  static func picture(_ number: Int, side: Int = 64) -> Data {
    Data(SampleImages.noise(side, side, seed: UInt64(number)))
  }

  func uploading() async throws {
    let picture = Self.picture(Int.random(in: 0..<1_000_000_000), side: 500)
    let stranger = try await curl.upload(picture, token: "nobody")
    #expect(stranger.status == 401)
    let answer = try await curl.upload(picture)
    #expect(answer.status == 201)
    let image = try answer.decode(UploadedImage.self)
    #expect(image.media_type == "image/jpeg")
    #expect(image.width == 500)
    #expect(image.height == 500)
    #expect(picture.count > 307_200)
    #expect(image.bytes <= 307_200)
    #expect(answer.fields["location"] == image.url)
    let shown = try await curl.get(image.url)
    #expect(shown.status == 200)
    #expect(shown.body.count == image.bytes)
    #expect(shown.fields["content-type"] == "image/jpeg")
    let small = try await curl.get(image.url.replacing("original.", with: "thumb."))
    #expect(small.status == 200)
    #expect(small.body.count < shown.body.count)
    #expect(try await curl.upload(picture).decode(UploadedImage.self) == image)
    try await wrongUploads(picture)
    try await showingIn(image.url)
  }

  private func wrongUploads(_ picture: Data) async throws {
    let other = try await curl.upload(picture.dropLast(20), type: "image/png")
    #expect(other.status == 422)
    #expect(try other.decode(Problem.self).code == "rejected")
    #expect(other.text.contains(#""part":{"index":1,"name":"file","offset":"#))
    #expect(try await statusWhileSending(picture + Data(count: 10_485_760)) == 413)
  }

  /// Of a picture that is refused before it is there. Caddy 2.6 ends such a connection now and then
  /// before curl has read the answer.
  private func statusWhileSending(_ picture: Data) async throws -> Int {
    for _ in 0..<4 {
      do { return try await curl.upload(picture).status } catch let error as CurlError {
        guard [55, 56].contains(error.status) else { throw error }
      }
    }
    return try await curl.upload(picture).status
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
  let bytes: Int
  let color: String
}

extension Curl {
  /// Sends a file as browsers do.
  func upload(
    _ file: Data, type: String = "image/jpeg",
    token: String = MoaServer.adminToken
  ) async throws -> Answer {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("moa-upload-\(UUID().uuidString).jpg")
    try file.write(to: place)
    defer { try? FileManager.default.removeItem(at: place) }
    return try await form(
      "/admin/v1/images", ["Authorization: Bearer \(token)"],
      ["file=@\(place.path);type=\(type)"])
  }
}
