// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// What the app SmartCommerce decodes, made strict: nothing is optional, so that a key that is
/// missing or of another type fails a test. Names are those on the wire, so that no list of coding
/// keys can hide a mistake.
enum SmartCommerceApp {
  struct Banners: Decodable {
    let bannerList: [Banner]
  }

  struct Banner: Decodable {
    let event_banner_id: Int
    let event_content: String
    let thumbnail_image_url: String
  }

  struct Documents<Document: Decodable>: Decodable {
    let documents: [Document]
  }

  struct Event: Decodable, Equatable {
    let id: Int
    let event_title: String
    let thumbnail_image_url: String
    let thumbnail_text_image_url: String
  }

  struct Category: Decodable, Equatable {
    let category_id: Int
    let category_title: String
  }

  struct ItemType: Decodable {
    let id: Int
    let category_id: Int
    let item_type_title: String
    /// The app's own spelling, and that of its README.
    let item_type_thumbnail_image_URL: String
    let item_type_thumbnail_image_url: String
  }

  /// The second version's, in a bare array.
  struct BareItemType: Decodable {
    let item_type_id: Int
    let category_id: Int
    let item_type_title: String
    let item_type_thumbnail_image_URL: String
    let item_type_thumbnail_image_url: String
  }
}
