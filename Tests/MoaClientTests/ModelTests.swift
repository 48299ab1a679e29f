import ContractCheck
import Foundation
import HTTP
import Testing
import Transport
import Web

@testable import MoaClient

/// The types that apps read are the types of the contract: the same names, kinds and optionals.
@Suite struct ModelTests {
  /// A type of the contract, and what it is read with.
  struct Model: Sendable, CustomTestStringConvertible {
    let name: String
    let roundTrip: @Sendable (Data) throws -> Data

    init<Value: Codable & SendableMetatype>(_ name: String, _ type: Value.Type) {
      self.name = name
      roundTrip = { try JSONEncoder().encode(JSONDecoder().decode(Value.self, from: $0)) }
    }

    var testDescription: String { name }
  }

  struct Items<Item: Codable & SendableMetatype>: Codable {
    let items: [Item]
  }

  static let models = [
    Model("ProductCellList", Listing<ProductCell>.self),
    Model("ProductTileList", Listing<ProductTile>.self), Model("PageLink", PageLink.self),
    Model("ProductCell", ProductCell.self), Model("ProductTile", ProductTile.self),
    Model("ProductDetail", ProductDetail.self), Model("ProductBadge", ProductBadge.self),
    Model("Picture", PictureView.self), Model("SizedPicture", SizedPicture.self),
    Model("PictureSize", SizedPicture.Size.self), Model("VendorLabel", VendorLabel.self),
    Model("Delivery", DeliveryView.self), Model("DeliveryArea", DeliveryView.Area.self),
    Model("Banner", Items<ProductCell>.self),
    Model("EventCategoryCardList", Items<EventCategoryCard>.self),
    Model("EventCategoryCellList", Items<EventCategoryCell>.self),
    Model("EventCategoryCard", EventCategoryCard.self),
    Model("EventCategoryCell", EventCategoryCell.self),
    Model("Screen", Screen.self), Model("ProductScreen", ProductScreen.self),
    Model("EventCategoryDetail", EventCategoryDetail.self),
    Model("EventScreen", EventScreen.self), Model("ScreenLink", ScreenLink.self),
    Model("EventBannerSection", ScreenSection<EventBannerCell>.self),
    Model("EventBannerScreenItem", ScreenItem<EventBannerCell>.self),
    Model("EventCategorySection", ScreenSection<EventCategoryCell>.self),
    Model("EventCategoryScreenItem", ScreenItem<EventCategoryCell>.self),
    Model("ProductSection", ScreenSection<ProductCell>.self),
    Model("ProductScreenItem", ScreenItem<ProductCell>.self),
    Model("ItemTypeSection", ScreenSection<ItemTypeCell>.self),
    Model("ItemTypeScreenItem", ScreenItem<ItemTypeCell>.self),
    Model("SearchResult", SearchResult.self), Model("FoundProduct", FoundProductCell.self),
    Model("SearchSuggestions", SearchSuggestions.self),
    Model("TrendingSearches", Items<TrendingSearch>.self),
    Model("TrendingSearch", TrendingSearch.self),
    Model("SuggestedTerm", SuggestedTerm.self), Model("FoundProductTile", FoundProductTile.self),
    Model("TextHighlight", TextHighlight.self), Model("SearchFacets", SearchFacetsView.self),
    Model("FacetValue", FacetValue.self), Model("BrandFacet", BrandFacet.self),
    Model("PriceFacet", PriceFacet.self), Model("Link", CellLink.self),
    Model("ImagePlaceholder", ImagePlaceholder.self),
    Model("LikeCell", LikeCell.self), Model("LikeCellList", Listing<LikeCell>.self),
    Model("PriceChange", PriceChange.self), Model("RecentViews", Items<ProductCell>.self),
    Model("LikeOverlay", LikeOverlay.self), Model("LikeSync", LikeSync.self),
    Model("LikeChange", LikeChange.self), Model("RefusedLike", RefusedLike.self),
    Model("AppConfiguration", AppConfiguration.self),
    Model("Device", DeviceSession.Created.self),
    Model("Problem", MoaProblem.self),
    Model("FormPlace", MoaProblem.Part.self), Model("Mistake", MoaProblem.Mistake.self),
  ]

  static let types: [String: ObjectSchema] = {
    let shop = Routes.endpoints.filter { [.shop, .screens, .shoppers].contains($0.group) }
    let named = shop.flatMap { $0.answers.flatMap { $0.schema?.objects ?? [] } }
    let all = (named + [Problem.schema]).flatMap(\.withReferences)
    return Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }()

  @Test func everyTypeThatTheShopAnswersHasAModel() {
    #expect(Set(Self.models.map(\.name)) == Set(Self.types.keys))
  }

  @Test("a whole value is read, and nothing of it is lost", arguments: models)
  func wholeValue(_ model: Model) throws {
    let type = try #require(Self.types[model.name])
    let whole = ContractSample.value(of: type)
    let again = try model.roundTrip(ContractSample.data(whole))
    #expect(try ContractSample.isEqual(again, ContractSample.data(whole)))
  }

  @Test("what may be left out may be left out, and nothing else", arguments: models)
  func optionals(_ model: Model) throws {
    let type = try #require(Self.types[model.name])
    for member in type.members {
      let rest = ContractSample.value(of: type, without: member.name)
      let isRead = (try? model.roundTrip(ContractSample.data(rest))) != nil
      #expect(isRead == !member.isRequired, "\(model.name).\(member.name)")
    }
  }

  @Test("a value of another kind is refused, so that kinds are the same", arguments: models)
  func kinds(_ model: Model) throws {
    let type = try #require(Self.types[model.name])
    for member in type.members {
      for wrong in ContractSample.otherKinds(than: member.schema) {
        let value = ContractSample.value(of: type, with: member.name, as: wrong)
        #expect(throws: (any Error).self, "\(model.name).\(member.name) read \(wrong)") {
          try model.roundTrip(ContractSample.data(value))
        }
      }
    }
  }

  @Test func aSectionOfAKindThatIsNotKnownIsReadAndCanBeSkipped() throws {
    let text =
      #"{"sections":[{"id":"x","kind":"videos","layout":"row","items":[{"cell_id":"x.1"}]}]}"#
    let screen = try JSONDecoder().decode(Screen.self, from: Data(text.utf8))
    #expect(screen.sections == [.unknown(id: "x", kind: "videos")])
  }

  @Test func theOrdersOfProductsAreThoseOfTheContract() throws {
    let list = try #require(Routes.endpoints.first { $0.id == "listProducts" })
    let sort = try #require(list.query.first { $0.name == "sort" })
    let words = ProductQuery.Sort.allCases.map(\.rawValue)
    #expect(sort.schema == .word(words))
  }
}
