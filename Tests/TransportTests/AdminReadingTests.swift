import Domain
import Fakes
import HTTP
import Testing
import UseCases

@Suite struct AuthenticationTests {
  static let path = "/admin/v1/event-categories"

  /// Fails the test when it is read.
  final class Untouched: BodySource {
    func next() async throws(BodyError) -> [UInt8]? {
      Issue.record("the body was read before the token was looked at")
      return nil
    }
  }

  @Test func withoutATokenTheAnswerSaysWhatIsNeeded() async throws {
    let answer = try await Shop().send(.get, Self.path)
    #expect(
      answer.text == """
        HTTP/1.1 401 Unauthorized
        Content-Type: application/problem+json
        (security)
        WWW-Authenticate: Bearer realm="moa"
        Cache-Control: no-store

        {"type":"/docs/errors/unauthenticated","title":"Nobody whom we know is asking.",\
        "status":401,"code":"unauthenticated",\
        "detail":"A valid bearer token is needed.","request_id":"request-1"}
        """)
  }

  @Test("whatever is wrong with the token, the answer is the same")
  func wrongTokens() async throws {
    let shop = try Shop()
    let expected = try await shop.send(.get, Self.path).text
    let right = Shop.bootstrap
    let wrong: [KeyValuePairs<String, String>] = [
      ["Authorization": ""], ["Authorization": right], ["Authorization": "Basic \(right)"],
      ["Authorization": "Bearer"], ["Authorization": "Bearer "],
      ["Authorization": "Bearer \(right.dropLast())"], ["Authorization": "Bearer \(right)x"],
      ["Authorization": "Bearer \(right) x"], ["Authorization": "Bearer\t\(right)"],
      ["Authorization": "Bearer \(right)", "authorization": "Bearer \(right)"],
      ["Authorization": "Bearer \(right.uppercased())"], ["Cookie": "token=\(right)"],
      ["Authorization": "Bearer \(String(repeating: "a", count: 5_000))"],
      ["X-Authorization": "Bearer \(right)"],
    ]
    for fields in wrong {
      #expect(try await shop.send(.get, Self.path, fields).text == expected)
    }
    let query = try await shop.send(.get, "\(Self.path)?access_token=\(right)")
    #expect(query.status == 400)
    #expect(!query.text.contains(right))
    for scheme in ["Bearer", "bearer", "BEARER", "Bearer  "] {
      let fields: KeyValuePairs = ["Authorization": "\(scheme) \(right)"]
      #expect(try await shop.send(.get, Self.path, fields).status == 200)
    }
  }

  @Test func aTokenOfAnotherScopeIsForbidden() async throws {
    let shop = try Shop()
    let token = try await shop.vendorToken()
    for method in [HTTP.Method.get, .put, .post] {
      let fields: KeyValuePairs = ["Authorization": "Bearer \(token)"]
      let answer = try await shop.send(method, Self.path, fields, "{}")
      #expect(answer.status == 403)
      #expect(answer.code == "forbidden")
    }
  }

  @Test func theTokenIsLookedAtBeforeTheBody() async throws {
    let shop = try Shop()
    let requests: [(HTTP.Method, String)] = [
      (.put, Self.path), (.post, Self.path), (.patch, Self.path + "/1"),
      (.delete, Self.path + "/1"), (.get, Self.path), (.get, Self.path + "/1"),
    ]
    for (method, path) in requests {
      let head = try Request(method, path, fields: ["Content-Length": "5"], body: [1, 2, 3, 4, 5])
      let body = RequestBody(length: 5, source: Untouched())
      let response = await shop.response(Request(head: head.head, body: body))
      #expect(response.status == .unauthorized, "\(method) \(path)")
    }
  }

  @Test func aMegabyteIsRefusedBeforeItIsRead() async throws {
    let shop = try Shop()
    let fields: KeyValuePairs = [
      "Authorization": "Bearer \(Shop.bootstrap)", "Content-Length": "1048577", "If-Match": "*",
    ]
    let requests: [(HTTP.Method, String)] = [
      (.put, Self.path), (.post, Self.path), (.patch, Self.path + "/1"),
    ]
    for (method, path) in requests {
      let head = try Request(method, path, fields: fields, body: [1])
      let body = RequestBody(length: 1_048_577, source: Untouched())
      let response = await shop.response(Request(head: head.head, body: body))
      #expect(response.status == .contentTooLarge)
    }
  }

  @Test func whenTheStoreIsAwayNobodyIsTurnedAway() async throws {
    let shop = try Shop()
    shop.store.fail(with: .unavailable(retryAfterSeconds: 2))
    let text = "moa_0123456789abcdef_\(String(repeating: "A", count: 43))"
    let answer = try await shop.send(.get, Self.path, ["Authorization": "Bearer \(text)"])
    #expect(answer.status == 503)
    #expect(answer.fields["retry-after"] == "2")
  }
}
