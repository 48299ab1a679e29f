public import Foundation
@_exported public import ViewData

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A shop on a Moa server.
///
///     let moa = Moa(URL(string: "https://shop.example")!)
///     for try await product in moa.products() { print(product.title, product.priceText) }
///
/// Values come ready to draw. All methods throw ``MoaError``, or `CancellationError` when the
/// calling task was cancelled.
public struct Moa: Sendable {
  /// The liked products, on this device and on others that share them.
  public let likes: Likes
  /// The products that were viewed last.
  public let recent: RecentViews
  private var connection: MoaConnection
  private let store: AnswerStore?

  /// - Parameters:
  ///   - url: the server's address: `https://shop.example`.
  ///   - language: the first value of ``language``.
  ///   - session: sends the requests.
  ///   - store: keeps answers, so that unchanged ones are not loaded again; nil keeps none.
  ///   - shopper: where the likes and the device's token are kept; nil for
  ///     ``ShopperStorage/init(for:)``. Use one value of `Moa` per server: two with the same
  ///     storage would overwrite each other's data.
  ///   - options: fields, hooks and repetitions of requests.
  public init(
    _ url: URL, language: String? = nil, session: URLSession = .shared, store: AnswerStore? = nil,
    shopper: ShopperStorage? = nil, options: MoaOptions = MoaOptions()
  ) {
    connection = MoaConnection(
      url: url, session: session, settings: SharedSettings(language, options))
    self.store = store
    let shopper = shopper ?? ShopperStorage(for: url)
    let device = DeviceSession(connection, shopper.tokens)
    likes = Likes(device, in: shopper.directory)
    recent = RecentViews(device)
  }

  /// The language of the answers: `en`, or several as in `Accept-Language`; nil has the session
  /// send the preferred languages of its user. It holds from the next request on, for all copies of
  /// this value.
  public var language: String? {
    get { connection.settings.language }
    nonmutating set { connection.settings.language = newValue }
  }

  /// The same shop, whose reads send more fields.
  public func with(headers: [String: String]) -> Moa {
    var copy = self
    copy.connection.headers.merge(headers) { $1 }
    return copy
  }

  // MARK: Screens

  /// The home screen: banners, events, discounted products, and the first new products.
  public func homeScreen() async throws -> Screen { try await get("/v1/screens/home") }

  /// The categories screen: events, and item types under their categories.
  public func categoriesScreen() async throws -> Screen { try await get("/v1/screens/categories") }

  /// The screen of an event, with its products.
  public func eventScreen(_ id: Int64) async throws -> EventScreen {
    try await get("/v1/screens/event/\(id)")
  }

  /// The screen of a product, with more of its vendor.
  public func productScreen(_ id: Int64) async throws -> ProductScreen {
    try await get("/v1/screens/product/\(id)")
  }

  // MARK: Products

  /// One page of products as list rows.
  ///
  /// - Parameters:
  ///   - query: which products, in which order.
  ///   - cursor: `page.nextCursor` of the page before, of the same query; nil for the first.
  public func productPage(
    _ query: ProductQuery = ProductQuery(), after cursor: String? = nil
  ) async throws -> Listing<ProductCell> {
    try await get("/v1/products", query.items(after: cursor, variant: .cell))
  }

  /// One page of products as tiles for a grid.
  ///
  /// - Parameters:
  ///   - query: which products, in which order.
  ///   - cursor: `page.nextCursor` of the page before, of the same query; nil for the first.
  public func productTilePage(
    _ query: ProductQuery = ProductQuery(), after cursor: String? = nil
  ) async throws -> Listing<ProductTile> {
    try await get("/v1/products", query.items(after: cursor, variant: .tile))
  }

  /// All details of one product.
  public func product(_ id: Int64) async throws -> ProductDetail {
    try await get("/v1/products/\(id)")
  }

  /// The newest discounted products, at most five.
  public func banner() async throws -> [ProductCell] {
    try await get("/v1/banner", as: Items<ProductCell>.self).items
  }

  // MARK: Start of the app

  /// Whether this version of the app still runs, and the switches of the shop.
  ///
  /// - Parameters:
  ///   - version: of the app; nil for the one in its bundle.
  ///   - platform: `ios`, `android` or `web`.
  public func config(
    version: String? = nil, platform: String = "ios"
  ) async throws -> AppConfiguration {
    let bundled = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
    return try await get(
      "/v1/config",
      [
        URLQueryItem(name: "platform", value: platform),
        URLQueryItem(name: "version", value: version ?? bundled ?? "0"),
      ])
  }

  // MARK: Event categories

  /// Live event categories, with both of their pictures.
  public func eventCategories() async throws -> [EventCategoryCard] {
    try await get("/v1/event-categories", as: Items<EventCategoryCard>.self).items
  }

  /// Live event categories, with the picture that a screen shows.
  public func eventCategories(_ variant: EventCategoryVariant) async throws -> [EventCategoryCell] {
    let query = [URLQueryItem(name: "variant", value: variant.rawValue)]
    return try await get("/v1/event-categories", query, as: Items<EventCategoryCell>.self).items
  }

  /// One live event category, with its schedule and the number of its products.
  public func eventCategory(_ id: Int64) async throws -> EventCategoryDetail {
    try await get("/v1/event-categories/\(id)")
  }

  // MARK: Requests

  struct Items<Item: Decodable & Sendable>: Decodable, Sendable {
    let items: [Item]
  }

  func get<Value: Decodable & Sendable>(
    _ path: String, _ query: [URLQueryItem] = [], as type: Value.Type = Value.self
  ) async throws -> Value {
    let address = try connection.address(path, query)
    return try MoaConnection.decoded(try await content(of: address), from: address)
  }

  private func content(of address: URL) async throws -> Data {
    let language = connection.settings.language
    let kept = await store?.answer(of: address, in: language)
    var request = connection.request(address)
    if let kept { request.setValue(kept.tag, forHTTPHeaderField: "If-None-Match") }
    let (content, response) = try await connection.read(request)
    if response.statusCode == 304, let kept { return kept.content }
    guard response.statusCode == 200 else { throw MoaError(response, content, from: address) }
    if let tag = response.value(forHTTPHeaderField: "ETag") {
      await store?.keep(KeptAnswer(tag: tag, content: content), of: address, in: language)
    }
    return content
  }
}
