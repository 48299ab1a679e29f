package import HTTP

/// A language in which errors are explained.
package struct Language: Sendable {
  /// An RFC 5646 tag, as in `Content-Language`.
  package let tag: String
  /// The meaning of errors, by their codes.
  package let errors: [String: ErrorCode.Wording]
  /// That an answer is in it, and that another request might have got another one.
  package let fields: [ResponseField]

  package init(tag: String, errors: [String: ErrorCode.Wording]) {
    self.tag = tag
    self.errors = errors
    fields = [
      ResponseField("Content-Language", tag), ResponseField("Vary", "Accept-Language"),
    ]
  }

  /// Details and hints are written in English, and need no explanation there.
  package var isEnglish: Bool { tag == "en" }
}

/// The languages of a server.
package struct Languages: Sendable {
  package let all: [Language]
  /// Of errors to clients that ask for none of them.
  package let usual: Language

  package init(_ all: [Language], usual: Language) {
    self.all = all
    self.usual = usual
  }
}

extension Request {
  /// The language that the client likes best among those that there are; the usual one when it says
  /// nothing, or knows none of them.
  ///
  /// Source: RFC 9110 §12.5.4; RFC 4647 §3.4 (lookup).
  package func language(of languages: Languages) -> Language {
    let tags = languages.all.map(\.tag)
    let usual = tags.firstIndex(of: languages.usual.tag) ?? 0
    return fields.preferredLanguage(of: tags, any: usual).map { languages.all[$0] }
      ?? languages.usual
  }
}
