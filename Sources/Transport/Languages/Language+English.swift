import UseCases

extension Language {
  /// What errors mean stands where their codes are declared; other languages show it behind their
  /// own words, because it has the names and numbers.
  package static let english = Language(
    tag: "en",
    screens: ScreenWording(
      events: "Events",
      sameItemType: "Similar products"
    ) { vendor in "More from \(vendor)" }, errors: [:])
}
