import Postgres

/// Collects what the engine reports.
final class Events: Sendable {
  private let events = Shared<[PostgresEvent]>([])

  var record: @Sendable (PostgresEvent) -> Void {
    { event in self.events.change { $0.append(event) } }
  }

  var all: [PostgresEvent] { events.value }

  func count(_ condition: (PostgresEvent) -> Bool) -> Int { all.count(where: condition) }
}

extension PostgresEvent {
  var isAway: Bool { if case .away = self { true } else { false } }
  var isBack: Bool { if case .back = self { true } else { false } }
  var isConnected: Bool { if case .connected = self { true } else { false } }
  var isConnectFailed: Bool { if case .connectFailed = self { true } else { false } }
  var isReadOnly: Bool { if case .readOnly = self { true } else { false } }
  var isLost: Bool { if case .lost = self { true } else { false } }
  var isSlow: Bool { if case .statementSlow = self { true } else { false } }

  var slowName: String? {
    if case .statementSlow(let name, _, _, _) = self { name?.description } else { nil }
  }
  var notice: ServerReport? { if case .notice(let report) = self { report } else { nil } }
}

/// The error that `body` throws, or nil when it throws none of this kind.
func failure<Value>(
  of body: () async throws -> Value
) async -> PostgresError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? PostgresError
  }
}

extension PostgresError {
  var isTimeout: Bool { if case .timeout = kind { true } else { false } }
  var isConnection: Bool { if case .connection = kind { true } else { false } }
  var isExhausted: Bool { if case .poolExhausted = kind { true } else { false } }
  var isEncoding: Bool { if case .encoding = kind { true } else { false } }
  var isConfiguration: Bool { if case .configuration = kind { true } else { false } }
  var isMisuse: Bool { if case .misuse = kind { true } else { false } }
  var isCancelled: Bool { if case .cancelled = kind { true } else { false } }
  var isUnknownCommit: Bool { if case .commitOutcomeUnknown = kind { true } else { false } }
  var mismatch: ColumnMismatch? { if case .decoding(let mismatch) = kind { mismatch } else { nil } }
}
