import Domain
import Fakes
import HTTP
import Testing
import UseCases
import Web

/// Pictures that products name by their digests.
@Suite(.realStore) struct VendorImageRoutesTests {
  private static let path = "/v1/images"
  private static let jpeg = SampleImages.jpeg(width: 11, height: 7)

  private static func product(_ digest: String) -> String {
    #"{"title":"머그컵","price":12000,"currency":"KRW","images":["\#(digest)"]}"#
  }

  private static func upload(
    _ vendors: VendorShop, _ bytes: [UInt8] = jpeg, _ type: String = "image/jpeg",
    _ fields: [(String, String)] = [], token: String? = nil
  ) async throws -> Answer {
    try await vendors.send(
      .post, path, bytes,
      [("Authorization", "Bearer \(token ?? vendors.token)"), ("Content-Type", type)] + fields)
  }

  @Test("A picture is taken as a body or in a form, and a product names it by its digest")
  func aPictureIsNamed() async throws {
    let vendors = try await VendorShop()
    let answer = try await Self.upload(vendors)
    #expect(answer.status == 201, "\(answer.body)")
    let form = try await Self.upload(
      vendors, ImageAdminRoutesTests.file(Self.jpeg, type: "image/jpeg"),
      "multipart/form-data; boundary=b")
    #expect(form.body == answer.body)
    guard case .string(let digest)? = answer["digest"] else {
      Issue.record("there is no digest")
      return
    }
    let made = try await vendors.send(.put, "/v1/products/by-key/a", Self.product(digest))
    #expect(made.status == 201, "\(made.body)")
    let images = try await vendors.shop.ports.products.find(1)?.images ?? []
    #expect(images.map(\.picture.digest.hex) == [digest])
  }

  @Test("A product cannot name a picture that is not stored")
  func anUnknownPicture() async throws {
    let vendors = try await VendorShop()
    let digest = String(repeating: "0", count: 64)
    let answer = try await vendors.send(.put, "/v1/products/by-key/a", Self.product(digest))
    #expect(answer.errors == ["/images/0 unknown_image"], "\(answer.body)")
  }

  @Test("Only vendors upload pictures here")
  func others() async throws {
    let vendors = try await VendorShop()
    #expect(try await Self.upload(vendors, token: Shop.bootstrap).status == 403)
    #expect(try await Self.upload(vendors, token: "wrong").status == 401)
  }

  @Test("A key of another upload is refused")
  func aReusedKey() async throws {
    let vendors = try await VendorShop()
    let key = [("Idempotency-Key", "once")]
    for _ in 0..<2 {
      #expect(try await Self.upload(vendors, Self.jpeg, "image/jpeg", key).status == 201)
    }
    let other = SampleImages.jpeg(width: 12, height: 7)
    #expect(try await Self.upload(vendors, other, "image/jpeg", key).status == 422)
  }
}
