// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those on the wire, so that no list of coding keys can hide a mistake.

import Foundation

// What the Smart-Commerce app receives, stricter than the app itself: every member is required
// and has exactly this type.

struct EventBanners: Decodable {
  struct Banner: Decodable, Equatable {
    let event_banner_id: Int
    let event_content: String
    let thumbnail_image_url: String
  }
  let bannerList: [Banner]
}

struct Documents<Document: Decodable & Equatable>: Decodable, Equatable {
  let documents: [Document]
}

struct EventDocument: Decodable, Equatable {
  let id: Int
  let event_title: String
  let thumbnail_image_url: String
  let thumbnail_text_image_url: String
}

struct CategoryDocument: Decodable, Equatable {
  let category_id: Int
  let category_title: String
}

struct ItemTypeDocument: Decodable, Equatable {
  let id: Int
  let category_id: Int
  let item_type_title: String
  /// The app's own spelling, and that of its README.
  let item_type_thumbnail_image_URL: String
  let item_type_thumbnail_image_url: String
}

struct BareItemType: Decodable, Equatable {
  let item_type_id: Int
  let category_id: Int
  let item_type_title: String
  let item_type_thumbnail_image_URL: String
  let item_type_thumbnail_image_url: String
}

// Our own endpoints.

struct Items<Item: Decodable & Equatable>: Decodable, Equatable {
  let items: [Item]
}

struct EventCell: Decodable, Equatable {
  let id: Int
  let title: String
  let image_url: String
  let position: Int
}

struct EventCard: Decodable, Equatable {
  let id: Int
  let title: String
  let thumbnail_image_url: String
  let thumbnail_text_image_url: String
  let position: Int
}

struct ArrangedCategory: Decodable, Equatable {
  let id: Int
  let key: String
  let title: String
  let position: Int
  let version: Int
}

struct SeedReport: Decodable, Equatable {
  var created = 0
  var updated = 0
  var unchanged = 0
  var removed = 0
}

struct Problem: Decodable {
  struct FieldError: Decodable {
    let pointer: String?
    let code: String
    let detail: String
  }
  let title: String
  let status: Int
  let code: String
  let detail: String
  let errors: [FieldError]?
}
