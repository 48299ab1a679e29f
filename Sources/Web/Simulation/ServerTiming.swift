package import HTTP

/// The use of the database for one answer.
package struct DatabaseTime: Sendable, Hashable {
  package static let none = DatabaseTime(statements: 0, spent: 0, first: 0, last: 0)

  package let statements: Int
  /// Nanoseconds in which at least one statement was under way, waiting for a connection included.
  package let spent: Int64
  /// When the first began and the last ended, by the clock of ``Simulation/Machine``.
  package let first: Int64
  package let last: Int64

  package init(statements: Int, spent: Int64, first: Int64, last: Int64) {
    self.statements = statements
    self.spent = spent
    self.first = first
    self.last = last
  }
}

/// Where the time of an answer went, for the tools of developers.
///
/// Source: W3C Server Timing, Working Draft 2023-04-11, §3.
package struct ServerTiming: Sendable {
  private let start: Int64
  private let end: Int64
  private let database: DatabaseTime
  /// The delay by `Moa-Simulate`. It is no part of the total.
  package var delay: Duration?

  /// - Parameters: nanoseconds of one clock.
  package init(from start: Int64, to end: Int64, _ database: DatabaseTime) {
    (self.start, self.end, self.database) = (start, end, database)
  }

  /// `Server-Timing`.
  ///
  /// Statements divide the time, so a request without statements has only a total. `parse` is the
  /// time before the first statement (finding the route, gates, reading the body), `write` the time
  /// after the last one (view data, and their JSON), and `map` the time between statements.
  package var field: ResponseField {
    var metrics = [Self.metric("total", end - start)]
    if database.statements > 0 {
      let (parse, write) = (database.first - start, end - database.last)
      let count = "\(database.statements) \(database.statements == 1 ? "statement" : "statements")"
      metrics += [
        Self.metric("parse", parse),
        Self.metric("database", database.spent) + ";desc=\"\(count)\"",
        Self.metric("map", end - start - parse - write - database.spent),
        Self.metric("write", write),
      ]
    }
    if let delay {
      let (seconds, attoseconds) = delay.components
      metrics.append(
        Self.metric("simulated", seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
    }
    return ResponseField("Server-Timing", metrics.joined(separator: ", "))
  }

  /// In milliseconds, with two decimals.
  private static func metric(_ name: String, _ nanoseconds: Int64) -> String {
    let hundredths = max(0, nanoseconds) / 10_000
    let decimals = hundredths % 100
    return "\(name);dur=\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)"
  }
}
