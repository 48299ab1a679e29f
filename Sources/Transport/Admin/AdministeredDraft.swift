import Domain
import HTTP
import UseCases

/// An item of a list that administrators write whole, as it stands on the wire.
protocol AdministeredDraft: ListedDraft {
  static var declaration: ListDeclaration<Self> { get }

  /// Nil where something is missing or wrong, which is noted.
  static func read(_ reader: inout ObjectReader, from origin: Origin?) -> Self?

  static func repository(of ports: Ports) -> any PlacedListRepository<Self>
}

/// What the contract says of such a list.
struct ListDeclaration<Draft: ListedDraft>: Sendable {
  /// References to pictures stand in it as they were given, so that what was read can be sent back.
  let list: WireObject<[Placed<Draft>]>
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
    let entry = ObjectSchema(
      "\(type)Item", meaning,
      [
        .init(
          name: "id", schema: .integer(1...), isRequired: false,
          meaning:
            "What has the same id stays the same item. A new item may choose one up to "
            + "\(PlacedList<Draft>.idMax), or leave it to the server.",
          example: 1)
      ] + members.map(\.schema), isClosed: true)
    let document = ObjectSchema(
      "\(type)ListDocument", "The whole list, in the order of display.",
      [
        .init(
          name: "items", schema: .array(.object(entry), 0...Draft.countMax), isRequired: true,
          meaning: "What is missing here is removed.", example: nil)
      ], isClosed: true)
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

extension AdministeredDraft {
  /// Reads the items of a whole list.
  ///
  /// - Throws: every mistake, with pointers such as `/items/3/title`.
  static func list(
    _ value: JSONValue, from origin: Origin?
  ) throws(Rejection) -> PlacedList<Self> {
    var reader = try ObjectReader.open(value, nullsAreAbsent: true)
    _ = reader.requiredValue("items")
    let entries = entries("items", of: &reader, from: origin)
    reader.refuseTheRest()
    guard let entries, reader.fieldErrors.isEmpty else { throw Rejection(reader.fieldErrors) }
    do throws(Rejection) {
      return try PlacedList(entries)
    } catch {
      throw Rejection(error.fieldErrors.map { $0.under("/items") })
    }
  }

  /// Nil where something is wrong, which is noted, or nothing is there.
  static func entries(
    _ name: String, of reader: inout ObjectReader, from origin: Origin?
  ) -> [PlacedList<Self>.Entry]? {
    reader.elements(name, atMost: countMax) { value throws(Rejection) in
      var item = try ObjectReader.open(value, nullsAreAbsent: true)
      let id = item.optional("id") { value throws(ValidationError) in try value.id() }
      let draft = Self.read(&item, from: origin)
      item.refuseTheRest()
      guard let draft, item.fieldErrors.isEmpty else { throw Rejection(item.fieldErrors) }
      return PlacedList<Self>.Entry(id: id, draft: draft)
    }
  }
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
