import UseCases

extension Language {
  /// What errors mean stands where their codes are declared; other languages show it behind their
  /// own words, because it has the names and numbers.
  package static let english = Language(
    tag: "en",
    screens: ScreenWording(
      events: "Events", sameItemType: "Similar products", products: englishProducts
    ) { vendor in "More from \(vendor)" }, pages: .english, errors: [:])

  /// Won as shops of Korea write them for customers from abroad.
  private static let englishProducts = ProductWording(
    won: { "₩" + $0 }, underOnePercent: "under 1%", inStock: { $0 + " in stock" },
    soldOut: "Sold out", reduced: { discount, price in discount + " off, was " + price },
    freeDelivery: "Free delivery", delivery: { "Delivery " + $0 }, freeFrom: { "free from " + $0 },
    badges: ProductWording.Badges(
      best: "BEST", used: "Used", discontinued: "Discontinued", upcoming: "Coming soon"),
    changes: ProductWording.Changes(
      removed: "No longer sold", cheaper: { $0 + " less" }, dearer: { $0 + " more" }))
}
