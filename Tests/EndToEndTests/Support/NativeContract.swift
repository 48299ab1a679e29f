// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those on the wire, so that no list of coding keys can hide a mistake.

import Foundation

/// Our own list of products.
struct CellPage: Decodable {
  let items: [Cell]
  let page: PageMark
}

/// How a list goes on.
struct PageMark: Decodable {
  let next_cursor: String?
}

struct TilePage: Decodable {
  let items: [Tile]
  let page: PageMark
}

/// A tile, as far as every tile must have it.
struct Tile: Decodable {
  let id: Int
  let title: String
  let price_text: String
  let discount_text: String?
  let is_sold_out: Bool
  let image: Cell.Image?
  let price: Int
  let original_price: Int?
  let currency: MarketCurrency
  let stock: Int
}

struct Banner: Decodable {
  let items: [Cell]
}

/// A cell, as far as every cell must have it.
struct Cell: Decodable {
  struct Badge: Decodable {
    let kind: String
    let text: String
  }
  struct Image: Decodable {
    let url: String
    let width: Int
    let height: Int
    let bytes: Int
    let color: String
  }
  let id: Int
  let title: String
  let price_text: String
  let original_price_text: String?
  let discount_text: String?
  let stock_text: String
  let is_sold_out: Bool
  let badges: [Badge]
  let image: Image?
  let accessibility_label: String
  let price: Int
  let original_price: Int?
  let discount_percent: Int?
  let currency: MarketCurrency
  let stock: Int
  let version: Int
}
