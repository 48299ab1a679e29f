/// What the server itself says on screens, in one language.
package struct ScreenWording: Sendable {
  let events: String
  let sameItemType: String
  package let products: ProductWording
  let moreOfVendor: @Sendable (_ vendor: String) -> String

  package init(
    events: String, sameItemType: String, products: ProductWording,
    moreOfVendor: @escaping @Sendable (_ vendor: String) -> String
  ) {
    self.events = events
    self.sameItemType = sameItemType
    self.products = products
    self.moreOfVendor = moreOfVendor
  }
}
