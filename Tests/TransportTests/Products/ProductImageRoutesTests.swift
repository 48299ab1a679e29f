import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

@Suite("a vendor changes the images of a product", .realStore) struct ProductImageRoutesTests {
  private static let path = "/v1/products/1/images"
  private static let json = ("Content-Type", "application/json")

  /// A shop whose product has three images, and the tag of the product.
  private static func shop() async throws -> (vendors: VendorShop, tag: String) {
    let vendors = try await VendorShop()
    let created = try await vendors.register(widths: [11, 12, 13])
    return (vendors, try #require(created.fields["etag"]))
  }

  /// Ids, and new images that are told apart by their widths, in the order of display.
  private enum Place {
    case id(String)
    case new(width: Int)
    case part(String, filename: String?, [UInt8])
  }

  private static func put(
    _ vendors: VendorShop, _ places: [Place], _ fields: [(String, String)] = [("If-Match", "*")],
    path: String = path, token: String? = nil
  ) async throws -> Answer {
    var body: [UInt8] = []
    for place in places {
      let (name, filename, data): (String, String?, [UInt8]) =
        switch place {
        case .id(let id): ("images", nil, Array(id.utf8))
        case .new(let width): ("images", "a.jpg", SampleImages.jpeg(width: width, height: 7))
        case .part(let name, let filename, let data): (name, filename, data)
        }
      let file = filename.map { "; filename=\"\($0)\"" } ?? ""
      body += Array("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\(file)\r\n\r\n".utf8)
      body += data + Array("\r\n".utf8)
    }
    body += Array("--b--\r\n".utf8)
    let more = [
      ("Authorization", "Bearer \(token ?? vendors.token)"),
      ("Content-Type", "multipart/form-data; boundary=b"),
    ]
    return try await vendors.send(.put, path, body, more + fields)
  }

  private static func ids(_ answer: Answer) -> [Int] {
    (0..<5).compactMap { index in
      guard case .integer(let id) = answer["images.\(index).id"] else { return nil }
      return Int(id)
    }
  }

  private static func ids(_ vendors: VendorShop) async throws -> [Int] {
    ids(try await vendors.shop.send(.get, "/v1/products/1"))
  }

  @Test func oneIsAddedOneTakenAwayAndTheRestMoves() async throws {
    let (vendors, tag) = try await Self.shop()
    let answer = try await Self.put(
      vendors, [.id("3"), .new(width: 21), .id("1")], [("If-Match", tag)])
    #expect(answer.status == 200, "\(answer.text)")
    #expect(Self.ids(answer) == [3, 4, 1])
    #expect(answer["version"] == .integer(2))
    #expect(answer.fields["etag"] != tag)
    #expect(try await vendors.shop.send(.get, "/v1/products/1").body == answer.body)
  }

  @Test func idsAloneComeAsJSONToo() async throws {
    let (vendors, tag) = try await Self.shop()
    let answer = try await vendors.send(
      .put, Self.path, #"{"images":[2,1]}"#, [Self.json, ("If-Match", tag)])
    #expect(answer.status == 200, "\(answer.text)")
    #expect(Self.ids(answer) == [2, 1], "\(answer.text)")
    #expect(vendors.shop.imagePipeline.counts.opened == 3)
  }

  @Test(
    "ids need no type of content, and take any but that of a form",
    arguments: [nil, "application/x-www-form-urlencoded", "text/plain;charset=UTF-8", "json"])
  func idsOfAnyType(_ type: String?) async throws {
    let (vendors, tag) = try await Self.shop()
    let fields = [("If-Match", tag)] + (type.map { [("Content-Type", $0)] } ?? [])
    let answer = try await vendors.send(.put, Self.path, #"{"images":[2,1]}"#, fields)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(Self.ids(answer) == [2, 1], "\(answer.text)")
  }

  @Test("a form whose type is flawed is told what is wrong with the type")
  func flawedForm() async throws {
    let (vendors, _) = try await Self.shop()
    for (type, code) in [
      ("Multipart/form-data", "missing_boundary"),
      ("multipart/form-data; boundary=", "malformed_content_type"),
    ] {
      let fields = [("If-Match", "*"), ("Content-Type", type)]
      let answer = try await vendors.send(.put, Self.path, "--b--", fields)
      #expect(answer.code == code, "\(answer.text)")
    }
  }

  @Test func theFirstImageIsTheCover() async throws {
    let (vendors, _) = try await Self.shop()
    let answer = try await Self.put(vendors, [.new(width: 21), .id("1")])
    let cell = try #require(try await vendors.shop.send(.get, "/v1/products")["items.0.image.url"])
    #expect(answer["image.url"] == cell)
    #expect(Self.ids(answer) == [4, 1])
  }

  @Test("an edit of what somebody else has changed is refused before an image is looked at")
  func versions() async throws {
    let (vendors, tag) = try await Self.shop()
    #expect(try await Self.put(vendors, [.id("2")], [("If-Match", tag)]).status == 200)
    let finished = vendors.shop.imagePipeline.counts.finished
    let stale = try await Self.put(vendors, [.new(width: 21)], [("If-Match", tag)])
    #expect(stale.status == 412)
    #expect(stale.code == "stale_version")
    let weak = try await Self.put(vendors, [.id("2")], [("If-Match", "W/\(tag)")])
    #expect(weak.status == 412)
    #expect(weak.code == "weak_condition")
    let none = try await Self.put(vendors, [.id("2")], [])
    #expect(none.status == 428)
    #expect(none.body.contains("If-Match"))
    #expect(vendors.shop.imagePipeline.counts.finished == finished)
    #expect(try await Self.ids(vendors) == [2])
  }

  @Test(
    "what cannot be an arrangement is named",
    arguments: [
      (#"{"images":[]}"#, "/images required"), (#"{"images":[9]}"#, "/images/0 unknown_image"),
      (#"{"images":[1,2,1]}"#, "/images/2 repeated_image"),
      (#"{"images":[1,2,3,1,2,3,1,2,3,1,2]}"#, "/images too_many"), (#"{}"#, "/images required"),
      (#"{"images":["1"]}"#, "/images/0 wrong_type"), (#"{"images":null}"#, "/images required"),
      (#"{"images":[1],"order":1}"#, "/order unknown_member"), ("[1]", " wrong_type"),
    ])
  func fieldErrors(_ body: String, _ error: String) async throws {
    let (vendors, _) = try await Self.shop()
    let answer = try await vendors.send(.put, Self.path, body, [Self.json, ("If-Match", "*")])
    #expect(answer.status == 422, "\(answer.text)")
    #expect(answer.errors == [error], "\(answer.text)")
    #expect(try await Self.ids(vendors) == [1, 2, 3])
  }

  @Test func partsThatAreNeitherAnIDNorANewImageAreNamed() async throws {
    let (vendors, _) = try await Self.shop()
    let image = SampleImages.jpeg(width: 21, height: 7)
    for (places, status, code) in [
      ([.id("one")], 422, "malformed_id"), ([.id("")], 422, "malformed_id"),
      ([.id("-1")], 422, "malformed_id"),
      ([.part("images", filename: nil, image)], 413, "part_too_large"),
      ([.part("image", filename: "a", image)], 400, "unknown_part"),
      ([.part("images[]", filename: "a", image)], 400, "unknown_part"),
      ([.part("images", filename: "a", [])], 422, "empty_image"),
      ([.part("images", filename: "a.svg", Array("<svg/>".utf8))], 422, "unknown_format"),
      ([.new(width: 21), .new(width: 21)], 422, "repeated_image"),
      ([.new(width: 11), .id("1")], 422, "repeated_image"),
      (Array(repeating: .id("1"), count: 11), 422, "too_many_images"), ([], 422, "required"),
    ] as [([Place], Int, String)] {
      let answer = try await Self.put(vendors, places)
      #expect(answer.status == status, "\(answer.text)")
      #expect(answer.body.contains("\"\(code)\""), "\(answer.text)")
      #expect(try await Self.ids(vendors) == [1, 2, 3])
    }
    #expect(vendors.shop.imagePipeline.counts.atOnce <= 3)
  }

  @Test func theSameAgainUnderOneKeyIsDoneOnce() async throws {
    let (vendors, tag) = try await Self.shop()
    let fields = [("If-Match", tag), ("Idempotency-Key", "k")]
    let first = try await Self.put(vendors, [.new(width: 21), .id("2")], fields)
    let again = try await Self.put(vendors, [.new(width: 21), .id("2")], fields)
    #expect(first.status == 200)
    #expect(again.body == first.body)
    #expect(again.fields["idempotency-replayed"] == "true")
    let other = try await Self.put(vendors, [.id("2"), .new(width: 21)], fields)
    #expect(other.status == 422)
    #expect(other.code == "idempotency_key_reused")
  }

  @Test func nobodyElseMayAndNothingIsTakenIn() async throws {
    let (vendors, _) = try await Self.shop()
    let opened = vendors.shop.imagePipeline.counts.opened
    let nobody = try await Self.put(vendors, [.new(width: 21)], token: "x")
    #expect(nobody.status == 401)
    #expect(vendors.shop.imagePipeline.counts.opened == opened)
    let other = try await Self.put(vendors, [.new(width: 21)], token: vendors.otherToken)
    #expect(other.status == 404)
    #expect(other.body.contains("Product 1 does not exist"))
    for id in ["9", "x"] {
      let missing = try await Self.put(vendors, [.id("1")], path: "/v1/products/\(id)/images")
      #expect(missing.status == 404)
      #expect(missing.body.contains("Product \(id) does not exist"))
    }
    #expect(try await Self.ids(vendors) == [1, 2, 3])
  }
}
