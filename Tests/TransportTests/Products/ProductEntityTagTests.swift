import Domain
import Fakes
import HTTP
import Testing
import UseCases
import Web

@testable import Transport

/// Equal tags mean equal states, even when a restore has lost some and gives their ids and versions
/// again.
@Suite(.realStore) struct ProductEntityTagTests {
  private static func tag(
    code: UInt8 = 1, changedAt: Int64 = 1_772_323_200_000_000, version: Int = 2, likes: Int = 0,
    _ language: Language = .korean, from host: String = "a.example"
  ) throws -> String {
    let vendor = Vendor(
      id: 7, identifier: try .sample(7), name: try Title("가게"), createdAt: .earliest)
    let draft = try ProductDraft.sample()
    let product = Product(
      summary: ProductSummary(
        id: 3, code: try #require(ProductCode(bytes: Array(repeating: code, count: 16))),
        vendor: vendor, draft: draft, cover: nil, reviews: .none, createdAt: .earliest,
        updatedAt: Timestamp(clamping: changedAt), version: version, likeCount: likes),
      draft: draft, images: [])
    let tags = ContentTag(signer: FakeSigner())
    return ProductEntityTag(language, Origin("https://\(host)"), tags).opaque(product)
  }

  @Test("whatever differs between two states differs in their tags")
  func states() throws {
    let tags = [
      try Self.tag(), try Self.tag(code: 2), try Self.tag(changedAt: 1_772_323_200_000_001),
      try Self.tag(version: 3), try Self.tag(likes: 1), try Self.tag(.english),
      try Self.tag(from: "b.example"),
    ]
    #expect(Set(tags).count == tags.count)
    #expect(try Self.tag() == tags[0])
  }

  /// Two shops that give the same id and versions, as before and after a restore.
  private static func shops() async throws -> (lost: String, restored: VendorShop) {
    var tag = ""
    let lost = try await VendorShop()
    let restored = try await VendorShop()
    for vendors in [lost, restored] {
      _ = try await vendors.register()
      let edited = try await vendors.send(
        .patch, "/v1/products/1", #"{"stock":4}"#, [("If-Match", "\"1\"")])
      #expect(edited["version"] == 2)
      if vendors.shop === lost.shop { tag = try #require(edited.fields["etag"]) }
    }
    return (tag, restored)
  }

  @Test("a tag of a lost state gets the whole product, and not 304")
  func read() async throws {
    let (tag, restored) = try await Self.shops()
    let answer = try await restored.shop.send(.get, "/v1/products/1", ["If-None-Match": tag])
    #expect(answer.status == 200)
    #expect(answer.fields["etag"] != tag)
  }

  @Test("a change of a lost state is refused, without a tag that could mean it")
  func change() async throws {
    let (tag, restored) = try await Self.shops()
    let path = "/v1/products/1"
    let edited = try await restored.send(.patch, path, #"{"stock":9}"#, [("If-Match", tag)])
    #expect(edited.status == 412)
    #expect(edited.fields["etag"] == nil)
    let arranged = try await restored.send(
      .put, path + "/images", #"{"images":[1]}"#,
      [("Content-Type", "application/json"), ("If-Match", tag)])
    #expect(arranged.status == 412)
    #expect(arranged.fields["etag"] == nil)
    let removed = try await restored.send(.delete, path, "", [("If-Match", tag)])
    #expect(removed.status == 412)
    #expect(removed.fields["etag"] == nil)
    #expect(try await restored.shop.send(.get, path)["version"] == 2)
  }
}
