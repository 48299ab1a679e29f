/// Why a statement, a transaction or a connection failed.
///
/// Match the kind, the SQLSTATE and the constraint's name; never text.
public struct PostgresError: Error, Sendable {
  /// The causes of errors.
  public indirect enum Kind: Sendable {
    /// The server refused the statement.
    case server(ServerReport)
    /// There is no connection, or it broke. The reason never contains the connection string.
    case connection(reason: String)
    /// The statement's deadline passed; its connection was given up.
    case timeout
    /// All connections stayed busy for the waiting deadline, or too many were waiting already.
    case poolExhausted
    /// A row does not fit its decoder.
    case decoding(ColumnMismatch)
    /// A parameter cannot be sent: too large, or text with U+0000.
    case encoding(reason: String)
    /// The connection broke after COMMIT was sent: the transaction may be committed or not.
    case commitOutcomeUnknown(reason: String)
    /// The task was cancelled before the statement was sent.
    case cancelled
    /// A mistake in the program: a transaction used after its end, or inside another.
    case misuse(reason: String)
    /// The connection string cannot be used.
    case configuration(reason: String)
  }

  /// The cause.
  public let kind: Kind
  /// The text of the statement concerned.
  public internal(set) var statement: String?
  /// Whether repeating the same statement, or the whole transaction that it was in, may succeed
  /// and cannot take effect twice.
  ///
  /// True when nothing was sent, when only reads were, when COMMIT was not sent yet, and when the
  /// server rolled back for a reason that passes (serialization failure, deadlock).
  public internal(set) var isSafeToRetry: Bool

  /// Whether it was the transaction's `begin` that the server refused: a standby answers so to
  /// `read write`, with the code 0A000 that elsewhere means an outgrown plan.
  var isOfBegin = false
  /// Whether the statement had just been prepared: then the age of its plan is not the reason.
  var isOfFreshPlan = false
  /// Whether no connection was to be had, so that nothing was tried.
  var isOfAcquiring = false
  /// Why an attempt to connect has not reached the server.
  var absence: Absence?
  /// Whether the transaction that it was in is undone by it.
  var isUndone = false

  enum Absence {
    /// No process listens.
    case refusal
    /// Nothing was heard in time.
    case silence
  }

  init(_ kind: Kind, statement: String? = nil, isSafeToRetry: Bool = false) {
    self.kind = kind
    self.statement = statement
    self.isSafeToRetry = isSafeToRetry
  }

  /// Makes the error for the server's report on a statement.
  ///
  /// `isRepeatable` says that the statement was a read, or in a transaction that was not yet
  /// being committed.
  init(_ report: ServerReport, statement: String?, isRepeatable: Bool) {
    kind = .server(report)
    self.statement = statement
    isSafeToRetry = Self.isSafeToRetry(report, isRepeatable: isRepeatable)
  }

  /// The server's five characters, when the server refused.
  public var sqlState: String? { report?.sqlState }

  /// The server's whole report, when the server refused.
  public var report: ServerReport? {
    guard case .server(let report) = kind else { return nil }
    return report
  }
}

extension PostgresError {
  /// Whether the statement may or may not have taken effect, because the server has not answered.
  ///
  /// A transaction whose COMMIT was not answered, or a statement outside of one that writes. Only a
  /// caller that knows the intended change can find out.
  public var isOutcomeUnknown: Bool {
    guard !isSafeToRetry, !isUndone else { return false }
    return switch kind {
    case .commitOutcomeUnknown, .connection, .timeout: true
    case .server(let report): Self.saysNothingOfEffects(report)
    default: false
    }
  }

  /// An ERROR means that the statement had no effect. A FATAL does not: a session can be ended
  /// between a commit and its acknowledgement. Nor does a pooler's word that the server is away.
  private static func saysNothingOfEffects(_ report: ServerReport) -> Bool {
    report.endsSession || isAway(report.sqlState)
  }

  private static func isSafeToRetry(_ report: ServerReport, isRepeatable: Bool) -> Bool {
    if saysNothingOfEffects(report) { return isRepeatable }
    return ["40001", "40P01", "42P05", "55P03", "26000", "25006"].contains(report.sqlState)
  }

  /// Whether the server has said that nothing of the statement or the transaction took effect.
  var isRefusal: Bool { report.map { !Self.saysNothingOfEffects($0) } ?? false }

  /// Its caller has waited enough, and is not to wait once more.
  ///
  /// A caller that has waited for a lock as long as the server allows keeps a connection from
  /// others. And a caller that has got no connection would wait in the queue a second time, perhaps
  /// before earlier callers, or for a server that is away.
  ///
  /// Source: as above, 55P03 `lock_not_available`.
  var isOfWaiting: Bool { isOfAcquiring || sqlState == "55P03" }

  /// The server, or this session with it, is going away or not taking work now.
  ///
  /// Source: PostgreSQL documentation, "PostgreSQL Error Codes": class 08, 53300, 57P01-57P03.
  private static func isAway(_ sqlState: String) -> Bool {
    switch sqlState {
    case "53300", "57P01", "57P02", "57P03": true
    default: sqlState.hasPrefix("08")
    }
  }

  /// Whether the connection must not be used again.
  ///
  /// 25006 is what a demoted primary answers to writes, for as long as the connection lives, and a
  /// refused `begin` is its answer to transactions. 42P05 says that another client prepares
  /// statements in this session too: our knowledge of its plans is worthless.
  var endsConnection: Bool {
    if isOfBegin { return true }
    return switch kind {
    case .connection, .timeout, .commitOutcomeUnknown: true
    case .server(let report):
      report.endsSession || Self.isAway(report.sqlState)
        || ["25006", "42P05"].contains(report.sqlState)
    default: false
    }
  }

  /// Whether it says that the server takes no writes: a standby, or a primary that was one.
  var isOfReadOnlyServer: Bool {
    sqlState == "25006" || (isOfBegin && sqlState == "0A000")
  }

  /// Whether the session's plan for the statement is out of date and a new one will do.
  var isStalePlan: Bool {
    !isOfBegin && !isOfFreshPlan && (sqlState == "0A000" || sqlState == "26000")
  }
}

extension PostgresError: CustomStringConvertible {
  /// One line for logs. Leaves out `detail`, which may quote stored values.
  public var description: String {
    guard let statement else { return kind.description }
    let words = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\(kind) (in: \(words.prefix(200)))"
  }
}

extension PostgresError.Kind: CustomStringConvertible {
  /// A few words for logs.
  public var description: String {
    switch self {
    case .server(let report):
      "\(report.severity) \(report.sqlState): \(report.message)"
        + (report.constraint.map { " [\($0)]" } ?? "")
    case .connection(let reason): "no connection: \(reason)"
    case .timeout: "the statement's deadline passed"
    case .poolExhausted: "no connection became free in time"
    case .decoding(let mismatch): mismatch.description
    case .encoding(let reason): "parameter refused: \(reason)"
    case .commitOutcomeUnknown(let reason): "committed or not, unknown: \(reason)"
    case .cancelled: "the task was cancelled"
    case .misuse(let reason): "misuse: \(reason)"
    case .configuration(let reason): "connection string: \(reason)"
    }
  }
}

/// Where a row and its decoder disagree.
public struct ColumnMismatch: Sendable, CustomStringConvertible {
  /// From 0.
  public let column: Int
  /// Empty when there is no such column.
  public let columnName: String
  /// The column's type in `pg_type`, 0 when there is no such column.
  public let typeOID: UInt32
  /// The type that the decoder wanted, when the column has another.
  public let expectedType: String?
  /// The mistake, in words.
  public let reason: String

  /// The column's type as SQL names it, or `type` and its number; nil when there is no such column.
  public var typeName: String? { typeOID == 0 ? nil : TypeOID.description(of: typeOID) }

  /// A few words for logs.
  public var description: String {
    guard let typeName else { return "column \(column): \(reason)" }
    return "column \(column) \"\(columnName)\" of type \(typeName): \(reason)"
  }
}

/// Everything that the engine has to report. Never contains parameters or the connection string.
public enum PostgresEvent: Sendable {
  /// A connection is open; the process is the server's for it.
  case connected(process: Int32, took: Duration)
  /// An attempt failed; the next follows after the pause. It is no news when the one before it
  /// failed for the same reason and the server is known to be away.
  case connectFailed(PostgresError, pause: Duration, isNews: Bool)
  /// An open connection was given up, with this many statements on it.
  case lost(process: Int32, PostgresError, inFlight: Int)
  /// The server of a connection takes no writes any more: another is looked for.
  case readOnly(process: Int32)
  /// The last connection is gone and no new one comes: callers are refused soon.
  case away
  /// The server is there again.
  case back(after: Duration)
  /// Callers were refused because no connection became free in time; others still wait.
  case exhausted(refused: Int, waiting: Int)
  /// A read is tried again because its connection broke; once for each new try.
  case retried(PostgresError)
  /// A statement took longer than the policy calls slow. A script has no name. The caller is
  /// that of `StatementPolicy.watch`.
  case statementSlow(
    StatementName?, text: String, took: Duration, caller: (any AnyObject & Sendable)?)
  /// The server's notices and warnings.
  case notice(ServerReport)
}
