/// What the server itself says on screens, in one language.
package struct ScreenWording: Sendable {
  let onSale: String
  let newest: String
  let events: String
  let sameItemType: String
  let moreOfVendor: @Sendable (_ vendor: String) -> String

  package init(
    onSale: String, newest: String, events: String, sameItemType: String,
    moreOfVendor: @escaping @Sendable (_ vendor: String) -> String
  ) {
    self.onSale = onSale
    self.newest = newest
    self.events = events
    self.sameItemType = sameItemType
    self.moreOfVendor = moreOfVendor
  }
}
