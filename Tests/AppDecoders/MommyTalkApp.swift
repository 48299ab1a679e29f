/// What apps of MommyTalk decode, each key as the strictest of them wants it.
enum MommyTalkApp {
  struct Products: Decodable {
    let meta: Meta
    let products: [Product]
  }

  struct Meta: Decodable, Equatable {
    let offset: Int
    let limit: Int
    let isFinal: Bool
  }

  enum Tag: String, Decodable {
    case best = "BEST"
    case freeDelivery = "FREE_DELIVERY"
  }

  struct Product: Decodable, Equatable {
    let hash: String
    let name: String
    let brand: String?
    let sellPrc: Int
    let normalPrc: Int
    let soldOut: Bool
    let imgUrl: String
    let reviewCount: Int
    let reviewAvg: Double
    let partnerNo: Int
    let tags: [Tag]
    let discountRate: Int
  }

  struct Detail: Decodable {
    let hash: String
    let name: String
    let brand: String?
    let sellPrc: Int
    let normalPrc: Int
    let soldOut: Bool
    let imgUrl: String
    let reviewCount: Int
    let reviewAvg: Double
    let partnerNo: Int
    let tags: [Tag]
    let discountRate: Int
    let deliveryDetail: Delivery?
    let deliveryAreaDetails: [Area]
  }

  struct Delivery: Decodable, Equatable {
    let isFree: Bool
    let freeLimit: Int
    let deliveryFee: Int
    let isBillingByAreaWhenFree: Bool
    let basedBy: String
  }

  struct Area: Decodable, Equatable {
    let sido: String
    let gugun: String
    let dong: String
    let addPrice: Int
  }
}
