import HTTP
package import UseCases
package import Web

extension Language {
  /// Another one is another file like `Language+Korean.swift`, its name here, and its words in
  /// ``wordings``.
  package static let all = [korean, english]

  /// Nil for a tag of none of ``all``.
  package static func named(_ tag: String) -> Language? { all.first { $0.tag == tag } }

  /// Titles, and what products say.
  package var screens: ScreenWording { wording.screens }

  /// What pages for shoppers say themselves.
  var pages: PageWording { wording.pages }

  private typealias Wording = (screens: ScreenWording, pages: PageWording)

  private static let wordings: [String: Wording] = [
    korean.tag: (koreanScreens, .korean), english.tag: (englishScreens, .english),
  ]

  private var wording: Wording { Self.wordings[tag] ?? (Self.englishScreens, .english) }
}

extension Languages {
  /// All that the shop has.
  static func shop(usual: Language) -> Languages { Languages(Language.all, usual: usual) }
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
