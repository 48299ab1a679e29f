import EventLoop

/// Reads of one pool that several callers ask for while the same one is under way.
///
/// The database answers a question once for all who asked it before it was sent. Whoever asks while
/// it is under way may have seen a write that the answer does not know yet: they wait for the next
/// one, which the first of them asks for all. Belongs to a pool, on its loop.
final class SharedReads {
  struct Key: Hashable {
    let statement: UInt
    let parameters: AnyHashable
  }

  /// What a caller is to do, or gets.
  enum Turn<Row: Sendable>: Sendable {
    /// To run the statement, and to hand the outcome to ``SharedReads/end(_:of:_:)``.
    case run
    case outcome(Result<[Row], PostgresError>)
  }

  private typealias Caller<Row: Sendable> = UnsafeContinuation<Turn<Row>, Never>

  /// A statement with its parameters that is under way.
  private final class Flight<Row: Sendable> {
    /// Who gets its outcome.
    var passengers: [Caller<Row>] = []
    /// Who came too late for it.
    var waiting: [Caller<Row>] = []
  }

  private var flights: [Key: AnyObject] = [:]

  func turn<Row: Sendable>(for key: Key, of: Row.Type) async -> Turn<Row> {
    guard flights[key] != nil else {
      flights[key] = Flight<Row>()
      return .run
    }
    return await withUnsafeContinuation { (caller: Caller<Row>) in
      // Looked at again: others may have run before the suspension was complete.
      if let flight = flights[key] as? Flight<Row> {
        flight.waiting.append(caller)
      } else {
        flights[key] = Flight<Row>()
        caller.resume(returning: .run)
      }
    }
  }

  /// Gives the outcome to all who wait for it, and lets the first of the others run the next one.
  ///
  /// A caller who was cancelled says nothing about the others: they run it once more.
  func end<Row: Sendable>(
    _ outcome: Result<[Row], PostgresError>, of key: Key, _: Row.Type = Row.self
  ) {
    guard let flight = flights[key] as? Flight<Row> else { return }
    var next = flight.waiting
    if case .failure(let error) = outcome, case .cancelled = error.kind {
      next = flight.passengers + next
    } else {
      for passenger in flight.passengers { passenger.resume(returning: .outcome(outcome)) }
    }
    guard let first = next.first else {
      flights[key] = nil
      return
    }
    flight.passengers = Array(next.dropFirst())
    flight.waiting = []
    first.resume(returning: .run)
  }
}

extension Pool {
  /// Runs a read, or takes the rows of the same one that another caller runs after this call.
  ///
  /// For questions that many ask at once, such as the first page of a shop when an app is opened: on
  /// a busy loop they cost the database one statement. The rows are never older than the call.
  /// - Throws: as `rows`; whoever shares a statement shares its failure, but not that its caller was
  ///   cancelled.
  public func sharedRows<Parameters: Hashable, Row>(
    _ statement: Statement<Parameters, Row>, _ parameters: Parameters
  ) async throws(PostgresError) -> [Row] {
    loop.preconditionCurrent()
    guard statement.effect == .read else { return try await rows(statement, parameters) }
    let key = SharedReads.Key(statement: statement.identity, parameters: parameters)
    if case .outcome(let outcome) = await sharedReads.turn(for: key, of: Row.self) {
      return try outcome.get()
    }
    let outcome: Result<[Row], PostgresError>
    do throws(PostgresError) {
      outcome = .success(try await rows(statement, parameters))
    } catch {
      outcome = .failure(error)
    }
    sharedReads.end(outcome, of: key)
    return try outcome.get()
  }
}
