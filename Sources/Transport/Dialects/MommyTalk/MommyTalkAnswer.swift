import Domain

/// The bodies that MommyTalk's apps decode: amounts are whole won, and no key is ever missing.
struct MommyTalkAnswer: Sendable, Hashable {
  let origin: Origin?

  func page(_ window: ListedWindow, offset: Int64, limit: Int64) -> [UInt8] {
    var writer = JSONWriter(capacity: 128 + 512 * window.products.count)
    writer.object { writer in
      writer.key("meta")
      writer.object { writer in
        writer.integer("offset", offset)
        writer.integer("limit", limit)
        writer.bool("isFinal", !window.hasNext)
      }
      writer.key("products")
      writer.array(window.products) { writer, product in
        writer.object { write(product, &$0) }
      }
    }
    return writer.bytes
  }

  /// The same keys as in the list, and delivery.
  func product(_ product: Product) -> [UInt8] {
    var writer = JSONWriter(capacity: 2_048)
    writer.object { writer in
      write(product.summary, &writer)
      let delivery = product.draft.details.delivery
      writer.key("deliveryDetail")
      if let delivery { writer.object { write(delivery, &$0) } } else { writer.null() }
      writer.key("deliveryAreaDetails")
      writer.array(delivery?.areas ?? []) { writer, area in
        writer.object { writer in
          writer.string("sido", area.province)
          writer.string("gugun", area.district)
          writer.string("dong", area.neighbourhood)
          writer.integer("addPrice", area.surcharge)
        }
      }
    }
    return writer.bytes
  }

  private func write(_ product: ProductSummary, _ writer: inout JSONWriter) {
    let price = product.price
    writer.string("hash", product.code.text)
    writer.string("name", product.name.text)
    // Apps cut the bars off, and call methods of a text on what is left.
    writer.string("brand", "|\(product.brand?.text ?? "")|")
    writer.integer("sellPrc", price.bargain)
    writer.integer("normalPrc", price.amount)
    writer.bool("soldOut", product.stock.isSoldOut)
    writer.key("imgUrl")
    writer.url(of: product.cover, from: origin)
    writer.integer("reviewCount", product.reviews.count)
    writer.key("reviewAvg")
    writer.decimal(Self.tenths(product.reviews.average), fractionDigits: 1)
    writer.integer("partnerNo", product.vendor.id)
    writer.key("tags")
    writer.array(product.tags.all) { writer, tag in
      writer.string(tag.rawValue)
    }
    writer.integer("discountRate", price.discountPercent)
  }

  private func write(_ delivery: DeliveryTerms, _ writer: inout JSONWriter) {
    writer.bool("isFree", delivery.isFree)
    writer.integer("freeLimit", delivery.freeLimit)
    writer.integer("deliveryFee", delivery.fee)
    writer.bool("isBillingByAreaWhenFree", delivery.isBillingByAreaWhenFree)
    writer.string("basedBy", "ORDER_PRICE")
  }

  /// One digit behind the point is what cells show.
  private static func tenths(_ average: Double) -> Int64 {
    average.isFinite ? Int64((min(max(average, 0), 5) * 10).rounded()) : 0
  }
}
