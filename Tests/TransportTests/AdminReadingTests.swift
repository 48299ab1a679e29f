import Domain
import Fakes
import HTTP
import TestDatabase
import Testing
import UseCases

@Suite(.realStore) struct AuthenticationTests {
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

        {"type":"/docs/errors/unauthenticated","title":"The client is not authenticated.",\
        "status":401,"code":"unauthenticated",\
        "detail":"No bearer token was sent. Send the field Authorization with Bearer and a token that the \
        command moa token create --name NAME --scope merchandise printed.","request_id":"request-1"}
        """)
  }

  @Test("what is no bearer token is answered like none")
  func noTokens() async throws {
    let shop = try await Shop()
    let expected = try await shop.send(.get, Self.path).text
    let right = Shop.bootstrap
    let none: [KeyValuePairs<String, String>] = [
      ["Authorization": ""], ["Authorization": right], ["Authorization": "Basic \(right)"],
      ["Authorization": "Bearer"], ["Authorization": "Bearer "],
      ["Authorization": "Bearer \(right) x"], ["Authorization": "Bearer\t\(right)"],
      ["Authorization": "Bearer \(right)", "authorization": "Bearer \(right)"],
      ["Cookie": "token=\(right)"], ["X-Authorization": "Bearer \(right)"],
    ]
    for fields in none {
      #expect(try await shop.send(.get, Self.path, fields).text == expected)
    }
  }

  @Test("whatever is wrong with the token, the answer is the same")
  func wrongTokens() async throws {
    let shop = try await Shop()
    let right = Shop.bootstrap
    let wrong = [
      "\(right.dropLast())", "\(right)x", right.uppercased(), String(repeating: "a", count: 5_000),
    ]
    var answers: [Answer] = []
    for token in wrong {
      answers.append(try await shop.send(.get, Self.path, ["Authorization": "Bearer \(token)"]))
    }
    #expect(Set(answers.map(\.text)).count == 1)
    #expect(answers[0].status == 401)
    #expect(answers[0].text.contains("The token that was sent is none that is valid here."))
    let query = try await shop.send(.get, "\(Self.path)?access_token=\(right)")
    #expect(query.status == 400)
    #expect(!query.text.contains(right))
    for scheme in ["Bearer", "bearer", "BEARER", "Bearer  "] {
      let fields: KeyValuePairs = ["Authorization": "\(scheme) \(right)"]
      #expect(try await shop.send(.get, Self.path, fields).status == 200)
    }
  }

  @Test func aTokenOfAnotherScopeIsForbidden() async throws {
    let shop = try await Shop()
    let token = try await shop.vendorToken()
    for method in [HTTP.Method.get, .put, .post] {
      let fields: KeyValuePairs = ["Authorization": "Bearer \(token)"]
      let answer = try await shop.send(method, Self.path, fields, "{}")
      #expect(answer.status == 403)
      #expect(answer.code == "forbidden")
    }
  }

  @Test func theTokenIsLookedAtBeforeTheBody() async throws {
    let shop = try await Shop()
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
    let shop = try await Shop()
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
    let store = FakeStore()
    let shop = try await Shop(on: store)
    store.fail(with: .unavailable(retryAfterSeconds: 2))
    let text = "moa_0123456789abcdef_\(String(repeating: "A", count: 43))"
    let answer = try await shop.send(.get, Self.path, ["Authorization": "Bearer \(text)"])
    #expect(answer.status == 503)
    #expect(answer.fields["retry-after"] == "2")
  }
}
