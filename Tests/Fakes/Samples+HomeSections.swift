import Domain

extension HomeSectionDraft {
  /// The list of a new store.
  static var usual: ArrangedList<HomeSectionDraft> {
    let drafts = (try? usualDrafts()) ?? []
    return ArrangedList(
      version: 1, contentVersion: 1,
      items: drafts.enumerated().map { ListItem(id: Int64($0 + 1), draft: $1, position: $0 + 1) })
  }

  static func usualDrafts() throws(ValidationError) -> [HomeSectionDraft] {
    [
      HomeSectionDraft(
        key: try Slug("event-banners"), content: .eventBanners, titles: [], layout: .carousel),
      HomeSectionDraft(
        key: try Slug("event-categories"), content: .eventCategories,
        titles: try titles("기획전", "Events"), layout: .strip),
      HomeSectionDraft(
        key: try Slug("on-sale"), content: .products(ProductQuery(onlyOnSale: true), count: 5),
        titles: try titles("지금 할인 중", "On sale now"), layout: .row),
      HomeSectionDraft(
        key: try Slug("newest"), content: .products(ProductQuery(), count: 20),
        titles: try titles("새로 나온 상품", "New arrivals"), layout: .grid),
    ]
  }

  private static func titles(_ ko: String, _ en: String) throws(ValidationError) -> [LocalizedTitle]
  {
    [
      LocalizedTitle(language: try Slug("ko"), title: try Title(ko)),
      LocalizedTitle(language: try Slug("en"), title: try Title(en)),
    ]
  }
}
