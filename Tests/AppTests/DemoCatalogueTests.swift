import App
import Domain
import Testing

struct DemoCatalogueTests {
  @Test func theShopOfTheBinaryIsWholeAndValid() throws {
    let shop = try DemoCatalogue.shop()
    #expect(shop.eventCategories.drafts.count == 10)
    #expect(shop.categories.map(\.id) == Array(1...13))
    #expect(shop.eventBanners.count == 8)
    #expect(shop.itemTypes.count == 67)
  }

  @Test func theBannersRepeatTheirFirstTwo() throws {
    let banners = try DemoCatalogue.shop().eventBanners
    #expect(banners.suffix(2).map(\.content) == banners.prefix(2).map(\.content))
    #expect(banners.suffix(2).map(\.image) == banners.prefix(2).map(\.image))
    #expect(Set(banners.map(\.content)).count == 6)
  }

  @Test func theSectionsOfItemTypesHaveTheCountsThatAnAppScrollsBy() throws {
    let itemTypes = try DemoCatalogue.shop().itemTypes
    let sections = [100, 200, 300, 400, 401, 500, 501].map { section in
      itemTypes.filter { $0.categoryID == section }.count
    }
    #expect(sections == [10, 23, 9, 4, 4, 5, 12])
    #expect(itemTypes.map(\.position) == Array(1...67))
    #expect(itemTypes.map(\.categoryID) == itemTypes.map(\.categoryID).sorted())
  }

  @Test func everyImageIsThereOnceAndUsed() throws {
    let shop = try DemoCatalogue.shop()
    let known = Set(shop.images.map(\.path))
    #expect(known.count == shop.images.count)
    let used =
      shop.eventCategories.drafts.flatMap { [$0.thumbnailImage, $0.thumbnailTextImage] }
      + shop.eventBanners.map(\.image) + shop.itemTypes.map(\.thumbnailImage)
    #expect(Set(used.map(\.text)) == known)
    for image in shop.images {
      #expect(image.width >= 1)
      #expect(image.height >= 1)
      #expect(image.bytes.count <= StoredImage.bytesMax)
    }
  }
}
