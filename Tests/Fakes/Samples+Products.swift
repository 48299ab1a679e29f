package import Domain
package import UseCases

extension VendorIdentifier {
  /// A UUID whose bytes are all the same.
  package static func sample(_ fill: UInt8) throws -> VendorIdentifier {
    guard let identifier = VendorIdentifier(bytes: Array(repeating: fill, count: 16)) else {
      throw ContractBreach("an identifier has 16 bytes")
    }
    return identifier
  }
}

extension PreparedImage {
  /// Not really an image; with a rendition for each preset, unless told otherwise.
  package static func sample(
    _ fill: UInt8, presets: [ImagePreset] = ImagePreset.allCases
  ) throws -> PreparedImage {
    PreparedImage(
      original: try .sample(fill),
      color: Color(red: fill, green: 0xFF - fill, blue: 0x80),
      renditions: presets.map { preset in
        PreparedRendition(
          preset: preset, mediaType: preset == .full ? .jpeg : .png, width: preset.side,
          height: preset.side / 2, bytes: [fill, 0, UInt8(preset.side / 8)])
      })
  }
}

extension ProductDraft {
  /// A valid draft with little in it.
  package static func sample(
    _ name: String = "겨울 코트", price: Int64 = 12_000, discount: Int64 = 0,
    in currency: Currency = .krw, stock: Int = 5, description: String = "",
    details: ProductDetails = .none
  ) throws -> ProductDraft {
    ProductDraft(
      name: try ProductName(name), description: try ProductDescription(description),
      price: try Price(price, discount: discount, in: currency), stock: try Stock(stock),
      details: details)
  }
}

extension ProductDetails {
  /// With something in every part.
  package static func sample() throws -> ProductDetails {
    ProductDetails(
      brand: try Title("모윰"), maker: try Title("제조 ' \\ \"사\""), mall: try Title("네이버"),
      link: try ImageReference("https://shop.example/p/1?a=b&c=%20"), type: try ProductType(7),
      categoryPath: [try Title("패션의류"), try Title("여성/잠옷, 홈웨어"), try Title("{잠옷}")],
      tags: [.best, .freeDelivery],
      delivery: DeliveryTerms(
        isFree: false, freeLimit: 50_000, fee: 3_000, isBillingByAreaWhenFree: true,
        areas: [
          .init(province: "인천", district: "옹진군", neighbourhood: "대청면", surcharge: 9_900),
          .init(province: "제주", district: "제주시", neighbourhood: "", surcharge: 4_000),
        ]))
  }
}

extension ProductCreation {
  package static func sample(
    by vendor: Vendor, _ draft: ProductDraft? = nil, images: [UInt8] = [2],
    at instant: String = "2026-03-01T09:00:00.000001Z"
  ) throws -> ProductCreation {
    ProductCreation(
      vendor: vendor, draft: try draft ?? .sample(), images: try images.map { try .sample($0) },
      createdAt: Timestamp(rfc3339: instant) ?? .earliest)
  }
}

extension RecordedWrite where Value == Product {
  /// The key that it was made with.
  package var sentKey: IdempotencyKey {
    get throws {
      guard let key else { throw ContractBreach("the write has no key") }
      return key
    }
  }

  /// The answer tells the id and the version, so that two answers can be told apart.
  package static func sample(
    _ key: String, owner: String = "vendor:1", request: UInt8 = 1
  ) throws -> RecordedWrite<Product> {
    guard let key = IdempotencyKey(owner: owner, key) else {
      throw ContractBreach("\(key) is no idempotency key")
    }
    return RecordedWrite(key: key, requestDigest: Array(repeating: request, count: 32)) {
      product in
      .sample(of: product)
    }
  }
}

extension RecordedAnswer {
  package static func sample(of product: Product) -> RecordedAnswer {
    RecordedAnswer(
      status: 201, contentType: "application/json",
      fields: [.init("ETag", "\"\(product.version)\""), .init("Location", "/v1/\(product.id)")],
      body: Array("{\"id\":\(product.id),\"이름\":\"\(product.draft.name)\"}".utf8) + [0, 0xFF])
  }
}

extension Ports {
  /// A vendor whose identifier is made of `fill`.
  package func vendor(_ fill: UInt8 = 1, name: String = "가게") async throws -> Vendor {
    try await vendors.add(
      identifier: try .sample(fill), name: try Title(name), secretHash: "hash of \(fill)",
      createdAt: Timestamp(rfc3339: "2026-01-01T00:00:00.000001Z") ?? .earliest)
  }

  /// Adds a product and gives it back.
  @discardableResult
  package func add(_ creation: ProductCreation) async throws -> Product {
    try await products.add(creation, once: nil).value
  }
}

extension Written {
  /// What was written.
  ///
  /// - Throws: `ContractBreach` when it had been written before.
  package var value: Value {
    get throws {
      guard case .now(let value) = self else { throw ContractBreach("nothing was written") }
      return value
    }
  }

  /// What was answered before.
  ///
  /// - Throws: `ContractBreach` when it was written now.
  package var answer: RecordedAnswer {
    get throws {
      guard case .before(let answer) = self else { throw ContractBreach("it was written again") }
      return answer
    }
  }
}
