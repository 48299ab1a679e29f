package import Domain
package import UseCases

/// The JSON that `moa seed` reads: lists of the shop by their names, such as
/// `{"categories":[{"id":1,"title":"상의"}],"item_types":[...]}`.
package enum SeedDocument {
  /// 4 MiB: every list as long as it may be.
  package static let bytesMax = 4_194_304

  /// - Parameter origin: under which clients reach this site: their URLs of it become paths.
  /// - Throws: every mistake, with pointers such as `/item_types/3/title`.
  package static func seed(_ value: JSONValue, from origin: Origin?) throws(Rejection) -> ShopSeed {
    var seed = ShopSeed()
    var reader = try ObjectReader.open(value)
    seed.categories = list(.categories, of: &reader, from: origin)
    seed.itemTypes = list(.itemTypes, of: &reader, from: origin)
    seed.eventBanners = list(.eventBanners, of: &reader, from: origin)
    seed.homeSections = list(.homeSections, of: &reader, from: origin)
    let name = ShopSeed.Section.eventCategories.rawValue
    if let items = reader.member(name) {
      do throws(Rejection) {
        seed.eventCategories = try EventCategoryDocument(from: origin).list(
          .object([.init(name: "items", value: items)]))
      } catch {
        reader.note(error.fieldErrors.map { $0.moved(from: "/items", to: "/" + name) })
      }
    }
    seed.eventProducts = eventProducts(of: &reader)
    let search = ShopSeed.Section.search.rawValue
    if let rules = reader.member(search) {
      do throws(Rejection) {
        seed.searchRules = try SearchRulesDocument.rules(rules, from: origin)
      } catch {
        reader.note(search, error.fieldErrors)
      }
    }
    reader.refuseTheRest()
    guard reader.fieldErrors.isEmpty else { throw Rejection(reader.fieldErrors) }
    return seed
  }

  /// `[{"event":"spring","products":[207,198]}]`.
  private static func eventProducts(of reader: inout ObjectReader) -> [EventSeed]? {
    let name = ShopSeed.Section.eventProducts.rawValue
    var keys: Set<Slug> = []
    return reader.elements(name, atMost: EventCategoryList.countMax) { value throws(Rejection) in
      var item = try ObjectReader.open(value)
      let key = item.required("event", Slug.init)
      let products = EventProductRoutes.products("products", of: &item)
      item.refuseTheRest()
      if let key, !keys.insert(key).inserted {
        item.note(
          "event",
          ValidationError("duplicate", "The event \(key) is there twice.", hint: "Name it once."))
      }
      guard let key, let products, item.fieldErrors.isEmpty else {
        throw Rejection(item.fieldErrors)
      }
      return EventSeed(key: key, products: products)
    }
  }

  /// Nil where it is not there, or something is wrong, which is noted.
  private static func list<Draft: AdministeredDraft>(
    _ section: ShopSeed.Section, of reader: inout ObjectReader, from origin: Origin?
  ) -> PlacedList<Draft>? {
    let name = section.rawValue
    if reader.member(name) == .null {
      reader.note(name, .wrongKind(.null, wanted: "an array"))
      return nil
    }
    guard let entries = Draft.entries(name, of: &reader, from: origin) else { return nil }
    do throws(Rejection) {
      return try PlacedList(entries)
    } catch {
      reader.note(name, error.fieldErrors)
      return nil
    }
  }
}
