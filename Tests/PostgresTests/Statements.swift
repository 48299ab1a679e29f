import Postgres

/// Statements that several tests use.
enum Statements {
  static let echo = Statement<Int64, Int64>(
    "select $1::int8", effect: .read,
    bind: { $1.int8($0) },
    decode: { row throws(PostgresError) in try row.int8() })

  static let sleepAndEcho = Statement<(Double, Int64), Int64>(
    "select $2::int8 from pg_sleep($1::float8)", effect: .read,
    bind: {
      $1.float8($0.0)
      $1.int8($0.1)
    },
    decode: { row throws(PostgresError) in try row.int8() })

  static let divide = Statement<Int64, Int64>(
    "select 100 / $1::int8", effect: .read,
    bind: { $1.int8($0) },
    decode: { row throws(PostgresError) in try row.int8() })

  static let process = Statement<Void, Int32>(
    "select pg_backend_pid()", effect: .read,
    decode: { row throws(PostgresError) in try row.int4() })

  /// Waits until the process is gone, so that no test depends on how busy the machine is.
  static let terminate = Statement<Int32, Bool>(
    "select pg_terminate_backend($1::int4, 10000)", effect: .write,
    bind: { $1.int4($0) },
    decode: { row throws(PostgresError) in try row.bool() })

  /// How many sessions of this name, or of this process, sleep in a statement at this moment.
  static let sleepers = Statement<String, Int64>(
    """
    select count(*) from pg_stat_activity
    where wait_event = 'PgSleep' and (application_name = $1 or pid::text = $1)
    """, effect: .read,
    bind: { $1.text($0) },
    decode: { row throws(PostgresError) in try row.int8() })

  static let createNumbers = Statement<Void, Void>(
    "create temp table numbers (n int8 constraint numbers_pkey primary key)", effect: .write)

  static let insertNumber = Statement<Int64, Void>(
    "insert into numbers values ($1)", effect: .write, bind: { $1.int8($0) })

  static let countNumbers = Statement<Void, Int64>(
    "select count(*) from numbers", effect: .read,
    decode: { row throws(PostgresError) in try row.int8() })
}
