import Domain
import Postgres
package import UseCases

/// The history of the shop in `moa.history`.
extension PostgresStore: HistoryRepository {
  package func changes(
    _ question: HistoryQuestion
  ) async throws(Failure) -> [HistoryEntry] {
    let statement = HistoryStatements.page(
      ofAuthor: question.author != nil, ofResource: question.resource != nil)
    return try await rows(statement, question)
  }

  package func change(_ id: Int64) async throws(Failure) -> HistoryEntry? {
    try await first(HistoryStatements.find, id)
  }
}

/// An entry to be written.
struct HistoryRecord: Sendable {
  let author: Author
  let requestID: String
  let change: HistoryChange
}

/// The statements about `moa.history`.
enum HistoryStatements {
  static let insert = inserting(partOf: "null")
  /// As a part of the first change of the same run of a command, which counts the items of all.
  static let insertOfRun = inserting(
    partOf: "(select id from first)",
    with: """
      with first as (
        update moa.history
        set item_count = item_count + $9
        where actor_kind = 'operator' and request_id = $4 and part_of is null
        returning id
      )
      """)

  private static func inserting(
    partOf first: String, with query: String = ""
  ) -> Statement<HistoryRecord, Void> {
    Statement(
      """
      \(query)
      insert into moa.history
        (actor_kind, actor_id, actor_name, request_id, action, resource, before, after, item_count,
          undoes, part_of)
      values ($1, $2, $3, $4, $5, $6, $7::json, $8::json, $9, $10, \(first))
      """, effect: .write,
      bind: { record, encoder in
        let change = record.change
        encoder.text(record.author.kind.rawValue)
        encoder.text(record.author.id)
        encoder.text(record.author.name)
        encoder.text(record.requestID)
        encoder.text(change.action.rawValue)
        encoder.text(change.resource)
        encoder.text(change.before.map { String(decoding: $0, as: UTF8.self) })
        encoder.text(change.after.map { String(decoding: $0, as: UTF8.self) })
        encoder.int4(Int32(clamping: change.itemCount))
        encoder.int8(change.undoes)
      })
  }

  /// A large change shows neither before nor after. Mostly its stored size tells that it is large,
  /// so that it is not read: a batch of products has megabytes.
  ///
  /// A statement for each of the filters, so that each walks an index of its own.
  static func page(
    ofAuthor: Bool, ofResource: Bool
  ) -> Statement<HistoryQuestion, HistoryEntry> {
    Statement(
      """
      select \(columns), item_count, undoes,
        case when is_small then before::text end, case when is_small then after::text end,
        '{}'::int8[]
      from moa.history
      cross join lateral (
        select case
            when coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0)
              > \(HistoryEntry.listedBytesMax + 2 * headerBytes) then false
            else coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)
              <= \(HistoryEntry.listedBytesMax)
          end as is_small
      ) size
      where id < $1 and part_of is null and \(ofAuthor ? "actor_id = $2" : "$2::text is null")
        and \(ofResource ? "resource = $3" : "$3::text is null")
      order by id desc
      limit $4
      """, effect: .read,
      bind: { question, encoder in
        encoder.int8(question.before ?? .max)
        encoder.text(question.author)
        encoder.text(question.resource)
        encoder.int8(Int64(question.limit))
      },
      decode: HistoryEntry.init)
  }

  /// Of a stored value that is not compressed.
  private static let headerBytes = 4

  static let find = Statement<Int64, HistoryEntry>(
    """
    select \(columns), item_count, undoes, before::text, after::text, array(
      select part.id
      from moa.history part
      where part.part_of = history.id
        and not exists (select from moa.history undone where undone.undoes = part.id)
      order by part.id)
    from moa.history
    where id = $1
    """, effect: .read,
    bind: { id, encoder in encoder.int8(id) },
    decode: HistoryEntry.init)

  private static let columns =
    "id, at, actor_kind, actor_id, actor_name, request_id, action, resource"

  /// The oldest have the lowest ids.
  static let sweep = Statement<Timestamp, Void>(
    """
    with old as (
      select id
      from (
        select id, at from moa.history order by id limit 200 for update skip locked
      ) oldest
      where at < $1
    )
    delete from moa.history as kept using old where kept.id = old.id
    """, effect: .write,
    bind: { limit, encoder in encoder.timestamptz(microseconds: limit.microseconds) })
}

extension HistoryEntry {
  @Sendable fileprivate init(_ row: inout RowDecoder) throws(PostgresError) {
    let (id, at) = (try row.int8(), try row.timestamp())
    let kind = Author.Kind(rawValue: try row.text())
    let (authorID, name, requestID) = (try row.text(), try row.text(), try row.text())
    let action = HistoryChange.Action(rawValue: try row.text())
    let (resource, count) = (try row.text(), try row.int4())
    let undoes = try row.optionalInt8()
    let (before, after) = (try row.optionalText(), try row.optionalText())
    guard let kind, let action else { throw row.mismatch("an unknown kind of change") }
    self.init(
      id: id, at: at, author: Author(kind, id: authorID, name: name), requestID: requestID,
      change: HistoryChange(
        action, resource, before: before.map { Array($0.utf8) },
        after: after.map { Array($0.utf8) },
        itemCount: Int(count), undoes: undoes), parts: try row.int8Array())
  }
}
