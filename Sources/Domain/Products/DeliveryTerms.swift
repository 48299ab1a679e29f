/// The costs of delivery, in won.
package struct DeliveryTerms: Sendable, Hashable {
  package static let areasMax = 200
  package let isFree: Bool
  /// Delivery is free from this total of an order on; 0 for never.
  package let freeLimit: Int64
  package let fee: Int64
  /// Whether areas have a surcharge even when delivery is free.
  package let isBillingByAreaWhenFree: Bool
  /// Areas with a surcharge.
  package let areas: [Area]

  /// A part of the country with its surcharge in won.
  package struct Area: Sendable, Hashable {
    package let province: String
    package let district: String
    /// May be empty.
    package let neighbourhood: String
    package let surcharge: Int64

    package init(province: String, district: String, neighbourhood: String, surcharge: Int64) {
      self.province = province
      self.district = district
      self.neighbourhood = neighbourhood
      self.surcharge = surcharge
    }
  }

  package init(
    isFree: Bool, freeLimit: Int64, fee: Int64, isBillingByAreaWhenFree: Bool, areas: [Area]
  ) {
    self.isFree = isFree
    self.freeLimit = freeLimit
    self.fee = fee
    self.isBillingByAreaWhenFree = isBillingByAreaWhenFree
    self.areas = areas
  }
}
