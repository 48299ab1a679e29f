import HTTP
package import UseCases

/// A language in which the server itself speaks.
///
/// Another one is another file like `Language+Korean.swift`, and its name in ``all``.
package struct Language: Sendable {
  /// RFC 5646, as `Content-Language` has it.
  package let tag: String
  /// Titles, and what products say.
  package let screens: ScreenWording
  /// What pages for shoppers say themselves.
  let pages: PageWording
  /// What errors mean, by their codes; those that are missing are told in English.
  let errors: [String: ErrorCode.Wording]

  /// That an answer is in it, and that another request might have got another one.
  let fields: [ResponseField]

  init(
    tag: String, screens: ScreenWording, pages: PageWording, errors: [String: ErrorCode.Wording]
  ) {
    self.tag = tag
    self.screens = screens
    self.pages = pages
    self.errors = errors
    fields = [
      ResponseField("Content-Language", tag), ResponseField("Vary", "Accept-Language"),
    ]
  }

  package static let all = [korean, english]

  /// Nil for a tag of none of ``all``.
  package static func named(_ tag: String) -> Language? { all.first { $0.tag == tag } }
}

/// In which languages clients are answered who ask for none that is there.
package struct UsualLanguages: Sendable {
  /// Shoppers read Korean, and developers English, which says more.
  package static let apart = UsualLanguages(screens: .korean, errors: .english)
  let screens: Language
  let errors: Language

  private init(screens: Language, errors: Language) {
    self.screens = screens
    self.errors = errors
  }

  /// One for all that is said.
  package init(_ language: Language) {
    self.init(screens: language, errors: language)
  }
}
