import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// Random changes of all that administrators and vendors write, each undone.
@Suite(.realStore) struct HistoryWalkTests {
  @Test(
    "Random changes of lists, rules, events and products are undone one by one, byte for byte",
    arguments: [UInt64(44), 2_026])
  func backwards(_ seed: UInt64) async throws {
    var walk = try await HistoryWalk(seed: seed)
    var changes: [(id: Int64, place: HistoryWalk.Place, before: String)] = []
    let places = Array(HistoryWalk.Place.allCases.reversed())
    for step in 0..<150 {
      // Each once, and then at random.
      let place = step < places.count ? places[step] : walk.place()
      let before = try await walk.state(of: place)
      guard try await walk.change(place, step) < 300, try await walk.state(of: place) != before
      else { continue }
      changes.append((try await HistoryUndoTests.newestID(walk.shop), place, before))
    }
    #expect(Set(changes.map(\.place)).count == HistoryWalk.Place.allCases.count)
    for (id, place, before) in changes.reversed() {
      let undone = try await HistoryUndoTests.undo(id, walk.shop)
      #expect(undone.status == 200, "\(place): \(undone.body)")
      #expect(try await walk.state(of: place) == before, "\(place)")
    }
  }
}

/// A shop that is changed at random, by administrators and a vendor.
private struct HistoryWalk {
  enum Place: String, CaseIterable {
    case events = "event-categories"
    case banners = "event-banners"
    case categories
    case itemTypes = "item-types"
    case home = "screens/home"
    case apps = "app-config"
    case search
    case eventProducts = "event-categories/1/products"
    case products

    var path: String { "/admin/v1/\(rawValue)" }

    /// The member of an item that shoppers read.
    var text: String {
      switch self {
      case .banners: "content"
      case .home: "titles"
      case .apps: "message"
      default: "title"
      }
    }
  }

  private typealias Members = [JSONValue.Member]
  private let vendors: VendorShop
  private var dice: SplitMix
  var shop: Shop { vendors.shop }

  init(seed: UInt64) async throws {
    dice = SplitMix(seed: seed)
    vendors = try await VendorShop(try await SmartCommerceTests.shop())
    for number in 1...3 {
      _ = try await vendors.register(
        #"{"title":"상품 \#(number)","price":12000,"currency":"KRW","stock":5}"#, widths: [11, 13])
    }
  }

  mutating func place() -> Place { Place.allCases[dice.next(below: Place.allCases.count)] }

  /// What is read of it, but for versions and times.
  func state(of place: Place) async throws -> String {
    guard place == .products else {
      let body = try await shop.administer(.get, place.path).body
      return body.replacing(#/,?"version":\d+/#, with: "")
    }
    var products = ""
    for id in try await vendors.send(.get, "/v1/products").ids.sorted() {
      products += try await HistoryUndoTests.product(vendors, Int(id))
    }
    return products
  }

  /// Changes it, and returns the status: some changes are refused.
  mutating func change(_ place: Place, _ step: Int) async throws -> Int {
    switch place {
    case .products: return try await changeProducts(step)
    case .eventProducts:
      let ids = ["1,2,3", "3,1", "2", "1"][dice.next(below: 4)]
      return try await put(place, #"{"items":[\#(ids)]}"#)
    case .search:
      return try await put(
        place,
        """
        {"synonyms":[["a\(step)","b"]],"redirects":{"c\(dice.next(below: 3))":\
        {"kind":"event","id":\(dice.next(below: 2) + 1)}},"banned":["d\(dice.next(below: 3))"]}
        """)
    case .events, .banners, .categories, .itemTypes, .home, .apps:
      let list = try await shop.administer(.get, place.path)
      guard case .array(var items)? = list["items"], !items.isEmpty else { return 0 }
      change(&items, of: place, step)
      var writer = JSONWriter()
      writer.value(.object([.init(name: "items", value: .array(items))]))
      return try await put(place, String(decoding: writer.bytes, as: UTF8.self))
    }
  }

  private func put(_ place: Place, _ body: String) async throws -> Int {
    try await shop.administer(.put, place.path, body, ifMatch: "*").status
  }

  private mutating func change(_ items: inout [JSONValue], of place: Place, _ step: Int) {
    let index = dice.next(below: items.count)
    let item = items.remove(at: index)
    guard case .object(let members) = item else { return }
    func edited(_ name: String, _ value: JSONValue) -> JSONValue {
      .object(members.filter { $0.name != name } + [.init(name: name, value: value)])
    }
    switch dice.next(below: 5) {
    case 0: items.insert(item, at: dice.next(below: items.count + 1))
    case 1: break
    case 2:
      let new = members.filter { !["id", "version", "position", "key"].contains($0.name) }
      let key = members.contains { $0.name == "key" } ? [("key", "k\(step)")] : []
      items.insert(item, at: index)
      items.append(.object(new + key.map { .init(name: $0.0, value: .string($0.1)) }))
    case 3:
      let day = "2026-03-0\(dice.next(below: 9) + 1)T00:00:00Z"
      items.insert(edited("starts_at", .string(day)), at: index)
    default:
      let text = JSONValue.string("새 글 \(step)")
      let isTranslated = ["titles", "message"].contains(place.text)
      let translated: JSONValue = .array([
        .object([.init(name: "language", value: "ko"), .init(name: "title", value: text)])
      ])
      items.insert(edited(place.text, isTranslated ? translated : text), at: index)
    }
  }

  private mutating func changeProducts(_ step: Int) async throws -> Int {
    let ids = try await vendors.send(.get, "/v1/products").ids
    let number = dice.next(below: 8)
    guard number > 0, !ids.isEmpty else { return try await vendors.register().status }
    let id = ids[dice.next(below: ids.count)]
    let target = "/v1/products/\(id)"
    // The first three are in events and of item types: those forget a removed product when they are
    // changed meanwhile.
    let isPlaced = id <= 3
    guard number > 1 else {
      return isPlaced ? 0 : try await vendors.send(.delete, target).status
    }
    let patches = [
      #"{"price":\#(1_000 + step),"original_price":null}"#, #"{"stock":\#(step)}"#,
      #"{"title":"이름 \#(step)","tags":["BEST"],"category_path":["a","b\#(step)"]}"#,
      #"{"currency":"USD","price":\#(step + 1),"original_price":\#(step + 2)}"#,
      #"{"delivery":{"is_free":false,"fee":\#(step)}\#(isPlaced ? #","item_type_id":2"# : "")}"#,
      #"""
      {"options":[{"name":"색상","values":["검정","흰색"]}],"variants":[\#
      {"values":["검정"],"stock":\#(step),"price":\#(step + 1)},{"values":["흰색"],"stock":3}]}
      """#,
    ]
    let patch = patches[number - 2]
    return try await vendors.send(.patch, target, patch, [("If-Match", "*")]).status
  }
}

/// Numbers that are the same in each run.
private struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    let mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return Int((mixed ^ (mixed >> 27)) >> 33) % limit
  }
}
