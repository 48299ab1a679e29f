/// What the server itself says on screens, in one language. Another language is another value here.
package struct ScreenWording: Sendable {
  /// RFC 5646, as `Content-Language` has it.
  package let tag: String
  let onSale: String
  let newest: String
  let events: String
  let sameItemType: String
  let moreOfVendor: @Sendable (_ vendor: String) -> String

  package static let korean = ScreenWording(
    tag: "ko", onSale: "지금 할인 중", newest: "새로 나온 상품", events: "기획전", sameItemType: "비슷한 상품"
  ) { vendor in "\(vendor)의 다른 상품" }

  package static let english = ScreenWording(
    tag: "en", onSale: "On sale now", newest: "New arrivals", events: "Events",
    sameItemType: "Similar products"
  ) { vendor in "More from \(vendor)" }

  package static let all = [korean, english]
}
