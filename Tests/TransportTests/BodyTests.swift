import ContractCheck
import Domain
import Testing

@testable import Transport
@testable import Web

/// Every object that clients send, whether alone or inside of another, is read as the contract
/// describes it.
@Suite struct BodyTests {
  /// Each once, with an operation that takes it.
  static let all: [(id: String, object: any ReadObject)] = {
    var found: [String: (id: String, object: any ReadObject)] = [:]
    func collect(_ id: String, _ object: any ReadObject) {
      guard found["\(id) \(object.schema.name)"] == nil else { return }
      found["\(id) \(object.schema.name)"] = (id, object)
      for part in object.parts { collect(id, part) }
    }
    for endpoint in ContractTests.all {
      for object in endpoint.body?.contents.flatMap(\.objects) ?? [] {
        collect(endpoint.id, object)
      }
    }
    for object in SeedDocument.objects { collect("moa seed", object) }
    return found.values.sorted { ($0.id, $0.object.schema.name) < ($1.id, $1.object.schema.name) }
  }()

  @Test("every object of a body is among those that are tried here, but for forms")
  func bodies() {
    for endpoint in ContractTests.all {
      let tried = Set(Self.all.filter { $0.id == endpoint.id }.map(\.object.schema.name))
      for content in endpoint.body?.contents ?? [] {
        let isForm = content.mediaType == "multipart/form-data"
        let objects = content.schema.objects.flatMap(\.withReferences).map(\.name)
        #expect(Set(objects.dropFirst(isForm ? 1 : 0)).isSubset(of: tried), "\(endpoint.id)")
      }
    }
  }

  @Test("a value of another kind is refused at the place of every member")
  func kinds() {
    for (id, object) in Self.all {
      for member in object.schema.members where member.name != Self.judgedElsewhere {
        let name = "\(object.schema.name).\(member.name)"
        for value in ContractSample.otherKinds(than: member.schema) {
          #expect(
            Self.isRefused(value, for: member, of: object), "\(id): \(name) as \(value)")
        }
      }
    }
  }

  @Test("every limit that the contract states is kept")
  func limits() {
    for (id, object) in Self.all {
      for member in object.schema.members where member.name != Self.judgedElsewhere {
        let name = "\(object.schema.name).\(member.name)"
        for (limit, value) in Self.valuesBeyondLimits(of: member, in: object.schema)
        where !Self.judgedLater.contains("\(name) \(limit)") {
          #expect(Self.isRefused(value, for: member, of: object), "\(id): \(name) \(limit)")
        }
        for (limit, value) in Self.elementsBeyondLimits(of: member, in: object.schema)
        where !Self.judgedLater.contains("\(name)[] \(limit)") {
          #expect(
            Self.isRefused(.array([value]), for: member, at: "/0", of: object),
            "\(id): \(name)[] \(limit)")
        }
      }
    }
  }

  @Test("a member that must be there is missed")
  func required() {
    for (id, object) in Self.all {
      let missing = object.fieldErrors(in: .object([])).map { "\($0.pointer) \($0.flaw.code)" }
      let required = object.schema.members.filter {
        $0.isRequired && $0.name != Self.judgedElsewhere
      }
      #expect(
        missing == required.map { "/\($0.name) required" }, "\(id): \(object.schema.name)")
    }
  }

  // MARK: Trials

  /// It proves who is asking, before a body is judged.
  private static let judgedElsewhere = "secret"

  /// Objects with every member, one for each word that one of them may be.
  private static func variants(of schema: ObjectSchema) -> [JSONValue] {
    let words = schema.members.flatMap { member in
      member.schema.words.map { (member.name, $0) }
    }
    return [ContractSample.value(of: schema)]
      + words.map { ContractSample.value(of: schema, with: $0, as: $1) }
  }

  /// Whether a value of a member is refused at its own place, or at one inside of it, in an object
  /// in which nothing is wrong there without it.
  private static func isRefused(
    _ value: JSONValue, for member: ObjectSchema.Member, at inner: String = "",
    of object: any ReadObject
  ) -> Bool {
    let place = "/\(member.name)" + inner
    func isWrong(_ body: JSONValue) -> Bool {
      object.fieldErrors(in: body).contains {
        $0.pointer == place && $0.flaw.code != "unknown_member"
      }
    }
    return variants(of: object.schema).contains { variant in
      guard case .object(let members) = variant, !isWrong(variant) else { return false }
      let body = JSONValue.object(
        members.map { .init(name: $0.name, value: $0.name == member.name ? value : $0.value) })
      return isWrong(body)
    }
  }

  /// Numbers that are compared with stored ones, whatever they are, and what a use case judges.
  private static let judgedLater: Set<String> = Set(
    ["EventCategory", "EventBanner", "Category", "ItemType", "HomeSection", "AppConfig"].flatMap {
      type in
      ["ListDocument.version", "Item.position", "Item.version", "Patch.position", "Patch.version"]
        .map { "\(type)\($0) minimum" }
    }
  ).union([
    "EventProductsDocument.items[] minimum", "EventSeed.products[] minimum",
    "ItemTypeItem.category_id minimum", "NewVariant.image_number minimum",
    "ProductEdit.id minimum", "ProductEdit.thumbnail_id minimum", "ProductEdit.version minimum",
    "ProductImageOrder.images[] minimum", "ProductPatch.thumbnail_id minimum",
    "StockOperation.product_id minimum", "WholeProduct.id minimum",
    "WholeProduct.version minimum",
  ])

  /// One value for each limit of a member, just beyond it.
  private static func valuesBeyondLimits(
    of member: ObjectSchema.Member, in type: ObjectSchema
  ) -> [(limit: String, value: JSONValue)] {
    guard case .object(let sample) = ContractSample.value(of: type) else { return [] }
    let usual = sample.first { $0.name == member.name }?.value ?? .null
    return beyondLimits(of: member.schema.json, usual)
  }

  /// The same of the elements of a member that is an array of plain values.
  private static func elementsBeyondLimits(
    of member: ObjectSchema.Member, in type: ObjectSchema
  ) -> [(limit: String, value: JSONValue)] {
    guard case .object(let limits) = member.schema.json,
      let element = limits.first(where: { $0.name == "items" })?.value,
      case .object(let sample) = ContractSample.value(of: type),
      case .array(let usual)? = sample.first(where: { $0.name == member.name })?.value
    else { return [] }
    return beyondLimits(of: element, usual.first ?? .null)
  }

  /// - Parameter usual: a value within them.
  private static func beyondLimits(
    of schema: JSONValue, _ usual: JSONValue
  ) -> [(limit: String, value: JSONValue)] {
    guard case .object(let limits) = schema else { return [] }
    return limits.compactMap { limit in
      beyond(limit, usual).map { (limit.name, $0) }
    }
  }

  private static func beyond(_ limit: JSONValue.Member, _ usual: JSONValue) -> JSONValue? {
    switch (limit.name, limit.value, usual) {
    case ("enum", _, _): "no such word"
    case ("pattern", _, .string(let text)): .string(text + "\u{7}")
    case ("minimum", .integer(let least), _): .integer(least - 1)
    case ("maximum", .integer(let most), _): .integer(most + 1)
    case ("minLength", .integer(let least), _):
      .string(String(repeating: "a", count: Int(least) - 1))
    case ("maxLength", .integer(let most), _):
      .string(String(repeating: "a", count: Int(most) + 1))
    case ("minItems", .integer(let least), .array(let all)):
      .array(Array(all.prefix(Int(least) - 1)))
    // Repetitions are refused at their own places, and this at that of the array.
    case ("maxItems", .integer(let most), .array(let all)):
      all.first.map { .array(Array(repeating: $0, count: Int(most) + 1)) }
    case ("maxProperties", .integer(let most), .object(let all)):
      all.first.map { first in
        .object((0...most).map { .init(name: "n\($0)", value: first.value) })
      }
    default: nil
    }
  }
}

extension JSONSchema {
  /// Those that a value may be; none for what is no word.
  fileprivate var words: [JSONValue] {
    guard case .object(let members) = json,
      case .array(let words)? = members.first(where: { $0.name == "enum" })?.value
    else { return [] }
    return words.filter { $0 != .null }
  }
}
