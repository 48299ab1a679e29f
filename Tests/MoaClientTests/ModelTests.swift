import ContractCheck
import Foundation
import HTTP
import Testing
import Transport
import Web

@testable import MoaClient

/// The types that apps read are the types of the contract: the same names, kinds and optionals.
@Suite struct ModelTests {
  /// The models of what the server writes from types of its own.
  static var others: [String: any Codable.Type] {
    [
      "Device": DeviceSession.Created.self, "LikeOverlay": LikeOverlay.self,
      "LikeSync": LikeSync.self, "LikeChange": LikeChange.self, "RefusedLike": RefusedLike.self,
      "Problem": MoaProblem.self, "FormPlace": MoaProblem.Part.self,
      "Mistake": MoaProblem.Mistake.self, "Changes": ShopChanges.self,
    ]
  }

  static let types: [String: ObjectSchema] = {
    let shop = Routes.endpoints.filter { [.shop, .screens, .shoppers].contains($0.group) }
    let named = shop.flatMap { $0.answers.flatMap { $0.schema?.objects ?? [] } }
    let all = (named + [Problem.schema]).flatMap(\.withAlternatives)
    // Read without a model: kinds that only later versions have.
    let known = all.filter { !$0.name.hasPrefix("Later") }
    return Dictionary(known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }()
  static let names = types.keys.sorted()

  /// What a type of the contract is read with: what it is written from, or another type.
  static func model(_ name: String) -> (any Codable.Type)? {
    if let other = others[name] { return other }
    if let list = types[name]?.type as? any ItemList.Type { return list.model }
    return types[name]?.type as? any Codable.Type
  }

  static func roundTrip(_ name: String, _ value: JSONValue) throws -> Data {
    func again<Value: Codable>(_ type: Value.Type) throws -> Data {
      try JSONEncoder().encode(JSONDecoder().decode(type, from: ContractSample.data(value)))
    }
    guard let model = model(name) else { throw NoModel(name: name) }
    return try again(model)
  }

  struct NoModel: Error {
    let name: String
  }

  @Test("every type that the shop answers has a model", arguments: names)
  func everyType(_ name: String) {
    #expect(Self.model(name) != nil)
  }

  @Test func noModelIsOfATypeThatIsGone() {
    #expect(Set(Self.others.keys).isSubset(of: Self.names))
  }

  @Test("a whole value is read, and nothing of it is lost", arguments: names)
  func wholeValue(_ name: String) throws {
    let whole = ContractSample.value(of: try #require(Self.types[name]))
    let again = try Self.roundTrip(name, whole)
    #expect(try ContractSample.isEqual(again, ContractSample.data(whole)))
  }

  @Test("what may be left out may be left out, and nothing else", arguments: names)
  func optionals(_ name: String) throws {
    let type = try #require(Self.types[name])
    for member in type.members {
      let rest = ContractSample.value(of: type, without: member.name)
      let isRead = (try? Self.roundTrip(name, rest)) != nil
      #expect(isRead == !member.isRequired, "\(name).\(member.name)")
    }
  }

  @Test("a value of another kind is refused, so that kinds are the same", arguments: names)
  func kinds(_ name: String) throws {
    let type = try #require(Self.types[name])
    for member in type.members {
      for wrong in ContractSample.otherKinds(than: member.schema) {
        let value = ContractSample.value(of: type, with: member.name, as: wrong)
        #expect(throws: (any Error).self, "\(name).\(member.name) read \(wrong)") {
          try Self.roundTrip(name, value)
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

  @Test func aSearchSendsEachValueOfAFilterByItself() {
    let query = SearchQuery(
      "머그", products: ProductQuery(category: 4, options: ["사이즈:M", "색상:검정"]), categories: [5, 6],
      itemTypes: [7],
      brands: ["A&B", "Moa"])
    let sent = query.items(after: nil, facets: true).map { "\($0.name)=\($0.value ?? "")" }
    #expect(
      sent.filter { $0.hasPrefix("category=") } == ["category=4", "category=5", "category=6"])
    #expect(sent.filter { $0.hasPrefix("option=") } == ["option=사이즈:M", "option=색상:검정"])
    #expect(sent.filter { $0.hasPrefix("item_type=") } == ["item_type=7"])
    #expect(sent.filter { $0.hasPrefix("brand=") } == ["brand=A&B", "brand=Moa"])
  }

  @Test("a list asks for facets with its first page, and a search only by its own parameter")
  func facets() {
    let query = ProductQuery(wantsFacets: true)
    func sent(_ items: [URLQueryItem]) -> [String?] {
      items.filter { $0.name == "facets" }.map(\.value)
    }
    #expect(sent(query.items(after: nil, variant: .cell)) == ["true"])
    #expect(sent(query.items(after: "next", variant: .cell)).isEmpty)
    #expect(sent(SearchQuery("머그", products: query).items(after: nil, facets: true)).isEmpty)
    #expect(MoaRead.productPage(query).isByMore)
  }

  @Test func theOrdersOfProductsAreThoseOfTheContract() throws {
    let list = try #require(Routes.endpoints.first { $0.id == "listProducts" })
    let sort = try #require(list.query.first { $0.name == "sort" })
    let words = ProductQuery.Sort.allCases.map(\.rawValue)
    #expect(sort.schema == .word(words))
  }
}

/// A list without pages, which the server writes from an array.
private protocol ItemList {
  static var model: any Codable.Type { get }
}

extension Array: ItemList where Element: Codable {
  static var model: any Codable.Type { Items<Element>.self }
}

private struct Items<Item: Codable>: Codable {
  let items: [Item]
}
