import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// Products under keys of their vendors, and many at once.
@Suite(.realStore) struct ProductBatchRoutesTests {
  private static let path = "/v1/products"
  private static let keyed = path + "/by-key/LB-1"
  private static let mug = #"{"title":"머그컵","price":12000,"currency":"KRW","stock":5}"#

  private static func items(_ items: String...) -> String {
    #"{"items":[\#(items.joined(separator: ","))]}"#
  }

  /// The item with a member before the others.
  private static func item(_ member: String, _ rest: String = mug) -> String {
    "{\(member),\(rest.dropFirst())"
  }

  // MARK: Keys

  @Test("A product is made by its key, left as it is by a repetition, and replaced")
  func aKeyMakesAndReplaces() async throws {
    let vendors = try await VendorShop()
    let made = try await vendors.send(.put, Self.keyed, Self.mug)
    #expect(made.status == 201, "\(made.body)")
    #expect(made.fields["location"] == Self.path + "/1")
    let again = try await vendors.send(.put, Self.keyed, Self.mug)
    #expect(again.status == 200)
    #expect(again["version"] == 1)
    let replaced = try await vendors.send(
      .put, Self.keyed, Self.mug.replacing("5}", with: "4}"))
    #expect(replaced["version"] == 2, "\(replaced.body)")
    #expect(try await vendors.shop.send(.get, Self.path).ids == [1])
  }

  @Test("One of two vendors who use the same key does not write the other's product")
  func aKeyIsOfItsVendor() async throws {
    let vendors = try await VendorShop()
    for token in [vendors.token, vendors.otherToken] {
      #expect(try await vendors.send(.put, Self.keyed, Self.mug, token: token).status == 201)
    }
  }

  @Test("A key that is new to several requests at once makes one product")
  func theSameKeyAtOnce() async throws {
    let vendors = try await VendorShop()
    let statuses = try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { try await vendors.send(.put, Self.keyed, Self.mug).status }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses.sorted() == [200, 200, 200, 201])
  }

  @Test("A key has up to 200 bytes", arguments: [(200, 201), (201, 422)])
  func longKeys(_ count: Int, _ status: Int) async throws {
    let vendors = try await VendorShop()
    let path = Self.path + "/by-key/" + String(repeating: "k", count: count)
    #expect(try await vendors.send(.put, path, Self.mug).status == status)
  }

  // MARK: Many

  @Test("Five hundred products are written at once, and no more", arguments: ["", "?partial=true"])
  func countOfItems(_ query: String) async throws {
    let vendors = try await VendorShop()
    let lines = (0...500).map { Self.item(#""key":"LB-\#($0)""#) }
    let type = [("Content-Type", "application/jsonl")]
    let more = try await vendors.send(
      .put, Self.path + query, lines.joined(separator: "\n"), type)
    #expect(more.errors == ["/items too_many"], "\(more.body.prefix(999))")
    let all = try await vendors.send(
      .put, Self.path + query, lines.dropLast().joined(separator: "\n"), type)
    #expect(all["items.499.status"] == "made", "\(all.body.prefix(999))")
  }

  @Test("An item that is refused leaves its key to those after it")
  func keysOfRefusedItems() async throws {
    let vendors = try await VendorShop()
    let answer = try await vendors.send(
      .put, Self.path + "?partial=true",
      Self.items(
        Self.item(#""key":"LB-2","item_type_id":99"#), Self.item(#""key":"LB-2""#)))
    #expect(answer["items.0.status"] == "refused", "\(answer.body)")
    #expect(answer["items.1.status"] == "made")
  }

  @Test("A dry run of large products shows those in the first 8 MB of its answer")
  func largeDryRun() async throws {
    let vendors = try await VendorShop()
    let large = try ProductDraft.sample(description: String(repeating: "가", count: 20_000))
    for _ in 0..<75 {
      try await vendors.shop.ports.add(.sample(by: vendors.vendor, large))
    }
    let items = (1...75).map { #"{"id":\#($0),"version":1,"stock":9}"# }
    let answer = try await vendors.send(
      .patch, Self.path + "?dry_run=true", Self.items(items.joined(separator: ",")))
    #expect((8_388_608..<8_600_000).contains(answer.body.utf8.count))
    #expect(answer.body.hasSuffix(#"{"status":"changed","id":75,"version":2}]}"#))
  }

  @Test func manyAreWrittenTogether() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.send(.put, Self.keyed, Self.mug)
    let answer = try await vendors.send(
      .put, Self.path,
      Self.items(
        Self.item(#""key":"LB-2""#), Self.item(#""key":"LB-1""#),
        Self.item(#""id":1,"version":1"#)))
    #expect(answer.status == 422)
    #expect(answer.errors == ["/items/2 duplicate"], "\(answer.body)")
    let lines = Self.item(#""key":"LB-2""#) + "\n\n" + Self.item(#""key":"LB-1""#) + "\r\n"
    let written = try await vendors.send(
      .put, Self.path, lines, [("Content-Type", "application/jsonl")])
    #expect(written["items.0.status"] == "made", "\(written.body)")
    #expect(written["items.0.id"] == 2)
    #expect(written["items.1.status"] == "unchanged")
  }

  @Test("What cannot be written is refused alone if the sender wants it so")
  func partly() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.send(.put, Self.keyed, Self.mug)
    let body = Self.items(
      #"{"id":1,"version":9,"stock":1}"#, #"{"key":"LB-9","stock":1}"#, #"{"stock":"x"}"#,
      #"{"key":"LB-1","stock":1}"#)
    let whole = try await vendors.send(.patch, Self.path, body)
    #expect(whole.status == 422)
    let partial = try await vendors.send(.patch, Self.path + "?partial=true", body)
    #expect(partial["items.0.errors.0.code"] == "stale_version", "\(partial.body)")
    #expect(partial["items.1.errors.0.code"] == "unknown_product")
    #expect(partial["items.2.errors.0.pointer"] == "/stock")
    #expect(partial["items.3.status"] == "changed")
    #expect(try await vendors.shop.send(.get, Self.path + "/1")["stock"] == 1)
  }

  @Test("A dry run tells what would become of products and changes nothing")
  func dryRun() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.send(.put, Self.keyed, Self.mug)
    let body = Self.items(#"{"key":"LB-1","stock":1}"#)
    let answer = try await vendors.send(.patch, Self.path + "?dry_run=true", body)
    #expect(answer["items.0.before.stock"] == 5, "\(answer.body)")
    #expect(answer["items.0.after.stock"] == 1)
    #expect(try await vendors.shop.send(.get, Self.path + "/1")["stock"] == 5)
  }

  @Test func aRepeatedRequestIsCarriedOutOnce() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.send(.put, Self.keyed, Self.mug)
    let body = Self.items(#"{"id":1,"version":1,"stock":1}"#)
    let key = [("Idempotency-Key", "once")]
    for _ in 0..<2 {
      let answer = try await vendors.send(.patch, Self.path, body, key)
      #expect(answer["items.0.version"] == 2, "\(answer.body)")
    }
    let other = try await vendors.send(.patch, Self.path + "?partial=true", body, key)
    #expect(other.status == 422)
  }

  @Test("Only an administrator writes products of a named vendor, whom the log names too")
  func administrators() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.send(.put, Self.keyed, Self.mug)
    let body = Self.items(#"{"id":1,"version":1,"stock":1}"#)
    let target = Self.path + "?vendor=\(vendors.vendor.identifier)"
    let foreign = try await vendors.send(.patch, Self.path, body, token: vendors.otherToken)
    #expect(foreign.errors == ["/items/0/id unknown_product"], "\(foreign.body)")
    let posing = try await vendors.send(.patch, target, body, token: vendors.otherToken)
    #expect(posing.status == 403)
    let answer = try await vendors.send(.patch, target, body, token: Shop.bootstrap)
    #expect(answer["items.0.status"] == "changed", "\(answer.body)")
    let entry = try #require(vendors.shop.audit.all.last)
    #expect(entry.principal?.contains("vendor:\(vendors.vendor.identifier)") == true)
  }

  // MARK: Variants

  @Test("Two products exchange an article number, unless one of them is refused")
  func exchangedNumbers() async throws {
    let vendors = try await VendorShop()
    let item = { (key: String, sku: String, more: String) in
      Self.item(
        #""key":"\#(key)"\#(more),"options":[{"name":"색상","values":["흰색"]}],"#
          + #""variants":[{"values":["흰색"],"sku":"\#(sku)"}]"#,
        #"{"title":"머그컵","price":12000,"currency":"KRW"}"#)
    }
    _ = try await vendors.send(
      .put, Self.path, Self.items(item("LB-1", "A-1", ""), item("LB-2", "B-1", "")))
    let refused = try await vendors.send(
      .put, Self.path + "?partial=true",
      Self.items(item("LB-1", "B-1", ""), item("LB-2", "A-1", #","item_type_id":99"#)))
    #expect(refused["items.0.errors.0.code"] == "sku_taken", "\(refused.body)")
    let done = try await vendors.send(
      .put, Self.path, Self.items(item("LB-1", "B-1", ""), item("LB-2", "A-1", "")))
    #expect(done["items.0.status"] == "changed", "\(done.body)")
    #expect(done["items.1.status"] == "changed")
  }

  @Test("Variants that are sent as they are change nothing, by a patch too")
  func sameVariants() async throws {
    let vendors = try await VariantRoutesTests.shop()
    let item = #"{"id":1,"version":1,"price":29000,\#(VariantRoutesTests.variants)}"#
    let answer = try await vendors.send(.patch, Self.path, Self.items(item))
    #expect(answer["items.0.status"] == "unchanged", "\(answer.body)")
  }

  @Test("A variant shows the picture of its number when pictures have changed places")
  func movedPictures() async throws {
    let vendors = try await VariantRoutesTests.shop()
    let product = try #require(try await vendors.shop.ports.products.find(1))
    let digests = product.images.reversed().map { "\"\($0.picture.digest.hex)\"" }
    let images = #""images":[\#(digests.joined(separator: ","))]"#
    let item = Self.item(#""id":1,"version":1,\#(images)"#, VariantRoutesTests.params())
    let answer = try await vendors.send(.put, Self.path, Self.items(item))
    #expect(answer["items.0.status"] == "changed", "\(answer.body)")
    let detail = try await vendors.shop.send(.get, Self.path + "/1")
    #expect(detail["variants.1.image_number"] == 2, "\(detail.body)")
  }

  @Test("Mistakes are told, but not the values of an option with each of a hundred")
  func manyMistakes() async throws {
    let vendors = try await VendorShop()
    let values = (10..<60).map { #""\#(String(repeating: "\($0)", count: 50))""# }
    let variants = Array(repeating: #"{"values":["x"]}"#, count: 200).joined(separator: ",")
    let item = Self.item(
      #""key":"LB-1","options":[{"name":"색","values":[\#(values.joined(separator: ","))]}],"#
        + #""variants":[\#(variants)]"#)
    let whole = try await vendors.send(.put, Self.path, Self.items(item))
    #expect(whole.body.utf8.count < 400_000)
    let partial = try await vendors.send(.put, Self.path + "?partial=true", Self.items(item))
    #expect(partial["items.0.errors.7.code"] != nil, "\(partial.body)")
    #expect(partial["items.0.errors.8.code"] == nil)
  }
}
