import Domain
import Postgres

extension ListStatements<HomeSectionDraft> {
  static let homeSections = ListStatements(
    Table(
      name: "home_sections",
      columns: [
        "key", "kind", "titles", "layout", "sort", "only_on_sale", "only_in_stock",
        "event_category_id", "category_id", "item_type_id", "product_count",
      ],
      bind: { section, encoder in
        let (query, count) = section.products
        encoder.text(section.key.text)
        encoder.text(section.content.kind)
        encoder.textArray(section.titles.flatMap { [$0.language.text, $0.title.text] })
        encoder.text(section.layout.rawValue)
        encoder.text(query.sort.rawValue)
        encoder.bool(query.onlyOnSale)
        encoder.bool(query.onlyInStock)
        encoder.int8(query.event)
        encoder.int8(query.category)
        encoder.int8(query.itemType)
        encoder.int2(Int16(clamping: count))
      },
      read: { row throws(PostgresError) in try row.homeSection() }))
}

extension HomeSectionDraft {
  /// What it asks for, or the usual for one that shows no products.
  fileprivate var products: (query: ProductQuery, count: Int) {
    if case .products(let query, let count) = content { (query, count) } else { (.init(), 20) }
  }
}

extension RowDecoder {
  fileprivate mutating func homeSection() throws(PostgresError) -> HomeSectionDraft {
    let key = try checked(try text(), Slug.init)
    let kind = try text()
    let titles = try titles()
    guard let layout = HomeSectionDraft.Layout(rawValue: try text()) else {
      throw mismatch("an unknown layout")
    }
    guard let sort = ProductSort(rawValue: try text()) else { throw mismatch("an unknown sort") }
    let query = ProductQuery(
      sort: sort, onlyOnSale: try bool(), onlyInStock: try bool(), event: try optionalInt8(),
      category: try optionalInt8(), itemType: try optionalInt8())
    let count = Int(try int2())
    let content: HomeSectionDraft.Content =
      switch kind {
      case "event_banners": .eventBanners
      case "event_categories": .eventCategories
      case "products": .products(query, count: count)
      default: throw mismatch("an unknown kind of section")
      }
    return HomeSectionDraft(key: key, content: content, titles: titles, layout: layout)
  }

  /// Pairs of a language and a text.
  private mutating func titles() throws(PostgresError) -> [LocalizedTitle] {
    var texts = try textArray()[...]
    var titles: [LocalizedTitle] = []
    while let language = texts.popFirst(), let text = texts.popFirst() {
      titles.append(
        LocalizedTitle(
          language: try checked(language, Slug.init), title: try checked(text, Title.init(_:))))
    }
    return titles
  }
}
