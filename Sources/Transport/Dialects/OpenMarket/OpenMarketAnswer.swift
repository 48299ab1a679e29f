import Domain

/// The bodies that apps of Open Market decode.
///
/// Two apps share one wire format: the first reads times only with a fraction, the second wants
/// times in `vendors` and finds descriptions only in rows of the list.
struct OpenMarketAnswer: Sendable, Hashable {
  let version: OpenMarketVersion
  let origin: Origin?

  /// For ``IdempotentWrites``: one path answers in the keys of both versions.
  var dialect: String { "open-market-\(version)" }

  /// A page of the list; `limit` is the index behind its last place, as the original has it.
  func page(_ window: ListedWindow, _ page: OpenMarketPage) -> [UInt8] {
    var writer = JSONWriter(capacity: 256 + 1_024 * window.products.count)
    writer.object { writer in
      writer.integer(version == .first ? "page_no" : "pageNo", page.number)
      writer.integer(version == .first ? "items_per_page" : "itemsPerPage", page.size)
      writer.integer(version == .first ? "total_count" : "totalCount", window.total)
      writer.integer("offset", page.offset)
      writer.integer("limit", page.offset + Int64(page.size))
      writer.key("pages")
      writer.array(window.products) { writer, product in
        writer.object { write(product, &$0) }
      }
      writer.integer(version == .first ? "last_page" : "lastPage", page.last(of: window))
      writer.bool(version == .first ? "has_next" : "hasNext", window.hasNext)
      writer.bool(version == .first ? "has_prev" : "hasPrev", page.number > 1)
    }
    return writer.bytes
  }

  /// A product with its images and its vendor.
  func product(_ product: Product) -> [UInt8] {
    var writer = JSONWriter(capacity: 4_096)
    writer.object { writer in
      write(product.summary, &writer)
      writer.key("images")
      writer.array(product.images) { writer, image in
        writer.object { write(image, of: product.summary, &$0) }
      }
      writer.key("vendors")
      writer.object { write(product.vendor, &$0) }
    }
    return writer.bytes
  }

  private func write(_ product: ProductSummary, _ writer: inout JSONWriter) {
    let price = product.price
    writer.integer("id", product.id)
    writer.integer("vendor_id", product.vendor.id)
    if version == .second { writer.string("vendorName", product.vendor.name.text) }
    writer.string("name", product.name.text)
    writer.string("description", product.description.text)
    writer.key("thumbnail")
    writer.url(of: product.cover, from: origin)
    writer.string("currency", price.currency.rawValue)
    writer.amount("price", price.amount, price.currency)
    writer.amount("bargain_price", price.bargain, price.currency)
    writer.amount("discounted_price", price.discount, price.currency)
    writer.integer("stock", product.stock.count)
    let created = time(product.createdAt)
    writer.string("created_at", created)
    let isUnchanged = product.updatedAt == product.createdAt
    writer.string("issued_at", isUnchanged ? created : time(product.updatedAt))
  }

  /// An image has no time of its own: it came with its product.
  private func write(
    _ image: ProductImage, of product: ProductSummary, _ writer: inout JSONWriter
  ) {
    writer.integer("id", image.id)
    writer.string("url", image.picture.served(as: .full).url(from: origin))
    writer.string("thumbnail_url", image.picture.served(as: .cell).url(from: origin))
    if version == .first { writer.bool("succeed", true) }
    writer.string("issued_at", time(product.createdAt))
  }

  private func write(_ vendor: Vendor, _ writer: inout JSONWriter) {
    writer.integer("id", vendor.id)
    writer.string("name", vendor.name.text)
    guard version == .first else { return }
    writer.string("created_at", time(vendor.createdAt))
    writer.string("issued_at", time(vendor.createdAt))
  }

  private static let offset: Int64 = 9 * 3_600_000_000
  private static let day: Int64 = 24 * 3_600_000_000

  /// A day in Korea at midnight, `2022-01-18T00:00:00.00`; nothing says so, because the apps read
  /// it as their own time.
  ///
  /// The original answers days, and one app reads hours by a clock of twelve: it cannot read 13.
  private func time(_ timestamp: Timestamp) -> String {
    let local = timestamp.microseconds + Self.offset
    let sinceMidnight = (local % Self.day + Self.day) % Self.day
    let midnight = CivilTime(Timestamp(clamping: local - sinceMidnight)).text
    return version == .first ? midnight + ".00" : midnight
  }
}

extension JSONWriter {
  /// An amount in its currency, with decimals only where there are any.
  mutating func amount(_ name: StaticString, _ minorUnits: Int64, _ currency: Currency) {
    key(name)
    decimal(minorUnits, fractionDigits: currency.fractionDigits)
  }
}
