import Cryptography
package import Domain
import Resources
package import UseCases

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The demo shop that travels in the binary, as `db/demo/shop.json` describes it. Lists that name
/// neither files nor other lists are in `db/demo/lists.json`, which `moa seed` takes, too.
///
/// Everything in it is checked like anything else that comes from outside, so a slip in the file
/// is found by a test and never by an app.
package struct DemoCatalogue: Decodable {
  private struct EventCategoryEntry: Decodable {
    let key, title, thumbnailImage, thumbnailTextImage: String
    /// Prefixes of covers' names: the products of the event.
    let products: [String]
  }
  private struct EventBannerEntry: Decodable {
    let title, thumbnailImage: String
    let link: LinkEntry
  }
  /// Names an event by its key, a category or an item type by its title.
  private struct LinkEntry: Decodable {
    let kind: String
    let key, title: String?
  }
  private struct CategoryEntry: Decodable {
    let title: String
  }
  private struct ItemTypeEntry: Decodable {
    /// The title of its category.
    let category: String
    let section: Int64?
    let title, thumbnailImage: String
  }

  private struct SearchEntry: Decodable {
    let synonyms: [[String]]
    let redirects: [String: LinkEntry]
  }

  private let eventCategories: [EventCategoryEntry]
  /// The dominant colours of the events' pictures, by file name.
  private let colors: [String: String]
  private let eventBanners: [EventBannerEntry]
  private let categories: [CategoryEntry]
  private let itemTypes: [ItemTypeEntry]
  private let search: SearchEntry

  /// Reads the embedded shop; its newest product appeared some minutes before `instant`.
  ///
  /// - Parameter readSeed: reads the lists, as it does a seed file.
  /// - Throws: a decoding error, `ValidationError`, `ImageFlaw`, `Rejection` or `CommandError`,
  ///   when the files are wrong.
  package static func shop(
    openedAt instant: Timestamp, readSeed: ([UInt8]) throws -> ShopSeed
  ) throws -> DemoShop {
    guard let shop = Resources.demo(named: "shop.json"),
      let lists = Resources.demo(named: "lists.json")
    else {
      throw CommandError(.software, "this program was built without the demo shop.")
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let catalogue = try decoder.decode(DemoCatalogue.self, from: Data(shop.bytes))
    let file = try DemoWaresFile.read()
    let wares = try DemoWares(file, itemTypes: catalogue.itemTypeIDs, openedAt: instant)
    let images = try ImageBucket(with: Set(catalogue.itemTypes.map(\.thumbnailImage)))
    let seed = try readSeed(lists.bytes)
    return try catalogue.shop(seed, images: images, wares, covers: file.covers)
  }

  /// - Parameter covers: their names, the oldest product first.
  private func shop(
    _ seed: ShopSeed, images: ImageBucket, _ wares: DemoWares, covers: [String]
  ) throws -> DemoShop {
    var lists = seed
    let events = try eventCategories.map { entry in
      EventCategoryDraft(
        key: try Slug(entry.key), title: try Title(entry.title),
        thumbnailImage: try images.reference(entry.thumbnailImage),
        thumbnailTextImage: try images.reference(entry.thumbnailTextImage))
    }
    let banners = try eventBanners.map { entry in
      EventBannerDraft(
        content: try Title(entry.title), thumbnailImage: try images.reference(entry.thumbnailImage),
        link: try linkTarget(entry.link))
    }
    let types = try itemTypes.map { entry in
      ItemTypeDraft(
        categoryID: try id(entry.category, in: categories.map(\.title)), section: entry.section,
        title: try Title(entry.title), thumbnailImage: try images.reference(entry.thumbnailImage))
    }
    let departments = try categories.map { CategoryDraft(title: try Title($0.title)) }
    lists.add(try ListDocument(events.map { ListEntry($0) }))
    lists.add(try ListDocument(banners.map { ListEntry($0) }))
    lists.add(try ListDocument(departments.map { ListEntry($0) }))
    lists.add(try ListDocument(types.map { ListEntry($0) }))
    return DemoShop(
      lists: lists, images: images.all, colors: try images.colors(colors), wares: wares,
      eventProducts: try eventCategories.map { entry in
        // The newest first, as everywhere.
        let products = zip(wares.products, covers).reversed().filter { _, cover in
          entry.products.contains { cover.hasPrefix($0 + "-") }
        }
        return DemoEventProducts(key: try Slug(entry.key), codes: products.map(\.0.code))
      }, searchRules: try searchRules())
  }

  private func searchRules() throws -> SearchRules {
    let redirects = try search.redirects.sorted { $0.key < $1.key }.map { query, link in
      (query: query, target: try linkTarget(link) as LinkTarget?)
    }
    return try SearchRules(.init(synonyms: search.synonyms, redirects: redirects))
  }

  private var itemTypeIDs: [String: Int64] {
    Dictionary(uniqueKeysWithValues: itemTypes.numbered.map { ($1.title, Int64($0)) })
  }

  private func linkTarget(_ link: LinkEntry) throws -> LinkTarget {
    switch link.kind {
    case "event": .event(try id(link.key, in: eventCategories.map(\.key)))
    case "category": .category(try id(link.title, in: categories.map(\.title)))
    case "item_type": .itemType(try id(link.title, in: itemTypes.map(\.title)))
    default: throw CommandError(.software, "the demo shop has an unknown link: \(link.kind).")
    }
  }

  /// The place in a list, from 1: the store numbers each from there.
  private func id(_ name: String?, in names: [String]) throws -> Int64 {
    guard let index = names.firstIndex(where: { $0 == name }) else {
      throw CommandError(.software, "the demo shop names what it does not have: \(name ?? "").")
    }
    return Int64(index + 1)
  }
}

/// The images of the demo shop, each under its name in the catalogue.
private struct ImageBucket {
  private let images: [String: StoredImage]

  /// - Parameter pictures: names of products' pictures to include.
  init(with pictures: Set<String>) throws {
    let files = Resources.demo.filter { $0.name.hasPrefix("images/") }
      .map { (name: String($0.name.dropFirst("images/".count)), bytes: $0.bytes) }
      .filter { !$0.name.hasPrefix("product-") || pictures.contains($0.name) }
    let named = try files.map { ($0.name, try StoredImage(png: $0.bytes)) }
    images = Dictionary(named) { first, _ in first }
  }

  /// In a fixed order.
  var all: [StoredImage] {
    let unique = Dictionary(images.values.map { ($0.digest, $0) }) { first, _ in first }
    return unique.values.sorted { $0.digest.hex < $1.digest.hex }
  }

  func reference(_ name: String) throws -> ImageReference {
    try ImageReference(try image(name).path)
  }

  /// - Parameter colors: `#f4ead5`, by the names of files.
  func colors(_ colors: [String: String]) throws -> [ImageDigest: Color] {
    Dictionary(
      try colors.map { (try image($0).digest, try Color(css: $1)) }, uniquingKeysWith: { $1 })
  }

  private func image(_ name: String) throws -> StoredImage {
    guard let image = images[name] else {
      throw CommandError(.software, "the demo shop names an image that it does not have: \(name).")
    }
    return image
  }
}

extension Array {
  /// Each element with its place from 1.
  fileprivate var numbered: [(Int, Element)] {
    enumerated().map { ($0.offset + 1, $0.element) }
  }
}
