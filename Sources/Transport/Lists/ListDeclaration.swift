import Domain
import HTTP
import UseCases
import Web

/// An item of an arranged list, in JSON.
protocol AdministeredDraft: ListedDraft {
  static var declaration: ListDeclaration<Self> { get }
}

/// The contract of a list, with the readers and writers of its documents.
struct ListDeclaration<Draft: AdministeredDraft>: Sendable {
  /// 1 MiB: five hundred items with URLs of a thousand bytes.
  static var bytesMax: Int { 1_048_576 }
  /// `/admin/v1/item-types`
  let path: String
  /// URLs of images are as they were given, so that a list that was read can be sent back.
  let list: WireObject<ArrangedList<Draft>>
  let item: WireObject<ListItem<Draft>>
  let document: BodyObject<ListDocument<Draft>>
  /// The list in a seed file.
  let seed: BodyMember<ListDocument<Draft>?>
  let newItem: BodyObject<ListEntry<Draft>>
  let patch: ListPatch<Draft>
  let endpoints: Endpoints

  /// The endpoints of the list. Those of one item are nil if the list is only replaced whole.
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
  ///   - members: the members of the draft.
  ///   - example: items that the demo shop accepts.
  ///   - hasItemCalls: whether single items have endpoints of their own.
  init(
    _ type: String, _ plural: String, at path: String, _ meaning: String,
    _ members: SharedMembers<ListItem<Draft>, Draft>, example: [JSONValue],
    hasItemCalls: Bool = false
  ) {
    self.path = "/admin/v1/\(path)"
    item = Self.item(type, meaning, members.answer)
    list = WireObject(
      "\(type)Collection", "The whole list.",
      [
        .objects("items", item, 0...Draft.countMax, "In the order of display.") { $0.items },
        .value("version", .integer(1...), "Grows with every change of the list.", 12) {
          .integer($0.version)
        },
      ])
    let scheduled = Self.scheduled(members.body)
    let entry = Self.entry(type, meaning, scheduled)
    let entries = BodyValue.entries(entry)
    document = BodyObject(
      "\(type)ListDocument", "The whole list, in the order of display.", nullsAreAbsent: true,
      BodyMember.required("items", entries, "Items that are missing here are removed."),
      BodyMember.optional(
        "version", .known(0...), "The version that was read: refused if it is another one now.", 12)
    ) { $0.read(at: $1) }
    seed = .optional(Draft.name, entries, "The whole list.")
    newItem = BodyObject(
      "New\(type)", "An item to be added at the end of the list.", answer: item.schema,
      nullsAreAbsent: true, scheduled)
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

  /// An item of a submitted list.
  private static func entry(
    _ type: String, _ meaning: String, _ scheduled: BodyMember<ListEntry<Draft>>
  ) -> BodyObject<ListEntry<Draft>> {
    let id = "As it was read."
    let newID =
      id + " A new item may choose one up to 1,000,000,000, or leave it to the server."
    return BodyObject(
      "\(type)Item", meaning, nullsAreAbsent: true, scheduled,
      BodyMember.optional("id", .id, Draft.hasKeys ? id : newID, 1),
      BodyMember.optional(
        "position", .known(), "As it was read. In a patch, where the item is moved to.", 1),
      BodyMember.optional("version", .known(), "As it was read.", 3)
    ) { entry, id, position, version in
      ListEntry(
        entry.draft, schedule: entry.schedule,
        known: KnownItem(id: id, position: position, version: version))
    }
  }

  /// The draft and its schedule.
  private static func scheduled(_ draft: BodyMember<Draft>) -> BodyMember<ListEntry<Draft>> {
    let schedule = BodyMember<Schedule>.group(
      BodyMember.nullable(
        "starts_at", .time, "From when it is shown; null for always.", "2026-03-01T00:00:00Z"),
      BodyMember.nullable(
        "ends_at", .time, "Until when it is shown; null for ever.", "2026-04-01T00:00:00Z")
    ) { startsAt, endsAt in
      do throws(ValidationError) {
        return try Schedule(startsAt: startsAt, endsAt: endsAt)
      } catch {
        throw Rejection([FieldError("/ends_at", error)])
      }
    }
    return .group(draft, schedule) { ListEntry($0, schedule: $1) }
  }
}

/// A change of an item: members that are left out stay, `null` removes an optional one.
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
          name: $0.name, schema: $0.schema.removable, isRequired: false, meaning: $0.meaning,
          example: $0.example)
      }, isClosed: true)
  }

  /// The item after the change.
  ///
  /// - Throws: all errors, in the order of the patch.
  func applied(
    _ patch: JSONValue, to item: ListItem<Draft>, from origin: Origin?
  ) throws(Rejection) -> ListEntry<Draft> {
    guard case .object(let changes) = patch else {
      return try entry.value(of: patch, from: origin)
    }
    guard
      case .object(let stored)? = try? JSONParser.parse(Draft.declaration.item.bytes(item))
    else { throw Self.unreadable }
    let changed = changes.map { change in
      JSONValue.Member(
        name: change.name,
        value: change.value.merged(into: stored.first { $0.isNamed(change.name) }?.value))
    }
    let whole = changed + stored.filter { known in !changes.contains { $0.isNamed(known.name) } }
    return try entry.value(of: .object(whole), from: origin)
  }

  private static var unreadable: Rejection {
    Rejection([
      FieldError(
        "",
        ValidationError(
          "malformed", "The stored item cannot be changed in part.", hint: "Send the whole list."))
    ])
  }

  var parts: [any ReadObject] { entry.parts }

  func fieldErrors(in body: JSONValue) -> [FieldError] {
    let missing = schema.members.map { "/\($0.name)" }
    return entry.fieldErrors(in: body.merged(into: nil)).filter {
      $0.flaw.code != "required" || !missing.contains($0.pointer)
    }
  }
}

extension JSONValue {
  /// A value changed by this patch: the members of an object change one by one, and `null` removes
  /// one.
  fileprivate func merged(into stored: JSONValue?) -> JSONValue {
    guard case .object(let changes) = self else { return self }
    var members: [JSONValue.Member] = []
    if case .object(let known)? = stored { members = known }
    var places = Dictionary(
      members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    for change in changes {
      let place = places[change.name] ?? members.endIndex
      let known = place < members.endIndex ? members[place].value : nil
      let member = JSONValue.Member(name: change.name, value: change.value.merged(into: known))
      if known == nil { members.append(member) } else { members[place] = member }
      places[change.name] = place
    }
    return .object(members.filter { $0.value != .null })
  }
}

extension BodyValue {
  fileprivate static func entries<Draft: AdministeredDraft>(
    _ entry: BodyObject<ListEntry<Draft>>
  ) -> Self where Value == ListDocument<Draft> {
    BodyValue<[ListEntry<Draft>]>.array(
      .object(entry), 0...Draft.countMax, tooMany: Draft.tooMany
    ) { items in
      ListDocument<Draft>.fieldErrors(
        of: items.map { item in
          .init(
            id: BodyValue<Int64>.id.quietly("id", in: item),
            key: Draft.keyName.flatMap { BodyValue<Slug>.key.quietly($0, in: item) },
            parent: Draft.parents.flatMap { parent in
              BodyValue<Int64>.soughtID.quietly(parent.member, in: item).flatMap {
                LinkTarget(kind: parent.kind, id: $0)
              }
            })
        })
    }.map { entries throws(Rejection) in try ListDocument(entries) }
  }
}
