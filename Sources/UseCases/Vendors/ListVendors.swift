package import Domain

/// Lists the vendors, without their secrets, which nobody has.
package struct ListVendors: Sendable {
  /// More than anybody manages by hand.
  package static let countMax = 10_000
  private let vendors: any VendorRepository

  package init(vendors: any VendorRepository) {
    self.vendors = vendors
  }

  /// In the order in which they came.
  package func callAsFunction() async throws(Failure) -> [Vendor] {
    try await vendors.all(limit: Self.countMax)
  }
}
