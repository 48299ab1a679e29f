import App
import Domain
import Operations
import Testing
import UseCases

struct DemoCatalogueTests {
  @Test func theShopOfTheBinaryIsWholeAndValid() throws {
    let shop = try DemoCatalogue.shop()
    #expect(shop.drafts(EventCategoryDraft.self).count == 10)
    #expect(shop.drafts(CategoryDraft.self).count == 13)
    #expect(shop.drafts(EventBannerDraft.self).count == 8)
    #expect(shop.drafts(AppConfigDraft.self).map(\.platform.text) == ["ios", "android"])
    #expect(shop.drafts(ItemTypeDraft.self).count { $0.section != nil } == 67)
  }

  @Test func theBannersRepeatTheirFirstTwo() throws {
    let banners = try DemoCatalogue.shop().drafts(EventBannerDraft.self)
    #expect(banners.suffix(2).map(\.content) == banners.prefix(2).map(\.content))
    #expect(banners.suffix(2).map(\.thumbnailImage) == banners.prefix(2).map(\.thumbnailImage))
    #expect(Set(banners.map(\.content)).count == 6)
  }

  @Test func theSectionsOfItemTypesHaveTheCountsThatAnAppScrollsBy() throws {
    let itemTypes = try DemoCatalogue.shop().drafts(ItemTypeDraft.self).filter { $0.section != nil }
    let sections = [100, 200, 300, 400, 401, 500, 501].map { section in
      itemTypes.filter { $0.section == section }.count
    }
    #expect(sections == [10, 23, 9, 4, 4, 5, 12])
    #expect(itemTypes.count == 67)
    #expect(itemTypes.compactMap(\.section) == itemTypes.compactMap(\.section).sorted())
  }

  @Test("Every product is of an item type that belongs to a category")
  func itemTypes() throws {
    let shop = try DemoCatalogue.shop()
    let categories = 1...Int64(shop.drafts(CategoryDraft.self).count)
    #expect(shop.drafts(ItemTypeDraft.self).allSatisfy { categories.contains($0.categoryID) })
    let used = shop.wares.products.map(\.itemType)
    #expect(used.count == 207)
    let itemTypes = 1...Int64(shop.drafts(ItemTypeDraft.self).count)
    #expect(used.allSatisfy { $0.map(itemTypes.contains) ?? false })
  }

  @Test(
    "titles that were misspelt once, and those that were meant",
    arguments: [("파케", "피케/카라 티셔츠"), ("코드", "겨울 기타 코트"), ("신산", "스커트 신상")])
  func spelling(_ mistake: String, _ title: String) throws {
    let titles = try DemoCatalogue.shop().drafts(ItemTypeDraft.self).map(\.title.text)
    #expect(titles.contains(title))
    #expect(!titles.contains { $0.contains(mistake) })
  }

  @Test func everyPictureOfAListHasItsColour() throws {
    let shop = try DemoCatalogue.shop()
    let shown = Set(
      shop.drafts(EventCategoryDraft.self).flatMap {
        [$0.thumbnailImage.text, $0.thumbnailTextImage.text]
      } + shop.drafts(EventBannerDraft.self).map(\.thumbnailImage.text)
        + shop.drafts(ItemTypeDraft.self).map(\.thumbnailImage.text))
    let gray = shop.preparedImages.filter { $0.color == .gray }.map(\.original.path)
    #expect(shown.isDisjoint(with: gray))
    #expect(shop.colors.count == shown.count)
  }

  @Test func everyImageIsThereOnceAndUsed() throws {
    let shop = try DemoCatalogue.shop()
    let known = Set(shop.images.map(\.path))
    #expect(known.count == shop.images.count)
    let used =
      shop.drafts(EventCategoryDraft.self).flatMap { [$0.thumbnailImage, $0.thumbnailTextImage] }
      + shop.drafts(EventBannerDraft.self).map(\.thumbnailImage)
      + shop.drafts(ItemTypeDraft.self).map(\.thumbnailImage)
    #expect(Set(used.map(\.text)) == known)
    for image in shop.images {
      #expect(image.width >= 1)
      #expect(image.height >= 1)
      #expect(image.bytes.count <= StoredImage.bytesMax)
    }
  }
}
