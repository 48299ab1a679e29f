import EventLoop
import Foundation
import Postgres
import Synchronization

// What a statement costs this side: a row of a table by its number, by one pool on one loop, with
// 1 to 64 callers who ask again as soon as they are answered.
//
// usage: statements URL [SECONDS]
//
// URL is any PostgreSQL that may be read; the rows are those of its own catalogue. Prints
// statements a second, and our own processor time for each (user and system; the server's is not in
// it).

struct Relation: Sendable {
  let id: Int64
  let name: String
  let pages: Int32
}

let find = Statement<Int64, Relation>(
  "select oid::int8, relname::text, relpages from pg_catalog.pg_class where oid = $1::int8::oid",
  effect: .read,
  bind: { $1.int8($0) },
  decode: { row throws(PostgresError) in
    Relation(id: try row.int8(), name: try row.text(), pages: try row.int4())
  })

let known = Statement<Void, Int64>(
  "select oid::int8 from pg_catalog.pg_class", effect: .read,
  decode: { row throws(PostgresError) in try row.int8() })

/// In microseconds, of all threads, user and system.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

/// Asks for one after the other until the time is over, in an order of the caller's own; returns
/// how many. A random number would cost a system call each, which is not the engine's.
@Sendable func ask(
  _ pool: Pool, _ ids: [Int64], caller: Int, until end: MonotonicTime
) async throws -> Int {
  var count = 0
  var place = caller
  while pool.loop.now < end {
    place = (place + 7919) % ids.count
    let id = ids[place]
    guard try await pool.first(find, id)?.id == id else { fatalError("a foreign row") }
    count += 1
  }
  return count
}

guard CommandLine.arguments.count > 1 else {
  print("usage: statements URL [SECONDS]")
  exit(2)
}
let target = try ConnectionString(CommandLine.arguments[1])
let seconds = CommandLine.arguments.dropFirst(2).first.flatMap { Double($0) } ?? 2
let loop = try EventLoop(label: "statements")
let pool = Pool(on: loop, PoolConfiguration(target))
let ids = try await loop.run { try await pool.rows(known) }
print("| in flight | statements/s | our us each |\n|---|---|---|")
for callers in [1, 2, 4, 8, 16, 32, 64] {
  let started = processorTime()
  let count = try await loop.run {
    let end = pool.loop.now.advanced(by: .seconds(seconds))
    return try await withThrowingTaskGroup { group in
      for caller in 0..<callers {
        group.addTask { try await ask(pool, ids, caller: caller, until: end) }
      }
      return try await group.reduce(0, +)
    }
  }
  let each = (processorTime() - started) / Double(max(count, 1))
  print("| \(callers) | \(Int(Double(count) / seconds)) | \(String(format: "%.1f", each)) |")
  fflush(nil)
}
try await loop.run { await pool.close() }
