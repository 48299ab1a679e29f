import Domain
import UseCases

extension Product {
  /// - Throws: `.bug` when somebody wrote by hand what the domain forbids.
  init(_ row: StoredProduct, images: [ProductImage]) throws(Failure) {
    let summary = row.summary
    do {
      let draft = ProductDraft(
        name: summary.name, description: summary.description, price: summary.price,
        stock: summary.stock, details: try ProductDetails(row))
      self.init(summary: summary, draft: draft, images: images)
    } catch let flaw as Flaw {
      throw Failure(stored: "product \(summary.id)", flaw: flaw)
    } catch { throw Failure(error) }
  }
}

extension ProductDetails {
  fileprivate init(_ row: StoredProduct) throws {
    let summary = row.summary
    self.init(
      brand: summary.brand, maker: try row.maker.map { try Title(stored: $0) },
      mall: try row.mall.map { try Title(stored: $0) },
      link: try row.link.map { try ImageReference(stored: $0) }, type: summary.type,
      categoryPath: try row.categoryPath.map { try Title(stored: $0) }, tags: summary.tags,
      delivery: try row.delivery.map { try DeliveryTerms($0) })
  }
}

extension DeliveryTerms {
  /// How many texts the store keeps for an area.
  private static let textsOfArea = 4

  fileprivate init(_ row: StoredProduct.Delivery) throws {
    let starts = stride(from: 0, to: row.areas.count, by: Self.textsOfArea)
    let areas = try starts.map { start in
      let texts = row.areas.dropFirst(start).prefix(Self.textsOfArea)
      guard texts.count == Self.textsOfArea, let last = texts.last, let surcharge = Int64(last)
      else { throw Failure.bug("the delivery areas of a product in the store are malformed") }
      return Area(
        province: texts[start], district: texts[start + 1], neighbourhood: texts[start + 2],
        surcharge: surcharge)
    }
    self.init(
      isFree: row.isFree, freeLimit: row.freeLimit, fee: row.fee,
      isBillingByAreaWhenFree: row.byArea, areas: areas)
  }

  /// As the store keeps them: province, district, neighbourhood, surcharge.
  var areaTexts: [String] {
    areas.flatMap { [$0.province, $0.district, $0.neighbourhood, String($0.surcharge)] }
  }
}
