import Domain
import Postgres
import UseCases

extension PostgresStore {
  /// Loads vendors and products once, unless the shop ever had a product.
  ///
  /// - Returns: whether it loaded them.
  func load(_ wares: DemoWares, in transaction: Transaction) async throws -> Bool {
    guard !wares.products.isEmpty,
      try await transaction.execute(DemoWaresStatements.mark, ()) == 1,
      try await transaction.first(DemoWaresStatements.productsExist, ()) == false
    else { return false }
    try await transaction.insert(wares.products.flatMap(\.images), isKept: false)
    let sellers = try await load(vendors: wares.vendors, in: transaction)
    for product in wares.products {
      guard let vendor = sellers[product.vendor] else {
        throw Failure.bug("a product of the demo shop has no vendor")
      }
      try await load(product, of: vendor, in: transaction)
    }
    return true
  }

  private func load(
    vendors: [DemoVendor], in transaction: Transaction
  ) async throws -> [VendorIdentifier: Vendor] {
    var sellers: [VendorIdentifier: Vendor] = [:]
    for vendor in vendors {
      guard let id = try await transaction.first(DemoWaresStatements.insertVendor, vendor) else {
        throw Failure.bug("an inserted vendor returned no row")
      }
      sellers[vendor.identifier] = Vendor(
        id: id, identifier: vendor.identifier, name: vendor.name, createdAt: vendor.createdAt)
    }
    return sellers
  }

  private func load(
    _ product: DemoProduct, of vendor: Vendor, in transaction: Transaction
  ) async throws {
    let creation = ProductCreation(
      vendor: vendor, draft: product.draft, images: product.images, createdAt: product.createdAt)
    guard let id = try await transaction.insert([ProductWriting.New(creation)]).first else {
      throw Failure.bug("no id")
    }
    _ = try await transaction.execute(
      DemoWaresStatements.particulars,
      DemoWaresStatements.Particulars(
        id: id, code: product.code, reviews: product.reviews, itemType: product.itemType))
  }
}
