/// An error code: its meaning and its remedy. Other languages than English have these texts in
/// their files, by the code.
///
/// Every code in an answer must be in one of the lists; a test checks all answers of the tests.
package struct ErrorCode: Sendable, Hashable {
  /// The texts of an error in one language.
  package struct Wording: Sendable, Hashable {
    /// One sentence.
    package let meaning: String
    /// One sentence.
    package let cure: String

    package init(_ meaning: String, _ cure: String) {
      self.meaning = meaning
      self.cure = cure
    }
  }

  /// Stable, snake case, for programs.
  package let code: String
  /// The status of an answer with this code; nil for a code that occurs in `errors` only.
  package let status: Int?
  package let english: Wording

  package init(_ code: String, _ status: Int?, _ english: Wording) {
    self.code = code
    self.status = status
    self.english = english
  }

  /// The texts in another language; in English if that language does not have them.
  package func wording(in language: Language) -> Wording { language.errors[code] ?? english }

  /// The page that says more.
  package static func path(of code: String) -> String { "/docs/errors/\(code)" }

  /// The code under `x-errors` in the contract.
  package func json(in languages: [Language]) -> JSONValue {
    var members: [JSONValue.Member] = [.init(name: "code", value: .string(code))]
    if let status { members.append(.init(name: "status", value: .integer(Int64(status)))) }
    members += languages.map { language in
      let wording = self.wording(in: language)
      return .init(
        name: language.tag,
        value: ["meaning": .string(wording.meaning), "cure": .string(wording.cure)])
    }
    return .object(members)
  }
}
