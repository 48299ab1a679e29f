import Foundation

// What two apps of Open Market decode, by the keys and types of their own code.

/// The app whose decoder turns snake case into camel case and reads times with a fraction.
enum RxMarketApp {
  static var decoder: JSONDecoder {
    let format = DateFormatter()
    format.dateFormat = "yyyy-MM-dd'T'HH:mm:ss.SS"
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .formatted(format)
    return decoder
  }

  enum Currency: String, Decodable {
    case krw = "KRW"
    case usd = "USD"
  }

  struct Page: Decodable {
    let pageNo: Int
    let itemsPerPage: Int
    let totalCount: Int
    let offset: Int
    let limit: Int
    let pages: [Product]
    let lastPage: Int
    let hasNext: Bool
    let hasPrev: Bool
  }

  struct Product: Decodable {
    let id: Int
    let vendorId: Int
    let name: String
    let thumbnail: String
    let currency: Currency
    let price: Double
    let bargainPrice: Double
    let discountedPrice: Double
    let stock: Int
    let createdAt: Date
    let issuedAt: Date
  }

  struct Detail: Decodable {
    let id: Int
    let vendorId: Int
    let name: String
    let thumbnail: String
    let currency: Currency
    let price: Double
    let bargainPrice: Double
    let discountedPrice: Double
    let stock: Int
    let createdAt: Date
    let issuedAt: Date
    let description: String
    let images: [Image]
    let vendors: [String: Anything]?
  }

  struct Image: Decodable {
    let id: Int
    let url: String
    let thumbnailUrl: String
    let succeed: Bool
    let issuedAt: Date
  }

  /// The app takes any object there.
  struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }
}

/// The app that names every key, keeps times as text and shows the description of list rows only.
/// What it calls optional is demanded here wherever it shows it.
enum HoMarketApp {
  struct ProductList: Decodable {
    let pageNumber: Int
    let itemsPerPage: Int
    let totalCount: Int
    let offset: Int
    let limit: Int
    let products: [Product]
    let lastPage: Int
    let hasNext: Bool
    let hasPrevious: Bool

    enum CodingKeys: String, CodingKey {
      case offset, limit
      case pageNumber = "page_no"
      case itemsPerPage = "items_per_page"
      case totalCount = "total_count"
      case products = "pages"
      case lastPage = "last_page"
      case hasNext = "has_next"
      case hasPrevious = "has_prev"
    }
  }

  /// Equal ones twice in its list crash the app.
  struct Product: Decodable, Hashable {
    let id: Int
    let vendorID: Int
    let name: String
    let thumbnail: String
    let currency: RxMarketApp.Currency
    let price: Double
    let bargainPrice: Double
    let discountedPrice: Double
    let stock: Int
    let createdAt: String
    let issuedAt: String
    let description: String
    let images: [Image]?
    let vendors: Vendor?

    enum CodingKeys: String, CodingKey {
      case id, name, thumbnail, currency, price, stock, description, images, vendors
      case vendorID = "vendor_id"
      case bargainPrice = "bargain_price"
      case discountedPrice = "discounted_price"
      case createdAt = "created_at"
      case issuedAt = "issued_at"
    }
  }

  struct Image: Decodable, Hashable {
    let id: Int
    let url: String
    let thumbnailURL: String
    let succeed: Bool
    let issuedAt: String

    enum CodingKeys: String, CodingKey {
      case id, url, succeed
      case thumbnailURL = "thumbnail_url"
      case issuedAt = "issued_at"
    }
  }

  struct Vendor: Decodable, Hashable {
    let id: Int
    let name: String
    let createdAt: String
    let issuedAt: String

    enum CodingKeys: String, CodingKey {
      case id, name
      case createdAt = "created_at"
      case issuedAt = "issued_at"
    }
  }
}

/// What clients of the second version decode; both of its spellings of keys are in one answer.
enum SecondMarketApp {
  struct ProductList: Decodable {
    let pageNo: Int
    let itemsPerPage: Int
    let totalCount: Int
    let offset: Int
    let limit: Int
    let pages: [Row]
    let lastPage: Int
    let hasNext: Bool
    let hasPrev: Bool
  }

  struct Row: Decodable {
    let id: Int
    let vendorID: Int
    let vendorName: String
    let name: String
    let description: String
    let thumbnail: String
    let currency: RxMarketApp.Currency
    let price: Double
    let bargainPrice: Double
    let discountedPrice: Double
    let stock: Int
    let createdAt: String
    let issuedAt: String

    enum CodingKeys: String, CodingKey {
      case id, vendorName, name, description, thumbnail, currency, price, stock
      case vendorID = "vendor_id"
      case bargainPrice = "bargain_price"
      case discountedPrice = "discounted_price"
      case createdAt = "created_at"
      case issuedAt = "issued_at"
    }
  }

  struct Detail: Decodable {
    let id: Int
    let name: String
    let description: String
    let images: [Image]
    let vendors: Vendor
    let createdAt: String

    enum CodingKeys: String, CodingKey {
      case id, name, description, images, vendors
      case createdAt = "created_at"
    }
  }

  struct Image: Decodable {
    let id: Int
    let url: String
    let thumbnailURL: String
    let issuedAt: String

    enum CodingKeys: String, CodingKey {
      case id, url
      case thumbnailURL = "thumbnail_url"
      case issuedAt = "issued_at"
    }
  }

  struct Vendor: Decodable {
    let id: Int
    let name: String
  }
}
