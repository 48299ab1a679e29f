package import Domain
package import Postgres
package import UseCases

/// The token counts the marks in `moa.change_marks` and those that were numbered already, in one
/// snapshot: so numbering them does not change it.
extension PostgresStore: ChangeClock {
  package func token(
    after known: ChangeToken?, at instant: Timestamp
  ) async throws(Failure) -> ChangeToken {
    guard let token = try await first(Self.token, TokenQuestion(known: known, instant: instant))
    else { throw Self.noClock }
    return token
  }

  fileprivate struct TokenQuestion: Sendable {
    let known: ChangeToken?
    let instant: Timestamp
  }

  /// One plain statement: a volatile function or a lock would read a newer row than the snapshot
  /// that counts the marks. It searches for the next moment only if something has changed or the
  /// known one is over.
  private static let token = Statement<TokenQuestion, ChangeToken>(
    """
    select process, server_start, number,
      case when (process, server_start, number) = ($1, $2, $3) and coalesce($4 > $5, true) then $4
        else (select min(moment) from (\(ListTables.moments)) moments where moment > $5)
      end
    from (
      select pg_backend_pid() as process, pg_postmaster_start_time() as server_start,
        taken + (
          select count(*) from moa.change_marks where xid >= moa.change_floor(floor)) as number
      from moa.change_clock
      where is_only
      offset 0
    ) clock
    """, effect: .read,
    bind: { question, encoder in
      let known = question.known
      encoder.int4(known?.session.process ?? 0)
      encoder.timestamptz(microseconds: known?.session.serverStart.microseconds ?? 0)
      encoder.int8(known?.number ?? -1)
      encoder.timestamptz(microseconds: known?.nextMoment?.microseconds)
      encoder.timestamptz(microseconds: question.instant.microseconds)
    },
    decode: { row throws(PostgresError) in
      ChangeToken(
        session: DatabaseSession(process: try row.int4(), serverStart: try row.timestamp()),
        number: try row.int8(),
        nextMoment: try row.optionalTimestamptz().map(Timestamp.init(clamping:)))
    })
}

extension PostgresStore: ChangeNumbering {
  package func numberChanges() async throws(Failure) -> Int {
    Int(try await first(Self.number) ?? 0)
  }

  package func markScheduled() async throws(Failure) { try await execute(Self.scheduled, ()) }

  package func changeBacklog() async throws(Failure) -> ChangeBacklog {
    guard let backlog = try await first(ChangeBacklog.statement) else { throw Self.noClock }
    return backlog
  }

  private static let scheduled = Statement<Void, Void>(
    "select moa.mark_scheduled()", effect: .write)

  /// By keys, because a mark may have a thousand: a call that misses its deadline is undone, and
  /// the next one would take the same marks, so it must end in time on slow machines too.
  private static let number = Statement<Void, Int64>(
    "select moa.number_changes(5000)", effect: .write,
    decode: { row throws(PostgresError) in try row.int8() })
}

extension ChangeBacklog {
  package static func read(
    from executor: some StatementExecutor
  ) async throws(PostgresError) -> ChangeBacklog? {
    try await executor.first(statement)
  }

  fileprivate static let statement = Statement<Void, ChangeBacklog>(
    """
    select marks, age, sequence,
      case when pg_is_in_recovery() then false else origin <> moa.change_origin() end
    from moa.change_clock
    cross join lateral (
      select count(*) as marks,
        coalesce(extract(epoch from clock_timestamp() - min(left_at)), 0)::float8 as age
      from moa.change_marks
      where xid >= moa.change_floor(floor)
    ) waiting
    where is_only
    """, effect: .read,
    decode: { row throws(PostgresError) in
      ChangeBacklog(
        marks: Int(try row.int8()), age: .seconds(try row.float8()), lastNumber: try row.int8(),
        hasMoved: try row.bool())
    })
}
