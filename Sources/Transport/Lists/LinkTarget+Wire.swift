import Domain
import Web

extension Wire {
  /// A link as administrators write it: URLs stay as they were given.
  static let linkTarget = WireObject<LinkTarget>(
    "LinkDocument", "Where a tap leads.", LinkTarget.members.answer)
}

extension LinkTarget {
  /// A link as administrators write it: only the member of its kind is allowed.
  static let document = BodyObject<LinkTarget>(
    Wire.linkTarget.schema, nullsAreAbsent: true, members.body)

  fileprivate static let members = SharedMembers<LinkTarget, LinkTarget>(
    SharedMember.required("kind", knownKind, "What is there.", "event") { .string($0.kind) },
    SharedMember.optional(
      "id", .id, when: isKind { !["search", "url"].contains($0) },
      "Of an event, a product, a category or an item type.", 4
    ) { .integer($0.id) },
    SharedMember.optional(
      "query", .title, when: isKind { $0 == "search" }, "The words of a search.", "패딩"
    ) {
      .string($0.query)
    },
    SharedMember.optional(
      "url", .image, when: isKind { $0 == "url" },
      "Of a page: https, or a path of this site.", "https://shop.example/about"
    ) { .string($0.url) }
  ) { kind, id, query, url in
    let target = id.flatMap { LinkTarget(kind: kind, id: $0) }
    guard let target = target ?? query.map({ .search($0) }) ?? url.map({ .url($0) }) else {
      throw ValidationError.unknownLink
    }
    return target
  }

  private static let knownKind = BodyValue<String>.word(kinds, unknown: .unknownLink)

  private static func isKind(_ holds: @escaping @Sendable (String) -> Bool) -> BodyCondition {
    .member("kind", knownKind, holds)
  }
}
