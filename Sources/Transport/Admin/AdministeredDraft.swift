import Domain
import HTTP
import UseCases
import Web

/// An item of a list that administrators write whole, as it stands on the wire.
protocol AdministeredDraft: ListedDraft {
  static var declaration: ListDeclaration<Self> { get }

  /// Nil where something is missing or wrong, which is noted.
  static func read(_ reader: inout ObjectReader) -> Self?

  /// What an item as it was sent must not share with others, as far as it can be read.
  static func marks(of item: JSONValue) -> PlacedList<Self>.Marks

  static func repository(of ports: Ports) -> any PlacedListRepository<Self>
}

/// What the contract says of such a list.
struct ListDeclaration<Draft: AdministeredDraft>: Sendable {
  /// References to pictures stand in it as they were given, so that what was read can be sent back.
  let list: WireObject<[Placed<Draft>]>
  /// The new list as a route takes it.
  let document: BodyObject<PlacedList<Draft>>
  /// Its items, as seed files have them, too.
  let items: BodyValue<PlacedList<Draft>>
  let listEndpoint: Endpoint
  let replaceEndpoint: Endpoint

  /// - Parameters:
  ///   - type: `ItemType`, for the names of types and operations.
  ///   - plural: `ItemTypes`.
  ///   - path: behind `/admin/v1/`.
  ///   - members: beside the id.
  ///   - example: items that the demo shop accepts.
  init(
    _ type: String, _ plural: String, at path: String, _ meaning: String,
    _ members: [WireMember<Placed<Draft>>], example: [JSONValue]
  ) {
    let item = WireObject<Placed<Draft>>(
      type, "\(meaning) As administrators arrange it.",
      [.integer("id", .integer(1...), "Stable.", 1) { $0.id }] + members)
    let whole = WireObject<[Placed<Draft>]>(
      "\(type)Collection", "The whole list.",
      [.objects("items", item, 0...Draft.countMax, "In the order of display.") { $0.whole }])
    let entries = BodyValue<PlacedList<Draft>>.items(type, meaning)
    let items = BodyMember("items", entries, "What is missing here is removed.")
    let document = BodyObject(
      "\(type)ListDocument", "The whole list, in the order of display.", nullsAreAbsent: true
    ) { $0.required(items) }
    self.items = entries
    self.document = document
    let path = "/admin/v1/\(path)"
    list = whole
    listEndpoint = Endpoint(
      .get, path, "list\(plural)", .administration, "List \(Self.words(plural))",
      .json(whole.schema, "In the order of display.", fields: ["ETag"])
    ).with {
      $0.access = .administrator
      $0.fields = [.ifNoneMatch]
    }
    replaceEndpoint = Endpoint(
      .put, path, "replace\(plural)", .administration, "Replace \(Self.words(plural))",
      .json(Wire.listReport.schema, "What was changed.", fields: ["ETag"])
    ).with {
      $0.meaning = """
        Begin with what `GET` answers: what has the same id stays the same; what is missing is \
        removed, unless something else still needs it.
        """
      $0.access = .administrator
      $0.query = [DryRun.parameter.declaration]
      $0.fields = [.ifMatch, .idempotencyKey]
      $0.body = .json(document, "The whole list.", example: ["items": .array(example)])
      $0.refusals = [.preconditionRequired]
    }
  }

  /// `event banners` of `EventBanners`.
  private static func words(_ name: String) -> String {
    name.reduce(into: "") { words, letter in
      if letter.isUppercase, !words.isEmpty { words += " " }
      words += letter.lowercased()
    }
  }
}

extension BodyValue {
  /// - Parameter type: `ItemType`.
  fileprivate static func items<Draft: AdministeredDraft>(
    _ type: String, _ meaning: String
  ) -> Self where Value == PlacedList<Draft> {
    let id = BodyMember(
      "id", .id,
      "What has the same id stays the same item. A new item may choose one up to "
        + "\(PlacedList<Draft>.idMax), or leave it to the server.", 1)
    let entry = BodyObject<PlacedList<Draft>.Entry>(
      "\(type)Item", meaning, nullsAreAbsent: true
    ) { reader in
      let id = reader.optional(id)
      return Draft.read(&reader).map { .init(id: id, draft: $0) }
    }
    return BodyValue<[PlacedList<Draft>.Entry]>.array(.object(entry), 0...Draft.countMax) { items in
      PlacedList<Draft>.fieldErrors(
        of: items.map { item in
          var marks = Draft.marks(of: item)
          marks.id = id.quietly(in: item)
          return marks
        })
    }.map { entries in try PlacedList(entries) }
  }
}

extension AdministeredDraft {
  static func marks(of item: JSONValue) -> PlacedList<Self>.Marks { .init() }
}

extension Wire {
  /// What a new list changed.
  static let listReport = WireObject<ListReport>(
    "ListReport", "What was changed, or in a dry run what would be.",
    [
      .integer("created", .integer(0...), "Items that were not there before.", 1) { $0.created },
      .integer("updated", .integer(0...), "Items whose content or place is another one now.", 0) {
        $0.updated
      },
      .integer("unchanged", .integer(0...), "Items that stay as they are.", 9) { $0.unchanged },
      .integer("removed", .integer(0...), "Items that are not in the new list.", 0) {
        $0.removed
      },
    ])
}
