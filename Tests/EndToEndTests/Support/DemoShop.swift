// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those on the wire, so that no list of coding keys can hide a mistake.

import Foundation

/// The demo shop as its own file tells it.
struct DemoShop: Decodable {
  struct Event: Decodable {
    let key: String
    let title: String
    let thumbnail_image: String
    let thumbnail_text_image: String
  }
  struct Banner: Decodable {
    let title: String
    let thumbnail_image: String
  }
  struct Category: Decodable {
    let title: String
  }
  struct ItemType: Decodable {
    /// Of those alone that an existing app shows.
    let section: Int?
    let title: String
    let thumbnail_image: String
  }
  let event_categories: [Event]
  let event_banners: [Banner]
  let categories: [Category]
  let item_types: [ItemType]
  var numberedItemTypes: [ItemType] { item_types.filter { $0.section != nil } }

  static func read() throws -> DemoShop {
    try JSONDecoder().decode(DemoShop.self, from: Data(Workplace.file("db/demo/shop.json").utf8))
  }

  static func image(_ name: String) throws -> Data {
    try Data(contentsOf: Workplace.root.appendingPathComponent("db/demo/images/" + name))
  }
}
