import HTTP
package import UseCases
package import Web

extension Language {
  /// A further language needs a file like `Language+Korean.swift`, its name here, and its words in
  /// ``wordings``.
  package static let all = [korean, english]

  /// Nil for a tag of none of ``all``.
  package static func named(_ tag: String) -> Language? { all.first { $0.tag == tag } }

  /// Titles and texts of products.
  package var screens: ScreenWording { wording.screens }

  /// Texts of pages for shoppers.
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

/// The languages of answers to clients that request none, or none of ours.
package struct UsualLanguages: Sendable {
  /// Shoppers read Korean; developers read English, which is more detailed.
  package static let apart = UsualLanguages(screens: .korean, errors: .english)
  let screens: Language
  let errors: Language

  private init(screens: Language, errors: Language) {
    self.screens = screens
    self.errors = errors
  }

  /// One language for everything.
  package init(_ language: Language) {
    self.init(screens: language, errors: language)
  }
}
