import App
import Domain
import Testing
import UseCases

struct DemoCatalogueTests {
  @Test func theShopOfTheBinaryIsWholeAndValid() throws {
    let shop = try DemoCatalogue.shop()
    #expect(shop.eventCategories.drafts.count == 10)
    #expect(shop.categories.drafts.count == 13)
    #expect(shop.eventBanners.drafts.count == 8)
    #expect(shop.itemTypes.drafts.count { $0.section != nil } == 67)
  }

  @Test func theBannersRepeatTheirFirstTwo() throws {
    let banners = try DemoCatalogue.shop().eventBanners.drafts
    #expect(banners.suffix(2).map(\.content) == banners.prefix(2).map(\.content))
    #expect(banners.suffix(2).map(\.thumbnailImage) == banners.prefix(2).map(\.thumbnailImage))
    #expect(Set(banners.map(\.content)).count == 6)
  }

  @Test func theSectionsOfItemTypesHaveTheCountsThatAnAppScrollsBy() throws {
    let itemTypes = try DemoCatalogue.shop().itemTypes.drafts.filter { $0.section != nil }
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
    let categories = 1...Int64(shop.categories.drafts.count)
    #expect(shop.itemTypes.drafts.allSatisfy { categories.contains($0.categoryID) })
    let used = shop.wares.products.map(\.itemType)
    #expect(used.count == 207)
    let itemTypes = 1...Int64(shop.itemTypes.drafts.count)
    #expect(used.allSatisfy { $0.map(itemTypes.contains) ?? false })
  }

  @Test func everyPictureOfAnEventHasItsColour() throws {
    let shop = try DemoCatalogue.shop()
    let shown = Set(
      shop.eventCategories.drafts.flatMap { [$0.thumbnailImage.text, $0.thumbnailTextImage.text] })
    let gray = shop.preparedImages.filter { $0.color == .gray }.map(\.original.path)
    #expect(shown.isDisjoint(with: gray))
    #expect(Set(shop.colors.values).count == shown.count)
  }

  @Test func everyImageIsThereOnceAndUsed() throws {
    let shop = try DemoCatalogue.shop()
    let known = Set(shop.images.map(\.path))
    #expect(known.count == shop.images.count)
    let used =
      shop.eventCategories.drafts.flatMap { [$0.thumbnailImage, $0.thumbnailTextImage] }
      + shop.eventBanners.drafts.map(\.thumbnailImage) + shop.itemTypes.drafts.map(\.thumbnailImage)
    #expect(Set(used.map(\.text)) == known)
    for image in shop.images {
      #expect(image.width >= 1)
      #expect(image.height >= 1)
      #expect(image.bytes.count <= StoredImage.bytesMax)
    }
  }
}
