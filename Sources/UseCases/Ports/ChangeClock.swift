package import Domain

/// Tells whether anything that answers show was changed since it was last asked.
///
/// Ask it over one database session of its own, before the data of an answer is read. Its answer
/// holds for requests that arrived before the question was sent.
package protocol ChangeClock: Sendable {
  /// Reads the token of this moment.
  ///
  /// - Parameters:
  ///   - known: the last token that this returned. It saves the search for the next moment.
  ///   - instant: now. Data that is read after the token must not be shown as of an earlier moment.
  func token(
    after known: ChangeToken?, at instant: Timestamp
  ) async throws(Failure) -> ChangeToken
}

/// Two equal tokens prove that between them no write was committed that leaves a mark, and nothing
/// scheduled began or ended: an answer made after the first one is as good as one made after the
/// second one. Different tokens prove nothing.
package struct ChangeToken: Sendable, Hashable {
  /// The database session that has read it. A number means nothing in another one: after a failover
  /// the same number may stand for other data.
  package let session: DatabaseSession
  /// Grows with every mark that was committed.
  package let number: Int64
  /// The next moment at which something begins or ends to be shown, if there is any.
  package let nextMoment: Timestamp?

  package init(session: DatabaseSession, number: Int64, nextMoment: Timestamp?) {
    self.session = session
    self.number = number
    self.nextMoment = nextMoment
  }
}

/// A session of a database server, which no other one equals, also behind a pooler.
package struct DatabaseSession: Sendable, Hashable {
  /// The process that serves it.
  package let process: Int32
  package let serverStart: Timestamp

  package init(process: Int32, serverStart: Timestamp) {
    self.process = process
    self.serverStart = serverStart
  }
}

/// Gives numbers to changes after they were committed, so that they become visible in the order of
/// their numbers. Several servers may do it at once.
package protocol ChangeNumbering: Sendable {
  /// Numbers some of the oldest marks, and begins a new era if the database has moved; none while
  /// another server does it.
  ///
  /// - Returns: the number of marks.
  func numberChanges() async throws(Failure) -> Int

  /// Leaves marks for items that have begun or ended by their schedules since the last call, a
  /// second after their times. Writes nothing if there are none.
  func markScheduled() async throws(Failure)

  /// The marks that wait. It only reads, so an idle shop writes nothing.
  func changeBacklog() async throws(Failure) -> ChangeBacklog
}

/// The marks that committed writes have left, and that have no numbers yet.
package struct ChangeBacklog: Sendable, Hashable {
  package let marks: Int
  /// Since the oldest of them was left; zero without marks.
  package let age: Duration
  /// The last number that was given.
  package let lastNumber: Int64
  /// Whether the database was restored or promoted since then: a new era begins.
  package let hasMoved: Bool

  package init(marks: Int, age: Duration, lastNumber: Int64, hasMoved: Bool = false) {
    self.marks = marks
    self.age = age
    self.lastNumber = lastNumber
    self.hasMoved = hasMoved
  }
}
