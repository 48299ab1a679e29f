public import ViewData

/// Reads a shop: a ``Moa``, or what a test or a preview puts in its place.
///
/// All values that it returns can be made by their initialisers.
///
///     struct EmptyShop: MoaReading { ... }
public protocol MoaReading: Sendable {
  /// The home screen.
  func homeScreen() async throws -> Screen
  /// The categories screen.
  func categoriesScreen() async throws -> Screen
  /// The screen of an event.
  func eventScreen(_ id: Int64) async throws -> EventScreen
  /// The screen of a product.
  func productScreen(_ id: Int64) async throws -> ProductScreen
  /// One page of products as list rows.
  func productPage(_ query: ProductQuery, after cursor: String?) async throws
    -> Listing<ProductCell>
  /// One page of products as tiles.
  func productTilePage(_ query: ProductQuery, after cursor: String?) async throws
    -> Listing<ProductTile>
  /// All details of one product.
  func product(_ id: Int64) async throws -> ProductDetail
  /// The newest discounted products.
  func banner() async throws -> [ProductCell]
  /// Whether this version of the app still runs, and the switches of the shop.
  func config(version: String?, platform: String) async throws -> AppConfiguration
  /// Live event categories, with both of their pictures.
  func eventCategories() async throws -> [EventCategoryCard]
  /// Live event categories, with the picture that a screen shows.
  func eventCategories(_ variant: EventCategoryVariant) async throws -> [EventCategoryCell]
  /// One live event category.
  func eventCategory(_ id: Int64) async throws -> EventCategoryDetail
  /// One page of the results of a search.
  func searchPage(_ query: SearchQuery, after cursor: String?, facets: Bool) async throws
    -> SearchResult
  /// Trending searches.
  func trendingSearches() async throws -> [TrendingSearch]
  /// Suggested queries for a half-typed text.
  func suggestions(for text: String, limit: Int) async throws -> SearchSuggestions
  /// One of these reads, and whether it comes from the disk.
  func answer<Value>(_ read: MoaRead<Value>) async throws -> Answer<Value>
  /// One of these reads, now and after each change.
  func updates<Value>(of read: MoaRead<Value>) -> Updates<Value>
}

extension Moa: MoaReading {}

extension MoaReading {
  /// By the method of the read.
  public func answer<Value>(_ read: MoaRead<Value>) async throws -> Answer<Value> {
    Answer(try await read.load(self))
  }

  /// One answer, by the method of the read.
  public func updates<Value>(of read: MoaRead<Value>) -> Updates<Value> {
    Updates { continuation in
      let task = Task {
        do {
          continuation.yield(try await answer(read))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Products as list rows, one after the other; pages are loaded when they are needed.
  public func products(_ query: ProductQuery = ProductQuery()) -> ProductSequence<ProductCell> {
    ProductSequence { cursor in try await productPage(query, after: cursor) }
  }

  /// Products as tiles for grids of small pictures.
  public func productTiles(_ query: ProductQuery = ProductQuery()) -> ProductSequence<ProductTile> {
    ProductSequence { cursor in try await productTilePage(query, after: cursor) }
  }

  /// The results of a search, one after the other; pages are loaded when they are needed.
  public func search(_ query: SearchQuery) -> ProductSequence<FoundProductCell> {
    ProductSequence { cursor in
      let page = try await searchPage(query, after: cursor, facets: false)
      return Listing(items: page.items, page: page.page)
    }
  }
}
