package import Domain
package import UseCases
package import Web

/// The JSON of `moa seed`: lists of the shop by their names, such as
/// `{"categories":[{"id":1,"title":"상의"}],"item_types":[...]}`.
package enum SeedDocument {
  /// 4 MiB: every list at its largest.
  package static let bytesMax = 4_194_304

  /// - Parameter origin: the address of this site for clients: its URLs become paths.
  /// - Throws: all errors, with pointers such as `/item_types/3/title`.
  package static func seed(_ value: JSONValue, from origin: Origin?) throws(Rejection) -> ShopSeed {
    try document.value(of: value, from: origin)
  }

  /// For tests that compare the reader with the declaration.
  package static var objects: [any ReadObject] { [document] }

  static let document = BodyObject<ShopSeed>(
    "Seed", "Lists of the shop.",
    .edited(
      ShopSeed(),
      by: AdministeredLists.all.map { $0.seed } + [
        .setting(
          \.eventProducts,
          .nullable(
            "event_products",
            .array(.object(event), 0...EventCategoryDraft.countMax, rule: repetitions(of:)),
            "The whole lists of these events.", orNull: [])),
        .setting(
          \.searchRules, .optional("search", .object(SearchRulesDocument.document), "All rules.")),
      ]))

  /// `{"event":"spring","products":[207,198]}`.
  private static let event = BodyObject<EventSeed>(
    "EventSeed", "The products of an event.",
    BodyMember.required("event", .key, "Its key.", "spring"),
    BodyMember.required(
      "products", EventProductRoutes.products, "Their ids, in the order of display.", [207, 198])
  ) { EventSeed(key: $0, products: $1) }

  @Sendable private static func repetitions(of events: [JSONValue]) -> [FieldError] {
    var keys: Set<Slug> = []
    return events.enumerated().compactMap { index, event in
      guard let key = BodyValue.key.quietly("event", in: event), !keys.insert(key).inserted else {
        return nil
      }
      return FieldError(
        "/\(index)/event",
        ValidationError("duplicate", "The event \(key) is there twice.", hint: "Name it once."))
    }
  }
}

extension AdministeredDraft {
  fileprivate static var seed: BodyEdit<ShopSeed> {
    .editing(declaration.seed) { seed, list in
      if let list { seed.add(list) }
    }
  }
}
