// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those on the wire, so that no list of coding keys can hide a mistake.

import Foundation

// What the apps of Open Market receive, as strict as the strictest of them: every member that one
// of them requires is required and has exactly this type.

/// The nine keys of a list of the first version.
struct MarketPage: Decodable {
  let page_no: Int
  let items_per_page: Int
  let total_count: Int
  let offset: Int
  let limit: Int
  let pages: [MarketProduct]
  let last_page: Int
  let has_next: Bool
  let has_prev: Bool
}

enum MarketCurrency: String, Decodable {
  case KRW, USD
}

/// A product as lists have it. One app shows the description from here.
struct MarketProduct: Decodable {
  let id: Int
  let vendor_id: Int
  let name: String
  let thumbnail: String
  let currency: MarketCurrency
  // One app reads prices as whole numbers.
  let price: Int
  let bargain_price: Int
  let discounted_price: Int
  let stock: Int
  let description: String
  let created_at: Date
  let issued_at: Date
}

/// The same with what its own screen shows.
struct MarketDetail: Decodable {
  let id: Int
  let vendor_id: Int
  let name: String
  let thumbnail: String
  let currency: MarketCurrency
  let price: Double
  let bargain_price: Double
  let discounted_price: Double
  let stock: Int
  let description: String
  let created_at: Date
  let issued_at: Date
  let images: [MarketImage]
  let vendors: MarketVendor
}

struct MarketImage: Decodable {
  let id: Int
  let url: String
  let thumbnail_url: String
  let succeed: Bool
  let issued_at: Date
}

struct MarketVendor: Decodable {
  let id: Int
  let name: String
  let created_at: String
  let issued_at: String
}

/// A list of the second version.
struct SecondMarketPage: Decodable {
  let pageNo: Int
  let itemsPerPage: Int
  let totalCount: Int
  let offset: Int
  let limit: Int
  let pages: [SecondMarketProduct]
  let lastPage: Int
  let hasNext: Bool
  let hasPrev: Bool
}

/// A product of the second version, in lists; times have no fraction there.
struct SecondMarketProduct: Decodable {
  let id: Int
  let vendor_id: Int
  let vendorName: String
  let name: String
  let description: String
  let thumbnail: String
  let currency: MarketCurrency
  let price: Double
  let bargain_price: Double
  let discounted_price: Double
  let stock: Int
  let created_at: Date
  let issued_at: Date
}

/// The same with what its own screen shows.
struct SecondMarketDetail: Decodable {
  struct Image: Decodable {
    let id: Int
    let url: String
    let thumbnail_url: String
    let issued_at: Date
  }
  struct Vendor: Decodable {
    let id: Int
    let name: String
  }
  let id: Int
  let vendor_id: Int
  let name: String
  let description: String
  let thumbnail: String
  let currency: MarketCurrency
  let price: Double
  let bargain_price: Double
  let discounted_price: Double
  let stock: Int
  let images: [Image]
  let vendors: Vendor
  let created_at: Date
  let issued_at: Date
}

extension Answer {
  /// Decodes as an app does that asks for times of this very form.
  func market<T: Decodable>(
    _ type: T.Type = T.self, times: String = "yyyy-MM-dd'T'HH:mm:ss.SS"
  ) throws -> T {
    let formatter = DateFormatter()
    formatter.dateFormat = times
    formatter.locale = Locale(identifier: "ko_KR")
    formatter.timeZone = TimeZone(identifier: "Asia/Seoul")
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formatted(formatter)
    return try decoder.decode(type, from: body)
  }

  func secondMarket<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    try market(type, times: "yyyy-MM-dd'T'HH:mm:ss")
  }
}
