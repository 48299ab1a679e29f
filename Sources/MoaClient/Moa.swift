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
  /// Brings the answers that are shown up to date.
  public let changes: Changes
  var reader: ShopReader

  /// - Parameters:
  ///   - url: the server's address: `https://shop.example`.
  ///   - language: the first value of ``language``.
  ///   - session: sends the requests.
  ///   - storage: keeps answers for the next start and for times without a network, likes, views
  ///     and the device's token; nil for ``MoaStorage/init(for:)``.
  ///   - options: fields, hooks and repetitions of requests.
  public init(
    _ url: URL, language: String? = nil, session: URLSession = .shared,
    storage: MoaStorage? = nil, options: MoaOptions = MoaOptions()
  ) {
    let storage = storage ?? MoaStorage(for: url)
    let connection = MoaConnection(
      url: url, session: session, settings: SharedSettings(language, options))
    reader = ShopReader(connection: connection, answers: storage.answers)
    let device = DeviceSession(reader, storage)
    likes = Likes(device, in: storage.shopper)
    recent = RecentViews(device, in: storage.shopper)
    changes = Changes(storage.answers)
  }

  /// The language of the answers: `en`, or several as in `Accept-Language`; nil has the session
  /// send the preferred languages of its user. It holds from the next request on, for all copies of
  /// this value.
  public var language: String? {
    get { reader.connection.settings.language }
    nonmutating set { reader.connection.settings.language = newValue }
  }

  /// The same shop, whose reads send more fields.
  public func with(headers: [String: String]) -> Moa {
    var copy = self
    copy.reader.connection.headers.merge(headers) { $1 }
    return copy
  }

  // MARK: Offline

  /// One read, from the server; from the disk while the server is away, if it was read before.
  ///
  /// The methods for single reads return its value.
  public func answer<Value>(_ read: MoaRead<Value>) async throws -> Answer<Value> {
    try await reader.answer(read)
  }

  /// One read, from the disk at once if it was read before, and after each change that
  /// ``Changes/refresh()`` finds.
  ///
  ///     for try await home in moa.updates(of: .homeScreen) {
  ///       draw(home.value, changed: home.changedIDs)
  ///       offline.isHidden = !home.isStored
  ///     }
  public func updates<Value>(of read: MoaRead<Value>) -> Updates<Value> {
    Updates { [changes, reader] continuation in
      let id = UUID()
      let opening = Task { await changes.show(read, by: reader, id, continuation) }
      continuation.onTermination = { _ in
        opening.cancel()
        Task { await changes.hide(id) }
      }
    }
  }

  /// Sends likes and views that wait, and brings all that is shown up to date. Call it when the app
  /// comes to the front and when the network returns.
  ///
  /// - Throws: ``MoaError``, or the reason why the disk could not be read or written. Likes and
  ///   views that were not sent wait for the next time.
  public func sync() async throws {
    async let liked: Void = likes.sync()
    async let viewed: Void = recent.sync()
    async let shown: Void = changes.refresh()
    _ = try await (liked, viewed, shown)
  }

  // MARK: Screens

  /// The home screen: banners, events, discounted products, and the first new products.
  public func homeScreen() async throws -> Screen { try await answer(.homeScreen).value }

  /// The categories screen: events, and item types under their categories.
  public func categoriesScreen() async throws -> Screen {
    try await answer(.categoriesScreen).value
  }

  /// The screen of an event, with its products.
  public func eventScreen(_ id: Int64) async throws -> EventScreen {
    try await answer(.eventScreen(id)).value
  }

  /// The screen of a product, with more of its vendor.
  public func productScreen(_ id: Int64) async throws -> ProductScreen {
    try await answer(.productScreen(id)).value
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
    try await answer(.productPage(query, after: cursor)).value
  }

  /// One page of products as tiles for a grid.
  ///
  /// - Parameters:
  ///   - query: which products, in which order.
  ///   - cursor: `page.nextCursor` of the page before, of the same query; nil for the first.
  public func productTilePage(
    _ query: ProductQuery = ProductQuery(), after cursor: String? = nil
  ) async throws -> Listing<ProductTile> {
    try await answer(.productTilePage(query, after: cursor)).value
  }

  /// All details of one product.
  public func product(_ id: Int64) async throws -> ProductDetail {
    try await answer(.product(id)).value
  }

  /// The newest discounted products, at most five.
  public func banner() async throws -> [ProductCell] {
    try await answer(.banner).value
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
    try await answer(.config(version: version, platform: platform)).value
  }

  // MARK: Event categories

  /// Live event categories, with both of their pictures.
  public func eventCategories() async throws -> [EventCategoryCard] {
    try await answer(.eventCategories).value
  }

  /// Live event categories, with the picture that a screen shows.
  public func eventCategories(_ variant: EventCategoryVariant) async throws -> [EventCategoryCell] {
    try await answer(.eventCategories(variant)).value
  }

  /// One live event category, with its schedule and the number of its products.
  public func eventCategory(_ id: Int64) async throws -> EventCategoryDetail {
    try await answer(.eventCategory(id)).value
  }
}
