// What MommyTalk's apps receive, with the strictest types of all of them.

import Foundation

struct MommyList: Decodable {
  struct Meta: Decodable {
    let offset: Int
    let limit: Int
    let isFinal: Bool
  }
  let meta: Meta
  let products: [MommyProduct]
}

enum MommyTag: String, Decodable {
  case best = "BEST"
  case freeDelivery = "FREE_DELIVERY"
}

struct MommyProduct: Decodable, Equatable {
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
  let tags: [MommyTag]
  let discountRate: Int
}

/// What a detail has beside the rest.
struct MommyDelivery: Decodable {
  struct Detail: Decodable {
    let isFree: Bool
    let freeLimit: Int
    let deliveryFee: Int
    let isBillingByAreaWhenFree: Bool
    let basedBy: String
  }
  struct Area: Decodable {
    let sido: String
    let gugun: String
    let dong: String
    let addPrice: Int
  }
  let deliveryDetail: Detail?
  let deliveryAreaDetails: [Area]
}
