import HTTP

/// The calls of apps that were there before, each with a contract of its own.
package enum Dialect: String, Sendable, CaseIterable {
  case openMarket = "open-market"
  case smartCommerce = "smart-commerce"
  case mommyTalk = "mommy-talk"
  case naverShopping = "naver-shopping"

  var title: String {
    switch self {
    case .openMarket: "Moa for apps of Open Market"
    case .smartCommerce: "Moa for the app SmartCommerce"
    case .mommyTalk: "Moa for apps of MommyTalk"
    case .naverShopping: "Moa for apps of Naver's shopping search"
    }
  }

  /// Markdown.
  var meaning: String {
    switch self {
    case .openMarket:
      """
      Both versions of Open Market's server. At the host that `--openmarket-v2-host` names, the \
      paths of the first version answer as those below `/openmarket/v2`.

      Queries that are not known are ignored, numbers out of bounds become the nearest ones, and a \
      body is JSON whatever its Content-Type says. Days are those of Korea. The picture of a product \
      without pictures is `/images/none.png`.
      """
    case .smartCommerce:
      """
      Reads by POST, as the app sends them, and by GET for caches. A body and a query are ignored.
      """
    case .mommyTalk:
      """
      Amounts are won; products in other currencies are not shown. Queries that are not known are \
      ignored, and numbers out of bounds become the nearest ones. The picture of a product without \
      pictures is `/images/none.png`.
      """
    case .naverShopping:
      """
      The first 1,100 products that a search finds, as JSON; `shop.xml` and Naver's other searches \
      are not there (404, SE05). Amounts are won; products in other currencies are not shown. \
      Queries that are not known are ignored. The picture of a product without pictures is \
      `/images/none.png`. A client has so many calls a day, until midnight in Korea: those behind \
      them are answered 429 with the code 010.
      """
    }
  }

  /// What a refusal holds.
  package var refusal: ObjectSchema {
    switch self {
    case .openMarket, .mommyTalk: ReadableError.wire.schema
    case .smartCommerce: SpringError.wire.schema
    case .naverShopping: NaverRefusal.wire.schema
    }
  }

  /// With which status a route refuses what our own routes refuse with this one.
  func status(for status: Status, of endpoint: Endpoint) -> Status {
    guard self == .openMarket else { return status }
    switch status {
    // Of two reasons for 415 the coding of a body keeps it, and 422 is for a key that was used.
    case .contentTooLarge: return .badRequest
    case .unprocessableContent where !endpoint.fields.contains(.idempotencyKey): return .badRequest
    default: return status
    }
  }
}

extension EndpointGroup {
  /// Nil for calls of our own.
  package var dialect: Dialect? {
    switch self {
    case .openMarket, .openMarketSecond: .openMarket
    case .smartCommerce: .smartCommerce
    case .mommyTalk: .mommyTalk
    case .naverShopping: .naverShopping
    case .screens, .shop, .shoppers, .vendors, .administration, .images, .health, .contract,
      .pages:
      nil
    }
  }
}
