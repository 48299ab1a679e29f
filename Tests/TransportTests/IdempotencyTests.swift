import Dialects
import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// Writes that are sent again under the same key.
@Suite(.realStore) struct IdempotencyTests {
  static let key = ("Idempotency-Key", "4f0c8a5e-1")

  /// Each write of our own, and what it looks like when it says something else.
  struct Write: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let send:
      @Sendable (VendorShop, _ key: [(String, String)], _ variant: Int) async throws -> Answer
  }

  static let category = AdminRoutesTests.path
  static let administrator = ("Authorization", "Bearer \(Shop.bootstrap)")
  static let writes: [Write] = [
    Write(testDescription: "register", status: 201) { vendors, key, variant in
      try await vendors.register(widths: [11 + variant], key)
    },
    Write(testDescription: "edit", status: 200) { vendors, key, variant in
      try await vendors.send(
        .patch, "/v1/products/1", #"{"stock":\#(variant)}"#, [("If-Match", "\"1\"")] + key)
    },
    Write(testDescription: "remove", status: 204) { vendors, key, variant in
      try await vendors.send(.delete, "/v1/products/\(1 + variant)", "", key)
    },
    Write(testDescription: "add a category", status: 201) { vendors, key, variant in
      try await vendors.send(
        .post, category, Array(AdminRoutesTests.item("new-\(variant)").utf8), [administrator] + key)
    },
    Write(testDescription: "edit a category", status: 200) { vendors, key, variant in
      try await vendors.send(
        .patch, category + "/1", Array(#"{"title":"제목 \#(variant)"}"#.utf8),
        [administrator, ("If-Match", "\"1\"")] + key)
    },
    Write(testDescription: "remove a category", status: 204) { vendors, key, variant in
      try await vendors.send(.delete, "\(category)/\(1 + variant)", [], [administrator] + key)
    },
    Write(testDescription: "upload an image", status: 201) { vendors, key, variant in
      try await vendors.send(
        .post, ImageAdminRoutesTests.path,
        ImageAdminRoutesTests.file(SampleImages.png(width: 8 + variant)),
        [administrator, ("Content-Type", "multipart/form-data; boundary=b")] + key)
    },
    Write(testDescription: "replace all categories", status: 200) { vendors, key, variant in
      let list = AdminRoutesTests.list(AdminRoutesTests.item("list-\(variant)"))
      return try await vendors.send(
        .put, category, Array(list.utf8), [administrator, ("If-Match", "*")] + key)
    },
  ]

  static func shop(on store: FakeStore? = nil) async throws -> VendorShop {
    let vendors = try await VendorShop(try await AdminRoutesTests.seeded(on: store))
    for _ in 0..<2 { try await vendors.shop.ports.add(.sample(by: vendors.vendor)) }
    return vendors
  }

  /// All that can be seen of products and categories.
  static func state(_ vendors: VendorShop) async throws -> String {
    try await vendors.shop.send(.get, "/v1/products").body
      + vendors.shop.administer(.get, category).body
  }

  @Test("the same again is answered the same and changes nothing", arguments: writes)
  func repeated(_ write: Write) async throws {
    let vendors = try await Self.shop()
    let first = try await write.send(vendors, [Self.key], 0)
    #expect(first.status == write.status, "\(first.text)")
    #expect(first.fields["idempotency-replayed"] == nil)
    let state = try await Self.state(vendors)
    for _ in 0..<2 {
      let again = try await write.send(vendors, [Self.key], 0)
      #expect(again.fields["idempotency-replayed"] == "true")
      #expect(again.text.replacing("Idempotency-Replayed: true\n", with: "") == first.text)
      #expect(try await Self.state(vendors) == state)
    }
  }

  @Test("the same key with something else is refused", arguments: writes)
  func reused(_ write: Write) async throws {
    let vendors = try await Self.shop()
    _ = try await write.send(vendors, [Self.key], 0)
    let state = try await Self.state(vendors)
    let other = try await write.send(vendors, [Self.key], 1)
    #expect(other.status == 422, "\(other.text)")
    #expect(other.code == "idempotency_key_reused", "\(other.text)")
    #expect(other.body.contains("Idempotency-Key"))
    #expect(try await Self.state(vendors) == state)
  }

  @Test("a malformed key is refused and nothing is done", arguments: writes)
  func malformed(_ write: Write) async throws {
    let vendors = try await Self.shop()
    let state = try await Self.state(vendors)
    let long = String(repeating: "k", count: IdempotencyKey.bytesMax + 1)
    for keys in [[""], ["a b"], [long], ["한"], ["a", "a"]] {
      let answer = try await write.send(vendors, keys.map { ("Idempotency-Key", $0) }, 0)
      #expect(answer.status == 400, "\(keys)")
      #expect(answer.code == "malformed_idempotency_key", "\(keys)")
      #expect(answer.body.contains("Idempotency-Key"))
    }
    #expect(try await Self.state(vendors) == state)
    let longest = String(repeating: "k", count: IdempotencyKey.bytesMax)
    #expect(
      try await write.send(vendors, [("Idempotency-Key", longest)], 0).status == write.status)
  }

  @Test func whileItIsCarriedOutTheSameIsToldToComeAgain() {
    let problem = Problem(.inFlight)
    #expect(problem.status == .conflict)
    #expect(problem.code == "request_in_flight")
    #expect(problem.fields == [ResponseField("Retry-After", "1")])
  }

  @Test("without a key a write is made as often as it is asked for")
  func withoutKey() async throws {
    let vendors = try await Self.shop()
    for id in 3...4 {
      #expect(try await vendors.register()["id"] == .integer(Int64(id)))
    }
  }

  @Test func keysOfDifferentOwnersAreDifferentKeys() async throws {
    let vendors = try await Self.shop()
    let mine = try await vendors.register([Self.key])
    let theirs = try await vendors.register(
      [Self.key], authorization: "Bearer \(vendors.otherToken)")
    #expect(mine["id"] == .integer(3))
    #expect(theirs["id"] == .integer(4))
    #expect(theirs.fields["idempotency-replayed"] == nil)
  }

  @Test func oneKeyBelongsToOnePathAndMethod() async throws {
    let vendors = try await Self.shop()
    #expect(try await vendors.send(.delete, "/v1/products/1", "", [Self.key]).status == 204)
    let edit = try await vendors.send(
      .patch, "/v1/products/1", "{}", [("If-Match", "*"), Self.key])
    #expect(edit.status == 422)
    #expect(edit.code == "idempotency_key_reused")
  }

  @Test("how a document is written does not matter, what it says does")
  func canonical() async throws {
    let vendors = try await Self.shop()
    let match = ("If-Match", "\"1\"")
    func edit(_ body: String, _ match: (String, String)) async throws -> Answer {
      try await vendors.send(.patch, "/v1/products/1", body, [match, Self.key])
    }
    #expect(try await edit(#"{"stock":3,"price":900}"#, match).status == 200)
    for body in [#"{"price":900,"stock":3}"#, " {\"stock\" : 3.0, \"price\":9e2}\n"] {
      #expect(try await edit(body, match).fields["idempotency-replayed"] == "true")
    }
    for body in [#"{"price":900}"#, #"{"stock":3,"price":"900"}"#, #"{"stock":3,"price":901}"#] {
      #expect([422].contains(try await edit(body, match).status))
    }
    #expect(try await edit(#"{"stock":3,"price":900}"#, ("If-Match", "\"2\"")).status == 422)
  }

  @Test("the members of a form's params may come in another order")
  func canonicalForm() async throws {
    let vendors = try await Self.shop()
    let first = try await vendors.register([Self.key])
    #expect(first.status == 201)
    let again = try await vendors.register(
      #"{"currency":"KRW","original_price":15e3,"price": 12000, "title":"겨울 코트"}"#, widths: [11],
      [Self.key])
    #expect(again.fields["idempotency-replayed"] == "true")
    #expect(again.body == first.body)
    let other = try await vendors.register(
      #"{"currency":"KRW","original_price":15001,"price":12000,"title":"겨울 코트"}"#, widths: [11],
      [Self.key])
    #expect(other.status == 422)
    #expect(other.code == "idempotency_key_reused")
  }

  @Test("an answer in another version's keys is not given, and one by another host is")
  func dialectAndHost() async throws {
    let host = "v2.market.example"
    for (dialects, isSame) in [
      (DialectPolicies(openMarketV2Host: host), false), (DialectPolicies(), true),
    ] {
      let market = try await Market(dialects: dialects)
      try await market.add(1)
      func edit(_ host: String) async throws -> Answer {
        try await market.shop.send(
          .patch, "/api/products/1",
          ["Host": host, "identifier": Market.identifier, "Idempotency-Key": "k"],
          #"{"stock":3,"secret":"vendor-secret"}"#)
      }
      #expect(try await edit("market.example").status == 202)
      #expect(try await edit("market.example").fields["idempotency-replayed"] == "true")
      let second = try await edit(host)
      #expect(second.fields["idempotency-replayed"] == (isSame ? "true" : nil))
      #expect(second.status == (isSame ? 202 : 422))
      #expect(second.body.contains("idempotency_key_reused") != isSame, "\(second.body)")
    }
  }

  @Test func whatWasRefusedIsNotKept() async throws {
    let vendors = try await Self.shop()
    let stale = try await vendors.send(
      .patch, "/v1/products/1", #"{"stock":3}"#, [("If-Match", "\"9\""), Self.key])
    #expect(stale.status == 412)
    let right = try await vendors.send(
      .patch, "/v1/products/1", #"{"stock":4}"#, [("If-Match", "\"1\""), Self.key])
    #expect(right.status == 200)
  }

  @Test func aDryRunIsNoWrite() async throws {
    let vendors = try await Self.shop()
    let list = Array(AdminRoutesTests.list(AdminRoutesTests.item("z")).utf8)
    let fields = [Self.administrator, Self.key]
    for _ in 0..<2 {
      let dry = try await vendors.send(.put, Self.category + "?dry_run=true", list, fields)
      #expect(dry.status == 200)
      #expect(dry.fields["idempotency-replayed"] == nil)
    }
    let real = try await vendors.send(.put, Self.category, list, fields + [("If-Match", "*")])
    #expect(real.status == 200)
    #expect(real.fields["idempotency-replayed"] == nil)
  }

  @Test("what was answered before is answered without looking at an image again")
  func nothingIsDecodedTwice() async throws {
    let vendors = try await Self.shop()
    let imagePipeline = vendors.shop.imagePipeline
    for write in Self.writes where ["register", "upload an image"].contains(write.testDescription) {
      let first = try await write.send(vendors, [Self.key], 0)
      #expect(first.status == 201, "\(first.text)")
      let finished = imagePipeline.counts.finished
      // Whoever repeats does not need room for decoding either.
      let turns = imagePipeline.turns
      #expect(try await write.send(vendors, [Self.key], 0).status == 201)
      #expect(try await write.send(vendors, [Self.key], 1).status == 422)
      #expect(imagePipeline.counts.finished == finished)
      #expect(imagePipeline.turns == turns)
      #expect(imagePipeline.places == [])
    }
  }

  @Test("what an existing app repeats is not looked at again either")
  func nothingIsDecodedTwiceForExistingApps() async throws {
    let vendors = try await VendorShop()
    let params =
      #"{"name":"겨울 코트","price":9,"currency":"KRW","secret":"\#(VendorShop.secret)"}"#
    let form = SentForm.plain(params, [SentForm.first])
    for _ in 0..<2 {
      let answer = try await vendors.send(
        .post, "/api/products", form.bytes,
        [
          ("identifier", vendors.vendor.identifier.description), Self.key,
          ("Content-Type", form.contentType),
        ])
      #expect(answer.status == 201, "\(answer.text)")
    }
    #expect(vendors.shop.imagePipeline.counts.finished == 1)
  }

  @Test("while an upload is prepared the same is told to come again, and nothing is decoded twice")
  func claimedWhileItIsPrepared() async throws {
    let vendors = try await Self.shop()
    let imagePipeline = vendors.shop.imagePipeline
    for write in Self.writes where ["register", "upload an image"].contains(write.testDescription) {
      let finished = imagePipeline.counts.finished
      imagePipeline.hold(true)
      async let first = write.send(vendors, [Self.key], 0)
      while imagePipeline.waiting == 0 { await Task.yield() }
      for variant in 0...1 {
        let second = try await write.send(vendors, [Self.key], variant)
        #expect(second.status == 409, "\(second.text)")
        #expect(second.code == "request_in_flight", "\(second.text)")
        #expect(second.fields["retry-after"] == "1")
      }
      let other = write.send
      async let free = other(vendors, [("Idempotency-Key", "another")], 0)
      while imagePipeline.waiting == 1 { await Task.yield() }
      imagePipeline.hold(false)
      #expect(try await first.status == 201)
      #expect(try await free.status == 201)
      #expect(imagePipeline.counts.finished == finished + 2)
      #expect(
        try await write.send(vendors, [Self.key], 0).fields["idempotency-replayed"] == "true")
      #expect(try await write.send(vendors, [Self.key], 1).status == 422)
    }
  }

  @Test("an upload that fails leaves its key free, wherever it fails")
  func failedUploadsFreeTheirKeys() async throws {
    let vendors = try await Self.shop()
    let form = SentForm.plain(VendorShop.params, [Array("no image".utf8)])
    let fields = [
      ("Authorization", "Bearer \(vendors.token)"), ("Content-Type", form.contentType), Self.key,
    ]
    for bytes in [form.bytes, form.bytes.dropLast(20)] {
      let answer = try await vendors.send(.post, "/v1/products", Array(bytes), fields)
      #expect([400, 422].contains(answer.status))
      #expect(answer.code != "request_in_flight")
    }
    vendors.shop.imagePipeline.fail(with: .unavailable(retryAfterSeconds: 3))
    #expect(try await vendors.register([Self.key]).status == 503)
    vendors.shop.imagePipeline.fail(with: nil)
    #expect(try await vendors.register([Self.key]).status == 201)
  }

  @Test(
    "a write whose outcome nobody knows says so, and is safe to repeat with its key",
    arguments: writes)
  func unknownOutcomes(_ write: Write) async throws {
    let store = FakeStore()
    let vendors = try await Self.shop(on: store)
    store.loseAnswers(true)
    let keyed = try await write.send(vendors, [Self.key], 1)
    #expect(keyed.status == 503)
    #expect(keyed.code == "outcome_unknown")
    #expect(keyed.fields["retry-after"] == "1")
    let other = FakeStore()
    let unkeyed = try await Self.shop(on: other)
    other.loseAnswers(true)
    let answer = try await write.send(unkeyed, [], 1)
    #expect(answer.status == 503)
    #expect(answer.code == "outcome_unknown")
    #expect(answer.fields["retry-after"] == nil)
    store.loseAnswers(false)
    let again = try await write.send(vendors, [Self.key], 1)
    #expect(again.status == write.status)
    #expect(again.fields["idempotency-replayed"] == "true")
  }

  @Test("64 at once under one key make one product, and what is not answered so is in flight")
  func atOnce() async throws {
    let vendors = try await Self.shop()
    let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
      for _ in 0..<64 { group.addTask { try await vendors.register([Self.key]) } }
      return try await group.reduce(into: [Answer]()) { $0.append($1) }
    }
    let made = answers.filter { $0.status == 201 }
    #expect(made.filter { $0.fields["idempotency-replayed"] == nil }.count == 1)
    #expect(Set(made.map(\.body)).count == 1)
    #expect(answers.allSatisfy { $0.status == 201 || $0.code == "request_in_flight" })
    #expect(try await vendors.shop.send(.get, "/v1/products").ids == [3, 2, 1])
    #expect(vendors.shop.imagePipeline.counts.finished == 1)
  }
}

extension VendorShop {
  func register(
    _ fields: [(String, String)], authorization: String? = nil
  ) async throws -> Answer {
    try await register(Self.params, widths: [11], fields, authorization: authorization)
  }
}
