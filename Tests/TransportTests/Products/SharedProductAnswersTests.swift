import Fakes
import HTTP
import Testing

/// Requests that come while another one's answer is being made, which may be given to them.
@Suite(.realStore, .timeLimit(.minutes(1)))
struct SharedProductAnswersTests {
  private static let targets = [
    "/v1/products", "/v1/products?limit=2", "/v1/products?variant=tile",
    "/v1/products?sort=price_asc", "/v1/products/1",
    "/v1/products/2", "/v1/banner", "/api/products", "/api/products?items_per_page=2",
    "/api/products/1", "/openmarket/v2/api/products", "/openmarket/v2/api/products/1",
    "/openmarket/v2/api/products?search_value=x", "/rest/shopping/products",
    "/rest/shopping/products?limit=2",
  ]
  private static let hosts = ["a.example", "b.example"]

  private struct Question: Hashable {
    let target: String
    let host: String
  }

  @Test("Whoever asks at the same time gets what they would get alone")
  func everyoneGetsTheirOwn() async throws {
    let vendors = try await ProductRoutesTests.filled(5)
    let shop = vendors.shop
    let questions = Self.targets.flatMap { target in
      Self.hosts.map { Question(target: target, host: $0) }
    }
    var alone: [Question: String] = [:]
    for question in questions {
      alone[question] = try await shop.send(.get, question.target, ["Host": question.host]).body
    }
    #expect(Set(alone.values).count > Self.targets.count)
    let mistakes = try await withThrowingTaskGroup { group in
      for question in (0..<8).flatMap({ _ in questions.shuffled() }) {
        group.addTask { [alone] in
          let answer = try await shop.send(.get, question.target, ["Host": question.host])
          return answer.status == 200 && answer.body == alone[question] ? nil : question
        }
      }
      return try await group.reduce(into: [Question]()) { if let wrong = $1 { $0.append(wrong) } }
    }
    #expect(mistakes.isEmpty)
  }
}
