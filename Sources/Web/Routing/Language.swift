package import Domain
package import HTTP

/// A language in which errors are explained.
package struct Language: Sendable {
  /// An RFC 5646 tag, as in `Content-Language`.
  package let tag: String
  /// The meaning of errors, by their codes.
  package let errors: [String: ErrorCode.Wording]
  /// A hint with the values that are allowed; nil for none in this language.
  private let hints: @Sendable (ValidationError.Allowed) -> String?
  /// That an answer is in it, and that another request might have got another one.
  package let fields: [ResponseField]

  package init(
    tag: String, errors: [String: ErrorCode.Wording],
    hints: @escaping @Sendable (ValidationError.Allowed) -> String? = { _ in nil }
  ) {
    self.tag = tag
    self.errors = errors
    self.hints = hints
    fields = [
      ResponseField("Content-Language", tag), ResponseField("Vary", "Accept-Language"),
    ]
  }

  /// Details and hints are written in English, and need no explanation there.
  package var isEnglish: Bool { tag == "en" }

  /// The hint of an error in this language; nil in English, which it is written in.
  package func hint(of flaw: ValidationError) -> String? {
    isEnglish ? nil : flaw.allowed.flatMap(hints) ?? errors[flaw.code]?.cure
  }
}

/// The languages of a server.
package struct Languages: Sendable {
  package let all: [Language]
  /// Of errors to clients that ask for none of them.
  package let usual: Language
  fileprivate let tags: [String]
  /// The place of the usual one.
  fileprivate let usualIndex: Int

  package init(_ all: [Language], usual: Language) {
    self.all = all
    self.usual = usual
    tags = all.map(\.tag)
    usualIndex = tags.firstIndex(of: usual.tag) ?? 0
  }

  /// The language at this place; the usual one for none.
  subscript(_ index: Int?) -> Language { index.map { all[$0] } ?? usual }
}

extension Request {
  /// The language that the client likes best among those that there are; the usual one when it says
  /// nothing, or knows none of them.
  ///
  /// Source: RFC 9110 §12.5.4; RFC 4647 §3.4 (lookup).
  package func language(of languages: Languages) -> Language {
    languages[languageIndex(of: languages)]
  }

  /// Its place among them.
  func languageIndex(of languages: Languages) -> Int {
    fields.preferredLanguage(of: languages.tags, any: languages.usualIndex)
      ?? languages.usualIndex
  }
}
