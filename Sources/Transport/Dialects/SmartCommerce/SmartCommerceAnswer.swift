import UseCases
import ViewData

/// The bodies that the Smart-Commerce app decodes, keys in the order of its own server.
enum SmartCommerceAnswer {
  static func eventBanners(_ cells: [EventBannerCell]) -> [UInt8] {
    documents("bannerList", cells) { writer, cell in
      writer.integer("event_banner_id", cell.id)
      writer.string("event_content", cell.content)
      writer.string("thumbnail_image_url", cell.imageURL)
    }
  }

  static func eventCategories(_ cards: [EventCategoryCard]) -> [UInt8] {
    documents("documents", cards) { writer, card in
      writer.integer("id", card.id)
      writer.string("event_title", card.title)
      writer.string("thumbnail_image_url", card.thumbnailImageURL)
      writer.string("thumbnail_text_image_url", card.thumbnailTextImageURL)
    }
  }

  static func categories(_ cells: [CategoryCell]) -> [UInt8] {
    documents("documents", cells) { writer, cell in
      writer.integer("category_id", cell.id)
      writer.string("category_title", cell.title)
    }
  }

  static func itemTypes(_ cells: [NumberedItemType]) -> [UInt8] {
    documents("documents", cells) { $0.itemType("id", $1) }
  }

  /// A bare array, and `item_type_id` for `id`.
  static func itemTypesV2(_ cells: [NumberedItemType]) -> [UInt8] {
    var writer = JSONWriter(capacity: 64 + 384 * cells.count)
    writer.array(cells) { writer, cell in
      writer.object { $0.itemType("item_type_id", cell) }
    }
    return writer.bytes
  }

  private static func documents<Item>(
    _ name: StaticString, _ items: [Item], _ write: (inout JSONWriter, Item) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter(capacity: 64 + 384 * items.count)
    writer.object { writer in
      writer.key(name)
      writer.array(items) { writer, item in
        writer.object { write(&$0, item) }
      }
    }
    return writer.bytes
  }
}

extension JSONWriter {
  /// The app and its server write `_URL`, the app's README writes `_url`; both are sent.
  fileprivate mutating func itemType(_ idKey: StaticString, _ itemType: NumberedItemType) {
    let cell = itemType.cell
    integer(idKey, cell.id)
    integer("category_id", itemType.section)
    string("item_type_title", cell.title)
    string("item_type_thumbnail_image_URL", cell.imageURL)
    string("item_type_thumbnail_image_url", cell.imageURL)
  }
}
