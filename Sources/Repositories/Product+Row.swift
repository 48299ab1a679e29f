import Domain
import UseCases

extension ProductSummary {
  /// - Throws: `.bug` when somebody wrote by hand what the domain forbids.
  init(_ row: ProductRow) throws(Failure) {
    guard let code = ProductCode(octets: row.code) else {
      throw .bug("product \(row.id) in the store has a malformed code")
    }
    do {
      self.init(
        id: row.id, code: code, vendor: try Vendor(row.vendor), draft: try ProductDraft(row),
        cover: try row.cover.map { try Picture.packed($0) },
        reviews: ReviewScore(count: Int(row.reviewCount), average: row.reviewAverage),
        createdAt: Timestamp(clamping: row.createdAt),
        updatedAt: Timestamp(clamping: row.updatedAt), version: Int(row.version))
    } catch let flaw as Flaw {
      throw Failure(stored: "product \(row.id)", flaw: flaw)
    } catch let rejection as Rejection {
      throw .bug("product \(row.id) in the store breaks rules: \(rejection.violations)")
    } catch { throw Failure(error) }
  }
}

extension Product {
  /// - Throws: `.bug` as the summary does.
  init(_ row: ProductWithImagesRow) throws(Failure) {
    var reader = PackedPictures(row.images)
    var images: [ProductImage] = []
    while !reader.isAtEnd {
      images.append(ProductImage(id: try reader.int64(), picture: try reader.picture()))
    }
    self.init(summary: try ProductSummary(row.product), images: images)
  }
}

extension Vendor {
  init(_ row: ProductRow.Seller) throws {
    guard let identifier = VendorIdentifier(octets: row.identifier) else {
      throw Failure.bug("vendor \(row.id) in the store has a malformed identifier")
    }
    self.init(
      id: row.id, identifier: identifier, name: try Title(row.name),
      createdAt: Timestamp(clamping: row.createdAt))
  }
}

extension ProductDraft {
  fileprivate init(_ row: ProductRow) throws {
    guard let currency = Currency(rawValue: row.currency) else {
      throw Failure.bug("product \(row.id) in the store has the currency \(row.currency)")
    }
    self.init(
      name: try ProductName(row.name), description: try ProductDescription(row.description),
      price: try Price(row.amount, discount: row.discount, in: currency),
      stock: try Stock(Int(row.stock)), details: try ProductDetails(row))
  }
}

extension ProductDetails {
  /// A tag that this server does not know is left out, so that an older server may read what a newer
  /// one wrote.
  fileprivate init(_ row: ProductRow) throws {
    self.init(
      brand: try row.brand.map { try Title($0) }, maker: try row.maker.map { try Title($0) },
      mall: try row.mall.map { try Title($0) },
      link: try row.link.map { try ImageReference($0) }, type: try ProductType(Int(row.type)),
      categoryPath: try row.categoryPath.map { try Title($0) },
      tags: Set(row.tags.compactMap(ProductTag.init)),
      delivery: try row.delivery.map { try DeliveryTerms($0) })
  }
}

extension DeliveryTerms {
  /// How many texts the store keeps for an area.
  private static let textsOfArea = 4

  fileprivate init(_ row: ProductRow.Delivery) throws {
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
