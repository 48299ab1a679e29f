// What the app ShoppingList sends, as its own code has it.

import Fakes
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The app's networking: thirty products at a time, in one of four orders.
struct NaverApp {
  static let display = 30
  /// Behind it the app shows an alert instead of asking.
  static let startMax = 991
  private static let repeatsMax = 3

  enum Sort: String, CaseIterable {
    case sim, date, dsc, asc
  }

  /// The one constant that is changed.
  let host: String
  var clientID = "an-id-of-Naver"
  var clientSecret = "a-secret-of-Naver"

  func search(_ word: String, _ sort: Sort, start: Int) async throws -> NaverShoppingApp.Products {
    let (data, status) = try await get([
      ("query", word), ("display", "\(Self.display)"), ("start", "\(start)"),
      ("sort", sort.rawValue),
    ])
    guard status == 200 else {
      throw EndToEndError.unreadable("\(status): \(String(decoding: data, as: UTF8.self))")
    }
    return try JSONDecoder().decode(NaverShoppingApp.Products.self, from: data)
  }

  func refusal(_ items: [(String, String)]) async throws -> (NaverShoppingApp.Refusal, status: Int)
  {
    let (data, status) = try await get(items)
    return (try JSONDecoder().decode(NaverShoppingApp.Refusal.self, from: data), status)
  }

  /// Where the app's web view opens a product.
  func page(of product: NaverShoppingApp.Item) async throws -> (text: String, type: String?) {
    let (data, response) = try await load(
      host + "/product/" + product.productId, ["Accept-Language": "ko-KR"])
    return (String(decoding: data, as: UTF8.self), response.mimeType)
  }

  private func get(_ items: [(String, String)]) async throws -> (Data, status: Int) {
    var components = URLComponents()
    components.queryItems = items.map { URLQueryItem(name: $0, value: $1) }
    let query = components.percentEncodedQuery ?? ""
    let (data, response) = try await load(
      "\(host)/v1/search/shop.json?\(query)",
      ["X-Naver-Client-Id": clientID, "X-Naver-Client-Secret": clientSecret])
    return (data, response.statusCode)
  }

  private func load(
    _ address: String, _ fields: [String: String]
  ) async throws -> (Data, HTTPURLResponse) {
    guard let url = URL(string: address) else { throw EndToEndError.unreadable(address) }
    for _ in 0..<Self.repeatsMax {
      let (data, response) = try await load(url, fields)
      guard response.statusCode == 503 else { return (data, response) }
      // As for what curl asks: a busy machine is no mistake of the server's.
      Issue.record("refused, sent again: \(address)", severity: .warning)
      try await Task.sleep(for: .seconds(1))
    }
    return try await load(url, fields)
  }

  private func load(
    _ url: URL, _ fields: [String: String]
  ) async throws -> (Data, HTTPURLResponse) {
    var request = URLRequest(url: url)
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await URLSession.shared.data(for: request)
    guard let response = response as? HTTPURLResponse else {
      throw EndToEndError.unreadable("\(url)")
    }
    return (data, response)
  }
}
