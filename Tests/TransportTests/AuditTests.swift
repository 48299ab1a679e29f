import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// What is written down of attempts to change something.
@Suite(.realStore) struct AuditTests {
  private static func line(_ entry: AuditEntry) -> String {
    "\(entry.action) \(entry.resource) \(entry.status) \(entry.outcome)"
  }

  @Test(
    "each write of a vendor or an administrator is one entry", arguments: IdempotencyTests.writes)
  func writes(_ write: IdempotencyTests.Write) async throws {
    let vendors = try await IdempotencyTests.shop()
    let before = vendors.shop.audit.all.count
    _ = try await write.send(vendors, [IdempotencyTests.key], 0)
    _ = try await write.send(vendors, [IdempotencyTests.key], 0)
    _ = try await write.send(vendors, [IdempotencyTests.key], 1)
    let entries = vendors.shop.audit.all.dropFirst(before)
    #expect(entries.map(\.outcome) == ["done", "replayed", "idempotency_key_reused"])
    #expect(entries.map(\.status) == [write.status, write.status, 422])
    for entry in entries {
      #expect(entry.requestID == "request-1")
      let owner = entry.principal ?? "nobody"
      #expect(owner.hasPrefix("token:"), "\(owner)")
      #expect(owner.contains("vendor:\(vendors.vendor.identifier)") == !owner.contains("bootstrap"))
    }
  }

  @Test("what an app reads by POST changes nothing, and is no entry")
  func readsByPost() async throws {
    let shop = try await SmartCommerceTests.shop()
    for path in SmartCommerceTests.paths {
      #expect(try await shop.send(.post, path).status == 200)
    }
    #expect(shop.audit.all == [])
  }

  @Test func theResourceIsNamed() async throws {
    let vendors = try await IdempotencyTests.shop()
    let before = vendors.shop.audit.all.count
    _ = try await vendors.register()
    _ = try await vendors.send(.patch, "/v1/products/3", #"{"stock":1}"#, [("If-Match", "*")])
    _ = try await vendors.send(.patch, "/v1/products/3", #"{"stock":-1}"#, [("If-Match", "*")])
    _ = try await vendors.send(.delete, "/v1/products/9", "")
    #expect(
      vendors.shop.audit.all.dropFirst(before).map(Self.line) == [
        "POST /v1/products /v1/products/3 201 done",
        "PATCH /v1/products/{id} /v1/products/3 200 done",
        "PATCH /v1/products/{id} /v1/products/3 422 rejected",
        "DELETE /v1/products/{id} /v1/products/9 404 not_found",
      ])
  }

  @Test func whoeverIsRefusedIsWrittenDownToo() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.send(.delete, "/v1/products/1", [], [])
    _ = try await vendors.send(.delete, "/v1/products/1", "", token: "unknown")
    _ = try await vendors.send(
      .delete, "/admin/v1/event-categories/1", "", token: vendors.token)
    let entries = vendors.shop.audit.all
    #expect(entries.map(\.status) == [401, 401, 403])
    #expect(entries.map(\.outcome) == ["unauthenticated", "unauthenticated", "forbidden"])
    #expect(entries.map { $0.principal != nil } == [false, false, true])
  }

  @Test func existingAppsAreWrittenDownWithoutTheirSecrets() async throws {
    let market = try await Market()
    try await market.add(1)
    _ = try await market.shop.send(
      .patch, "/api/products/1", ["identifier": Market.identifier],
      #"{"stock":3,"secret":"vendor-secret"}"#)
    _ = try await market.shop.send(
      .delete, "/api/products/1/some-secret", ["identifier": Market.identifier])
    let entries = market.shop.audit.all
    #expect(
      entries.map(Self.line) == [
        "PATCH /api/products/{id} /api/products/1 202 done",
        "DELETE /api/products/{id}/{secret} /api/products/1/*** 400 wrong_product_secret",
      ], "\(entries)")
    #expect(entries.allSatisfy { $0.principal?.lowercased() == "vendor:\(Market.identifier)" })
    #expect(!"\(entries)".contains("some-secret"))
    #expect(!"\(entries)".contains("vendor-secret"))
  }

  @Test(arguments: [
    "//api/products/1/some-secret", "/api//products/1/some-secret", "/%61pi/products/1/some-secret",
    "//openmarket/v2/api//products/1//some%2Dsecret",
  ])
  func aSecretIsHiddenHoweverItsPathIsWritten(_ path: String) async throws {
    let market = try await Market()
    try await market.add(1)
    _ = try await market.shop.send(.delete, path, ["identifier": Market.identifier])
    let entries = market.shop.audit.all
    #expect(entries.map(\.outcome) == ["wrong_product_secret"])
    #expect(entries.allSatisfy { $0.resource.hasSuffix("/***") }, "\(entries)")
  }

  @Test func readsAndWhatIsNotThereAreNoEntries() async throws {
    let shop = try await Shop()
    _ = try await shop.send(.get, "/v1/products")
    _ = try await shop.administer(.get, AdminRoutesTests.path)
    _ = try await shop.send(.post, "/nowhere")
    _ = try await shop.send(.post, "/v1/banner")
    _ = try await shop.send(.options, "/v1/products")
    #expect(shop.audit.all == [])
  }
}

/// How many images a vendor may send.
@Suite(.realStore) struct UploadQuotaRouteTests {
  @Test func beyondTheQuotaNothingIsDecodedAndTheLimitIsNamed() async throws {
    let shop = try await Shop(policies: Policies(vendorImagesPerDay: 3))
    let vendors = try await VendorShop(shop)
    #expect(try await vendors.register(widths: [1, 2]).status == 201)
    let finished = shop.imagePipeline.counts.finished
    let refused = try await vendors.register(widths: [3, 4])
    #expect(refused.status == 429, "\(refused.text)")
    #expect(refused.code == "image_quota_spent", "\(refused.text)")
    #expect(refused.fields["retry-after"] == "86400")
    #expect(refused.body.contains("may send 3 images a day"))
    #expect(shop.imagePipeline.counts.finished == finished)
    #expect(shop.imagePipeline.places == [])
    #expect(try await vendors.register(widths: [5]).status == 201)
    // Another vendor has a quota of its own.
    let other = try await vendors.register(
      widths: [1, 2], [], authorization: "Bearer \(vendors.otherToken)")
    #expect(other.status == 201)
  }

  @Test func aRepetitionCostsNothing() async throws {
    let shop = try await Shop(policies: Policies(vendorImagesPerDay: 1))
    let vendors = try await VendorShop(shop)
    for _ in 0..<3 { #expect(try await vendors.register([IdempotencyTests.key]).status == 201) }
  }

  @Test func existingAppsReadItInTheirOwnForm() async throws {
    let shop = try await Shop(policies: Policies(vendorImagesPerDay: 1))
    let vendors = try await VendorShop(shop)
    let params =
      #"{"name":"겨울 코트","price":9,"currency":"KRW","secret":"\#(VendorShop.secret)"}"#
    let form = SentForm.plain(params, [SentForm.first, SentForm.second])
    let answer = try await vendors.send(
      .post, "/api/products", form.bytes,
      [
        ("identifier", vendors.vendor.identifier.description), ("Content-Type", form.contentType),
      ])
    #expect(answer.status == 429)
    #expect(answer.body.contains("may send 1 images a day"))
  }
}
