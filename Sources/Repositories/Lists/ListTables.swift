import Domain
import Postgres

/// The columns of each list, and the rows of other tables that refer to its items.
enum ListTables {
  /// Every list is declared here.
  static let all: [any ListTable] = [
    ListStatements(
      EventCategoryDraft.init, ListColumn("key", \.key), ListColumn("title", \.title),
      ListColumn("thumbnail_image_url", \.thumbnailImage),
      ListColumn("thumbnail_text_image_url", \.thumbnailTextImage)),
    ListStatements(
      EventBannerDraft.init, ListColumn("content", \.content),
      ListColumn("thumbnail_image_url", \.thumbnailImage), ListColumn("link", \.link)),
    ListStatements(
      CategoryDraft.init, ListColumn("title", \.title),
      users: .init(
        "item types",
        "select distinct category_id from moa.item_types where category_id = any ($1)")),
    ListStatements(
      ItemTypeDraft.init, ListColumn("category_id", \.categoryID),
      ListColumn("section", \.section), ListColumn("title", \.title),
      ListColumn("thumbnail_image_url", \.thumbnailImage),
      // One index lookup for each, however many products there are.
      users: .init(
        "products",
        """
        select id
        from unnest($1::int8[]) as removed (id)
        where exists (
          select from moa.products where item_type_id = removed.id and deleted_at is null
            and bucket between 0 and 3)
          or exists (
            select from moa.products where item_type_id = removed.id and is_hidden)
        """)),
    ListStatements(
      HomeSectionDraft.init, ListColumn("key", \.key), ListColumn("kind", \.content),
      ListColumn("titles", \.titles), ListColumn("layout", \.layout)),
    ListStatements(
      AppConfigDraft.init, ListColumn("platform", \.platform),
      ListColumn("minimum_version", \.minimumVersion),
      ListColumn("recommended_version", \.recommendedVersion), ListColumn("store_url", \.storeURL),
      ListColumn("message", \.message), ListColumn("switches", \.switches)),
  ]

  /// The statements of a list.
  static func of<Draft>(_ list: Draft.Type) -> ListStatements<Draft> {
    guard let statements = byName[Draft.name] as? ListStatements<Draft> else {
      preconditionFailure("the list \(Draft.name) has no columns")
    }
    return statements
  }

  /// The lists whose items show images.
  static let withImages = all.filter { !$0.imageURLs.isEmpty }

  /// Selects the URL of each image that an item of a list shows.
  static let imageURLs = all.flatMap(\.imageURLs).sorted().joined(separator: " union all ")

  /// Selects each moment at which an item of a list begins or ends to be shown.
  static let moments = all.map { list in
    """
    select starts_at as moment from moa.\(list.name)
    union all select ends_at from moa.\(list.name)
    """
  }.joined(separator: " union all ")

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// Rows of other tables that refer to items of a list.
struct ListUsers: Sendable {
  /// The name of the table in messages, such as `products`.
  let name: String
  /// The given ids that they refer to.
  let needed: Statement<[Int64], Int64>

  init(_ name: String, _ sql: SQL) {
    self.name = name
    needed = Statement(
      sql, effect: .read, bind: { ids, encoder in encoder.int8Array(ids) },
      decode: { row throws(PostgresError) in try row.int8() })
  }
}
