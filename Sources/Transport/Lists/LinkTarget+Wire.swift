import Domain
import Web

extension Wire {
  /// A link as administrators write it: URLs stand in it as they were given.
  static let linkTarget = WireObject<LinkTarget>(
    "LinkDocument", "Where a tap leads.",
    [
      LinkTarget.kindMember.answer, LinkTarget.idMember.answer, LinkTarget.queryMember.answer,
      LinkTarget.urlMember.answer,
    ])
}

extension LinkTarget {
  fileprivate static let kindMember = SharedMember<LinkTarget, _>(
    .value("kind", .word(kinds), "What is there.", "event") { .string($0.kind) },
    .word(kinds, unknown: .unknownLink))
  fileprivate static let idMember = SharedMember<LinkTarget, _>(
    .value(
      "id", .integer(1...), isRequired: false,
      "Of an event, a product, a category or an item type.", 4
    ) { .integer($0.id) }, .id)
  fileprivate static let queryMember = SharedMember<LinkTarget, _>(
    .value("query", Wire.title, isRequired: false, "The words of a search.", "패딩") {
      .string($0.query)
    },
    .title)
  fileprivate static let urlMember = SharedMember<LinkTarget, _>(
    .value(
      "url", Wire.image, isRequired: false, "Of a page: https, or a path of this site.",
      "https://shop.example/about"
    ) { .string($0.url) }, .image)

  /// As administrators write it: only the member that belongs to the kind is known.
  static let document = BodyObject<LinkTarget>(
    Wire.linkTarget.schema, nullsAreAbsent: true
  ) { reader in
    let kind = reader.required(kindMember.body)
    let id = reader.required(idMember.body, when: kind.map { !["search", "url"].contains($0) })
    let query = reader.required(queryMember.body, when: kind.map { $0 == "search" })
    let url = reader.required(urlMember.body, when: kind.map { $0 == "url" })
    if let kind, let id { return LinkTarget(kind: kind, id: id) }
    return query.map { .search($0) } ?? url.map { .url($0) }
  }
}
