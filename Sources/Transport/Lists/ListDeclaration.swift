import Domain
import HTTP
import UseCases
import Web

/// An item of a list that administrators arrange, on the wire.
protocol AdministeredDraft: ListedDraft {
  static var declaration: ListDeclaration<Self> { get }

  /// Nil where something is missing or wrong, which is noted.
  static func read(_ reader: inout ObjectReader) -> Self?
}

/// What the contract says of a list, and how its documents are read and written.
struct ListDeclaration<Draft: AdministeredDraft>: Sendable {
  /// 1 MiB: five hundred items with URLs of a thousand bytes.
  static var bytesMax: Int { 1_048_576 }
  /// `/admin/v1/item-types`
  let path: String
  /// URLs of images are as they were given, so that what was read can be sent back.
  let list: WireObject<ArrangedList<Draft>>
  let item: WireObject<ListItem<Draft>>
  let document: BodyObject<ListDocument<Draft>>
  /// The list in a seed file.
  let seed: BodyMember<ListDocument<Draft>>
  let newItem: BodyObject<ListEntry<Draft>>
  let patch: ListPatch<Draft>
  let endpoints: Endpoints

  /// The calls of the list. Calls for one item are nil where the list is only replaced whole.
  struct Endpoints: Sendable {
    let list: Endpoint
    let replace: Endpoint
    var add: Endpoint?
    var find: Endpoint?
    var edit: Endpoint?
    var remove: Endpoint?

    var all: [Endpoint] { [list, replace] + [add, find, edit, remove].compactMap(\.self) }
  }

  /// - Parameters:
  ///   - type: `ItemType`, for the names of types and operations.
  ///   - plural: `ItemTypes`.
  ///   - path: after `/admin/v1/`.
  ///   - members: those of the draft.
  ///   - example: items that the demo shop accepts.
  ///   - hasItemCalls: whether single items are added, changed and removed by calls of their own.
  init(
    _ type: String, _ plural: String, at path: String, _ meaning: String,
    _ members: [WireMember<ListItem<Draft>>], example: [JSONValue], hasItemCalls: Bool = false
  ) {
    self.path = "/admin/v1/\(path)"
    item = Self.item(type, meaning, members)
    list = WireObject(
      "\(type)Collection", "The whole list.",
      [
        .objects("items", item, 0...Draft.countMax, "In the order of display.") { $0.items },
        .value("version", .integer(1...), "Grows with every change of the list.", 12) {
          .integer($0.version)
        },
      ])
    let entry = Self.entry(type, meaning)
    let entries = BodyValue.entries(entry)
    let items = BodyMember("items", entries, "Items that are missing here are removed.")
    document = BodyObject(
      "\(type)ListDocument", "The whole list, in the order of display.", nullsAreAbsent: true
    ) { reader in
      let list = reader.required(items)
      let version = reader.optional(ListMembers.listVersion)
      return list?.read(at: version)
    }
    seed = BodyMember(Draft.name, entries, "The whole list.")
    newItem = BodyObject(
      "New\(type)", "An item to be added at the end of the list.", answer: item.schema,
      nullsAreAbsent: true
    ) { reader in Self.read(&reader) }
    patch = ListPatch(type, entry)
    endpoints = Endpoints(
      type, plural, at: self.path, item, list, document, newItem, patch, example, hasItemCalls)
  }

  private static func item(
    _ type: String, _ meaning: String, _ members: [WireMember<ListItem<Draft>>]
  ) -> WireObject<ListItem<Draft>> {
    WireObject(
      type, "\(meaning) As administrators arrange it.",
      [.value("id", .integer(1...), "Stable.", 1) { .integer($0.id) }] + members + [
        .value("position", .integer(1...), "In the order of display.", 1) { .integer($0.position) },
        .value(
          "starts_at", .time, isRequired: false, "From when it is shown; left out for always.",
          "2026-03-01T00:00:00Z"
        ) { .string($0.schedule.startsAt?.rfc3339) },
        .value(
          "ends_at", .time, isRequired: false, "Until when it is shown; left out for ever.",
          "2026-04-01T00:00:00Z"
        ) { .string($0.schedule.endsAt?.rfc3339) },
        .value("version", .integer(1...), "Grows with every change of its content.", 3) {
          .integer($0.version)
        },
      ])
  }

  /// An item of a list that is sent.
  private static func entry(_ type: String, _ meaning: String) -> BodyObject<ListEntry<Draft>> {
    let id = Draft.hasKeys ? ListMembers.id : ListMembers.chosenID
    return BodyObject("\(type)Item", meaning, nullsAreAbsent: true) { reader in
      let entry = Self.read(&reader)
      let known = KnownItem(
        id: reader.optional(id), position: reader.optional(ListMembers.position),
        version: reader.optional(ListMembers.version))
      return entry.map { ListEntry($0.draft, schedule: $0.schedule, known: known) }
    }
  }

  /// The draft and its schedule.
  private static func read(_ reader: inout ObjectReader) -> ListEntry<Draft>? {
    let draft = Draft.read(&reader)
    let startsAt = reader.nullable(ListMembers.startsAt)
    let endsAt = reader.nullable(ListMembers.endsAt)
    let schedule = reader.value(at: ListMembers.endsAt) { () throws(ValidationError) in
      try Schedule(startsAt: startsAt, endsAt: endsAt)
    }
    guard let draft, let schedule else { return nil }
    return ListEntry(draft, schedule: schedule)
  }
}

/// Changes to an item: members that are left out stay, `null` removes an optional one.
///
/// Source: RFC 7396.
struct ListPatch<Draft: AdministeredDraft>: ReadObject {
  let schema: ObjectSchema
  private let entry: BodyObject<ListEntry<Draft>>

  fileprivate init(_ type: String, _ entry: BodyObject<ListEntry<Draft>>) {
    self.entry = entry
    schema = ObjectSchema(
      "\(type)Patch", "Changes to an item.",
      entry.schema.members.map {
        ObjectSchema.Member(
          name: $0.name, schema: $0.schema, isRequired: false, meaning: $0.meaning,
          example: $0.example)
      }, isClosed: true)
  }

  /// The item with the changes made.
  ///
  /// - Throws: what is wrong, in the order of the patch.
  func applied(
    _ patch: JSONValue, to item: ListItem<Draft>, from origin: Origin?
  ) throws(Rejection) -> ListEntry<Draft> {
    guard case .object(let changes) = patch,
      case .object(let stored)? = try? JSONParser.parse(Draft.declaration.item.bytes(item))
    else { return try entry.value(of: patch, from: origin) }
    let changed = Set(changes.map(\.name))
    let whole = changes + stored.filter { !changed.contains($0.name) }
    return try entry.value(of: .object(whole), from: origin)
  }

  var parts: [any ReadObject] { entry.parts }

  func members(readIn body: JSONValue) -> [ObjectSchema.Member] { schema.members }

  func fieldErrors(in body: JSONValue) -> [FieldError] {
    let missing = schema.members.map { "/\($0.name)" }
    return entry.fieldErrors(in: body).filter {
      $0.flaw.code != "required" || !missing.contains($0.pointer)
    }
  }
}

/// Members that the items of every list have.
private enum ListMembers {
  static let listVersion = BodyMember(
    "version", .known(0...), "The version that was read: refused if it is another one now.", 12)
  static let startsAt = BodyMember(
    "starts_at", .time, "From when it is shown; null for always.", "2026-03-01T00:00:00Z")
  static let endsAt = BodyMember(
    "ends_at", .time, "Until when it is shown; null for ever.", "2026-04-01T00:00:00Z")
  static let id = BodyMember("id", .id, "As it was read.", 1)
  static let chosenID = BodyMember(
    "id", .id,
    "As it was read. A new item may choose one up to 1,000,000,000, or leave it to the server.", 1)
  static let position = BodyMember(
    "position", .known(), "As it was read. In a patch, where the item is moved to.", 1)
  static let version = BodyMember("version", .known(), "As it was read.", 3)
}

extension BodyValue {
  fileprivate static func entries<Draft: AdministeredDraft>(
    _ entry: BodyObject<ListEntry<Draft>>
  ) -> Self where Value == ListDocument<Draft> {
    let key = Draft.keyName.map { BodyMember($0, .key, "") }
    let parent = Draft.parents.map { (kind: $0.kind, member: BodyMember($0.member, .soughtID, "")) }
    return BodyValue<[ListEntry<Draft>]>.array(
      .object(entry), 0...Draft.countMax, tooMany: Draft.tooMany
    ) { items in
      ListDocument<Draft>.fieldErrors(
        of: items.map { item in
          .init(
            id: ListMembers.id.quietly(in: item),
            key: key.flatMap { $0.quietly(in: item) },
            parent: parent.flatMap { parent in
              parent.member.quietly(in: item).flatMap { LinkTarget(kind: parent.kind, id: $0) }
            })
        })
    }.map { entries throws(Rejection) in try ListDocument(entries) }
  }
}
