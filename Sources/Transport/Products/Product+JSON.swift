import ViewData

extension JSONWriter {
  /// Members that have nothing to say are left out.
  mutating func productCell(_ cell: ProductCell) {
    object { writer in writer.cellMembers(cell) }
  }

  /// Members that have nothing to say are left out.
  mutating func productTile(_ tile: ProductTile) {
    object { writer in
      writer.integer("id", tile.id)
      writer.string("title", tile.title)
      writer.string("price_text", tile.priceText)
      writer.presentString("discount_text", tile.discountText)
      writer.bool("is_sold_out", tile.isSoldOut)
      if let image = tile.image {
        writer.key("image")
        writer.picture(image)
      }
      writer.integer("price", tile.price)
      writer.integer("bargain_price", tile.bargainPrice)
      writer.string("currency", tile.currency)
      writer.integer("stock", tile.stock)
    }
  }

  mutating func productDetail(_ detail: ProductDetail) {
    object { writer in
      writer.cellMembers(detail.cell)
      writer.string("description", detail.description)
      writer.key("images")
      writer.array(detail.images) { $0.picture($1) }
      writer.presentString("maker", detail.maker)
      writer.presentString("mall", detail.mall)
      writer.presentString("link", detail.link)
      writer.integer("product_type", detail.productType)
      writer.key("category_path")
      writer.array(detail.categoryPath) { $0.string($1) }
      writer.key("tags")
      writer.array(detail.tags) { $0.string($1) }
      if let delivery = detail.delivery { writer.delivery(delivery) }
      writer.string("created_at", detail.createdAt)
      writer.string("updated_at", detail.updatedAt)
    }
  }

  private mutating func cellMembers(_ cell: ProductCell) {
    integer("id", cell.id)
    string("title", cell.title)
    string("price_text", cell.priceText)
    presentString("original_price_text", cell.originalPriceText)
    presentString("discount_text", cell.discountText)
    string("stock_text", cell.stockText)
    bool("is_sold_out", cell.isSoldOut)
    key("badges")
    array(cell.badges) { writer, badge in
      writer.object { writer in
        writer.string("kind", badge.kind)
        writer.string("text", badge.text)
      }
    }
    if let image = cell.image {
      key("image")
      picture(image)
    }
    string("accessibility_label", cell.accessibilityLabel)
    rawMembers(cell)
  }

  /// The numbers behind the texts.
  private mutating func rawMembers(_ cell: ProductCell) {
    integer("price", cell.price)
    integer("bargain_price", cell.bargainPrice)
    integer("discount", cell.discount)
    string("currency", cell.currency)
    integer("stock", cell.stock)
    key("vendor")
    object { writer in
      writer.string("id", cell.vendor.id)
      writer.string("name", cell.vendor.name)
    }
    presentString("brand", cell.brand)
    integer("review_count", cell.reviewCount)
    key("review_average")
    decimal(Int64(exactly: (cell.reviewAverage * 100).rounded()) ?? 0, fractionDigits: 2)
    integer("version", cell.version)
  }

  private mutating func picture(_ picture: PictureView) {
    object { writer in
      if let id = picture.id { writer.integer("id", id) }
      writer.string("url", picture.url)
      writer.integer("width", picture.width)
      writer.integer("height", picture.height)
      writer.integer("bytes", picture.bytes)
      writer.string("color", picture.color)
    }
  }

  private mutating func delivery(_ delivery: DeliveryView) {
    key("delivery")
    object { writer in
      writer.string("text", delivery.text)
      writer.bool("is_free", delivery.isFree)
      writer.integer("fee", delivery.fee)
      writer.integer("free_limit", delivery.freeLimit)
      writer.bool("is_billing_by_area_when_free", delivery.isBillingByAreaWhenFree)
      writer.key("areas")
      writer.array(delivery.areas) { writer, area in
        writer.object { writer in
          writer.string("province", area.province)
          writer.string("district", area.district)
          writer.string("neighbourhood", area.neighbourhood)
          writer.integer("surcharge", area.surcharge)
        }
      }
    }
  }

  private mutating func presentString(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    string(name, text)
  }
}
