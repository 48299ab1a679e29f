import Foundation
import MoaClient
import Testing

/// An error is shown to people as it is.
@Suite struct MoaErrorTests {
  static func refused(_ detail: String, _ errors: [(detail: String, hint: String)]?) throws
    -> any Error
  {
    var problem: [String: Any] = [
      "type": "/docs/errors/x", "title": "X.", "status": 422, "code": "x", "detail": detail,
    ]
    problem["errors"] = errors?.map { ["code": "y", "detail": $0.detail, "hint": $0.hint] }
    let data = try JSONSerialization.data(withJSONObject: problem)
    return MoaError.refused(try JSONDecoder().decode(MoaProblem.self, from: data), retryAfter: nil)
  }

  @Test func aRefusalSaysItsDetail() throws {
    let error = try Self.refused("Product 9 does not exist.", nil)
    #expect(error.localizedDescription == "Product 9 does not exist.")
  }

  @Test func aRefusalOfSeveralThingsSaysThemAll() throws {
    let error = try Self.refused(
      "See errors.", [("Too short.", "Write 3."), ("Too low.", "Write 1.")])
    #expect(error.localizedDescription == "Too short. Too low.")
  }

  @Test func hintsAreWhatToDo() throws {
    let error = try Self.refused(
      "See errors.", [("Too short.", "Write 3."), ("Too low.", "Write 1.")])
    #expect((error as? any LocalizedError)?.recoverySuggestion == "Write 3. Write 1.")
  }

  @Test func aNetworkThatIsAwaySaysWhatTheSystemSays() {
    let error = MoaError.unreachable(URLError(.notConnectedToInternet))
    #expect(error.localizedDescription == URLError(.notConnectedToInternet).localizedDescription)
  }

  @Test func anAnswerOfAnotherServerTellsItsStatus() throws {
    let error = MoaError.unexpected(status: 502, try #require(URL(string: "http://a/")))
    #expect(error.localizedDescription.contains("502"))
  }
}
