import UseCases
package import Web

extension Language {
  package static let english = Language(
    tag: "en",
    errors: Dictionary(
      ErrorCode.all.map { ($0.code, $0.english) }, uniquingKeysWith: { first, _ in first }))

  static let englishScreens = ScreenWording(
    events: "Events", sameItemType: "Similar products", products: englishProducts
  ) { vendor in "More from \(vendor)" }

  /// Won as shops in Korea write them for customers from abroad.
  private static let englishProducts = ProductWording(
    won: { "₩" + $0 }, yen: { "¥" + $0 }, from: { "from " + $0 }, underOnePercent: "under 1%",
    inStock: { $0 + " in stock" }, soldOut: "Sold out",
    reduced: { discount, price in discount + " off, was " + price },
    freeDelivery: "Free delivery", delivery: { "Delivery " + $0 }, freeFrom: { "free from " + $0 },
    badges: ProductWording.Badges(
      best: "BEST", used: "Used", discontinued: "Discontinued", upcoming: "Coming soon"),
    changes: ProductWording.Changes(
      removed: "No longer sold", cheaper: { $0 + " less" }, dearer: { $0 + " more" }))
}
