import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

@Suite(.realStore) struct VendorProductRoutesTests {
  static let path = "/v1/products"

  @Test func aProductIsRegisteredShownEditedAndRemoved() async throws {
    let vendors = try await VendorShop()
    let created = try await vendors.register(widths: [11, 12])
    #expect(created.status == 201)
    #expect(created.fields["location"] == "/v1/products/1")
    #expect(created.fields["cache-control"] == "no-store")
    #expect(created["price_text"] == .string("12,000원"))
    let shown = try await vendors.shop.send(.get, Self.path + "/1")
    #expect(shown.body == created.body)
    #expect(shown.fields["etag"] == created.fields["etag"])

    let tag = try #require(created.fields["etag"])
    let body = #"{"price":14000,"stock":4,"thumbnail_id":2,"description":"새 설명"}"#
    let edited = try await vendors.send(.patch, Self.path + "/1", body, [("If-Match", tag)])
    #expect(edited.status == 200)
    #expect(edited["version"] == .integer(2))
    #expect(edited["price"] == .integer(14_000))
    #expect(edited["original_price"] == .integer(15_000))
    #expect(edited["images.0.id"] == .integer(2))
    #expect(edited["images.1.id"] == .integer(1))
    #expect(edited.fields["etag"] != tag)

    let removed = try await vendors.send(.delete, Self.path + "/1")
    #expect(removed.status == 204)
    #expect(removed.body.isEmpty)
    #expect(try await vendors.shop.send(.get, Self.path + "/1").status == 404)
    #expect(try await vendors.send(.delete, Self.path + "/1").status == 404)
  }

  // MARK: Versions

  @Test func anEditNeedsTheVersionThatItWasMadeFor() async throws {
    let vendors = try await VendorShop()
    let created = try await vendors.register()
    let missing = try await vendors.send(.patch, Self.path + "/1", "{}")
    #expect(missing.status == 428)
    #expect(missing.body.contains("If-Match"))
    let tag = try #require(created.fields["etag"])
    for condition in ["\"2\"", "\"9-0000000000000000\"", "\"x\", \"y\""] {
      let stale = try await vendors.send(.patch, Self.path + "/1", "{}", [("If-Match", condition)])
      #expect(stale.status == 412, "\(condition)")
      #expect(stale.code == "stale_version", "\(condition)")
      let removal = try await vendors.send(.delete, Self.path + "/1", "", [("If-Match", condition)])
      #expect(removal.status == 412, "\(condition)")
    }
    for method in [HTTP.Method.patch, .delete] {
      let weak = try await vendors.send(
        method, Self.path + "/1", "{}", [("If-Match", "W/\(tag)")])
      #expect(weak.status == 412)
      #expect(weak.code == "weak_condition")
    }
    for condition in ["nope", "1", "\"1", "*, \"1\""] {
      for method in [HTTP.Method.patch, .delete] {
        let answer = try await vendors.send(
          method, Self.path + "/1", "{}", [("If-Match", condition)])
        #expect(answer.status == 400, "\(condition)")
        #expect(answer.code == "malformed_condition", "\(condition)")
        #expect(answer.body.contains("If-Match"))
      }
    }
    for condition in [tag, "\"2\"", "*"] {
      let edited = try await vendors.send(.patch, Self.path + "/1", "{}", [("If-Match", condition)])
      #expect(edited.status == 200, "\(condition)")
    }
    let stale = try await vendors.send(.patch, Self.path + "/1", "{}", [("If-Match", tag)])
    #expect(stale.status == 412)
    #expect(
      try await vendors.send(.delete, Self.path + "/1", "", [("If-Match", "\"4\"")]).status == 204)
  }

  // MARK: Who it is

  @Test func whatBelongsToAnotherVendorIsNotThere() async throws {
    let vendors = try await VendorShop()
    _ = try await vendors.register()
    let token = vendors.otherToken
    let edit = try await vendors.send(
      .patch, Self.path + "/1", "{}", [("If-Match", "*")], token: token)
    #expect(edit.status == 404)
    let stale = try await vendors.send(
      .patch, Self.path + "/1", "{}", [("If-Match", "\"7\"")], token: token)
    #expect(stale.status == 404)
    #expect(stale.fields["etag"] == nil)
    #expect(try await vendors.send(.delete, Self.path + "/1", token: token).status == 404)
    #expect(try await vendors.shop.send(.get, Self.path + "/1").status == 200)
  }

  @Test func identifierAndSecretDoInEveryPlace() async throws {
    let vendors = try await VendorShop()
    let identifier = vendors.vendor.identifier.description
    let basic = Self.base64("\(identifier):\(VendorShop.secret)")
    let params = VendorShop.params.dropLast() + #","secret":"\#(VendorShop.secret)"}"#
    let ways: [(String, [(String, String)])] = [
      (VendorShop.params, [("Authorization", "Basic \(basic)")]),
      (VendorShop.params, [("authorization", "basic  \(basic.replacing("=", with: ""))")]),
      (String(params), [("identifier", identifier)]),
      (String(params), [("Identifier", identifier.uppercased())]),
    ]
    for (index, (params, fields)) in ways.enumerated() {
      let form = SentForm.plain(params, [SampleImages.jpeg(width: index + 1, height: 3)])
      let answer = try await vendors.send(
        .post, Self.path, form.bytes, fields + [("Content-Type", form.contentType)])
      #expect(answer.status == 201, "\(fields) \(answer.body)")
      #expect(answer["vendor.id"] == .string(identifier))
    }
    let body = Array(#"{"stock":1,"secret":"\#(VendorShop.secret)"}"#.utf8)
    let edit = try await vendors.send(
      .patch, Self.path + "/1", body, [("identifier", identifier), ("If-Match", "\"1\"")])
    #expect(edit.status == 200)
    let removal = try await vendors.send(
      .delete, Self.path + "/1", [], [("Authorization", "Basic \(basic)")])
    #expect(removal.status == 204)
  }

  @Test func asciiSecretsDoInAField() async throws {
    let vendors = try await VendorShop()
    let identifier = try VendorIdentifier.sample(9)
    let vendor = try await vendors.shop.ports.vendors.add(
      identifier: identifier, name: try Title("v"),
      secretHash: FakeSecretHasher.hash("s3cret"), createdAt: .earliest)
    try await vendors.shop.ports.add(.sample(by: vendor))
    let fields = [("identifier", identifier.description), ("secret", "s3cret")]
    #expect(try await vendors.send(.delete, Self.path + "/1", [], fields).status == 204)
  }

  @Test("who is not proven is refused, with what is missing")
  func strangers() async throws {
    let vendors = try await VendorShop()
    let identifier = vendors.vendor.identifier.description
    let wrong = Self.base64("\(identifier):wrong")
    let ways: [([(String, String)], Int, String)] = [
      ([], 401, "identifier and secret"),
      ([("identifier", identifier)], 401, "The secret is missing"),
      ([("identifier", identifier), ("secret", "wrong")], 401, "No vendor has"),
      ([("identifier", "x"), ("secret", "s")], 401, "No vendor has"),
      ([("identifier", identifier), ("identifier", identifier)], 401, "identifier was sent twice"),
      ([("secret", "s")], 401, "identifier and secret"),
      ([("Authorization", "Basic \(wrong)")], 401, "No vendor has"),
      ([("Authorization", "Basic !")], 401, "token"), ([("Authorization", "Basic")], 401, "token"),
      ([("Authorization", "Bearer wrong")], 401, "token"),
      // A broken Authorization is not made good by other fields.
      (
        [("Authorization", "x"), ("identifier", identifier), ("secret", VendorShop.secret)], 401,
        "token"
      ),
    ]
    try await vendors.shop.ports.add(.sample(by: vendors.vendor))
    for (fields, status, detail) in ways {
      let answer = try await vendors.send(.delete, Self.path + "/1", [], fields)
      #expect(answer.status == status, "\(fields) \(answer.text)")
      #expect(answer.body.contains(detail), "\(fields) \(answer.text)")
      #expect((status == 401) == (answer.fields["www-authenticate"] != nil))
    }
    #expect(try await vendors.shop.send(.get, Self.path + "/1").status == 200)
  }

  @Test func whoCanBeKnownBeforeTheBodyIsRefusedBeforeIt() async throws {
    let vendors = try await VendorShop()
    for (authorization, status) in [("wrong", Status.unauthorized), (Shop.bootstrap, .forbidden)] {
      let fields: KeyValuePairs = [
        "Authorization": "Bearer \(authorization)", "Content-Length": "400000",
        "Content-Type": "multipart/form-data; boundary=b",
      ]
      let head = try Request(.post, Self.path, fields: fields, body: [1]).head
      let body = RequestBody(length: 400_000, source: AuthenticationTests.Untouched())
      #expect(await vendors.shop.response(Request(head: head, body: body)).status == status)
    }
    #expect(vendors.shop.imagePipeline.counts.opened == 0)
  }

  @Test func nobodyHasImagesLookedAtWhoIsNotProven() async throws {
    let vendors = try await VendorShop()
    let params = VendorShop.params.dropLast() + #","secret":"wrong"}"#
    let form = SentForm.plain(String(params), [SampleImages.jpeg(width: 1, height: 1)])
    let answer = try await vendors.send(
      .post, Self.path, form.bytes,
      [
        ("identifier", vendors.vendor.identifier.description), ("Content-Type", form.contentType),
      ])
    #expect(answer.status == 401)
    #expect(vendors.shop.imagePipeline.counts.finished == 0)
  }

  static func base64(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let bytes = Array(text.utf8)
    var encoded = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for digit in 0...group.count { encoded.append(alphabet[bits >> (18 - 6 * digit) & 63]) }
      encoded += String(repeating: "=", count: 3 - group.count)
    }
    return encoded
  }
}
