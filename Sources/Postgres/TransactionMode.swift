/// How a transaction is isolated, whether it may write, and how often it is tried.
public struct TransactionMode: Sendable {
  /// How far a transaction is isolated from others.
  public enum Isolation: Sendable {
    /// Each statement sees the data that is committed when it starts.
    case readCommitted
    /// All statements see one moment.
    case repeatableRead
    /// As if transactions ran one after the other.
    case serializable
  }

  /// How far it is isolated from others.
  public var isolation: Isolation
  /// Whether the server refuses its writes.
  public var isReadOnly: Bool
  /// How many times the body may run: more than 1 declares that repeating it is harmless.
  ///
  /// It runs again after a serialization failure, a deadlock, or a connection lost before COMMIT
  /// was sent; never when the outcome is unknown, nor when no connection was to be had.
  public var attemptsMax: Int

  /// Makes a mode; the defaults are PostgreSQL's own, and one attempt.
  public init(
    _ isolation: Isolation = .readCommitted, isReadOnly: Bool = false, attemptsMax: Int = 1
  ) {
    self.isolation = isolation
    self.isReadOnly = isReadOnly
    self.attemptsMax = attemptsMax
  }

  /// The everyday mode.
  public static let readWrite = TransactionMode()
  /// As `readWrite`, with writes refused.
  public static let readOnly = TransactionMode(isReadOnly: true)
  /// One consistent view for several reads.
  public static let snapshot = TransactionMode(.repeatableRead, isReadOnly: true)
  /// Tried up to three times: serialization failures are part of normal work here.
  public static let serializable = TransactionMode(.serializable, attemptsMax: 3)

  /// The statement that opens it. The isolation is always said: the server's default may differ.
  var begin: StaticString {
    switch (isolation, isReadOnly) {
    case (.readCommitted, false): "begin isolation level read committed read write"
    case (.readCommitted, true): "begin isolation level read committed read only"
    case (.repeatableRead, false): "begin isolation level repeatable read read write"
    case (.repeatableRead, true): "begin isolation level repeatable read read only"
    case (.serializable, false): "begin isolation level serializable read write"
    case (.serializable, true): "begin isolation level serializable read only"
    }
  }
}

/// Statements that take effect together or not at all.
///
/// Valid inside the body that it is given to, and refused afterwards. A statement's failure ends
/// the transaction, also when the body catches it: `commit` then throws the same failure.
public struct Transaction: StatementExecutor {
  let session: TransactionSession

  init(_ session: TransactionSession) { self.session = session }

  /// Runs a statement in this transaction.
  public func perform(_ call: StatementCall) async throws(PostgresError) -> StatementOutcome {
    try await session.run(call)
  }

  /// Runs several statements as one text by the simple protocol: for migrations, and for text that
  /// is part of the program only.
  ///
  /// - Throws: `.misuse` when the text ends the transaction.
  public func script(
    _ text: String, deadline: Duration = .seconds(600)
  ) async throws(PostgresError) {
    try await session.run(script: text, deadline: deadline)
  }
}
