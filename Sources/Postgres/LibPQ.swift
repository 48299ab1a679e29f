import CLibPQ

/// The C library: one Swift function per C function used, and the only file that sees it.
///
/// Nothing here waits and nothing here decides. Every connection is in non-blocking mode, so no
/// call blocks (name resolution happens before `connectStart`). `PQexec`, large objects and
/// `PQcancel` are left out on purpose: the first takes text, the second has overflowed its caller's
/// buffer (CVE-2026-6477), the third blocks.
enum LibPQ {
  /// The readiness that a connection waits for while it is made.
  enum Polling { case reading, writing, ready, failed }

  /// Whether everything that was written has left.
  enum Flush { case done, pending, failed }

  /// The kind of an answer.
  enum Status { case rows, command, copyIn, pipelineSync, pipelineAborted, error, unexpected }

  /// Whether the session is inside a transaction block.
  enum TransactionState { case idle, active, inTransaction, inFailedTransaction, unknown }

  /// The fields of a report that are looked at.
  enum ReportField {
    case severity, localizedSeverity, sqlState, message, detail, hint, context, position
    case schema, table, column, dataType, constraint

    fileprivate var code: Int32 {
      switch self {
      case .severity: 0x56  // PG_DIAG_SEVERITY_NONLOCALIZED, 'V'; the macros are characters
      case .localizedSeverity: 0x53
      case .sqlState: 0x43
      case .message: 0x4D
      case .detail: 0x44
      case .hint: 0x48
      case .context: 0x57
      case .position: 0x50
      case .schema: 0x73
      case .table: 0x74
      case .column: 0x63
      case .dataType: 0x64
      case .constraint: 0x6E
      }
    }
  }

  /// Splits a URL or `key=value` text into its settings, or returns nil when it is malformed.
  ///
  /// The library's own message is dropped because it may quote the text, password included.
  static func parse(conninfo: String) -> [(keyword: String, value: String)]? {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(conninfo, &message) else {
      PQfreemem(message)
      return nil
    }
    defer { PQconninfoFree(options) }
    return settings(of: options) { _ in true }
  }

  /// Settings that the library takes from the environment (`PGHOST` and so on, or the service that
  /// `PGSERVICE` names) where the text has none. Leaves out compiled-in defaults.
  static func environment() -> [(keyword: String, value: String)] {
    guard let options = PQconndefaults() else { return [] }
    defer { PQconninfoFree(options) }
    return settings(of: options) { option in
      guard let value = option.val, let compiled = option.compiled else { return true }
      return String(cString: value) != String(cString: compiled)
    }
  }

  /// The variables that it takes settings from, set or not.
  static func environmentVariables() -> [String] { Array(variablesByKeyword().values) }

  /// The same by the settings' keywords.
  static func variablesByKeyword() -> [String: String] {
    guard let options = PQconndefaults() else { return [:] }
    defer { PQconninfoFree(options) }
    var names: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let name = option.pointee.envvar {
        names[String(cString: keyword)] = String(cString: name)
      }
      option += 1
    }
    return names
  }

  private static func settings(
    of options: UnsafeMutablePointer<PQconninfoOption>,
    where isWanted: (PQconninfoOption) -> Bool
  ) -> [(keyword: String, value: String)] {
    var settings: [(keyword: String, value: String)] = []
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val, isWanted(option.pointee) {
        settings.append((String(cString: keyword), String(cString: value)))
      }
      option += 1
    }
    return settings
  }
}

extension LibPQ {
  /// A `PGconn`. Its owner calls `finish` once.
  ///
  /// Afterwards the pointer is nil, which every function of libpq takes for a broken connection:
  /// a call too late gets an answer instead of reading freed memory. Belongs to one loop.
  final class Handle {
    private var pointer: OpaquePointer?

    private init(pointer: OpaquePointer) { self.pointer = pointer }

    /// Begins a connection, or returns nil when memory is short.
    static func connectStart(_ settings: [(keyword: String, value: String)]) -> Handle? {
      withCStrings(settings.map(\.keyword)) { keywords in
        withCStrings(settings.map(\.value)) { values in
          PQconnectStartParams(keywords, values, 0).map(Handle.init(pointer:))
        } ?? nil
      } ?? nil
    }

    func connectPoll() -> Polling {
      moa_tls_watch_ends()
      _ = moa_tls_take_verdict()
      switch PQconnectPoll(pointer) {
      case PGRES_POLLING_READING: return .reading
      case PGRES_POLLING_WRITING: return .writing
      case PGRES_POLLING_OK: return .ready
      default:
        verdict = moa_tls_take_verdict()
        return .failed
      }
    }

    /// Why the TLS library refused the server's certificate; 0 if it did not.
    private var verdict = 0

    /// The mistake in the server's certificate, for people.
    ///
    /// Source: openssl-verification-options(1) for the numbers, which are part of the library's
    /// interface.
    private var certificateFlaw: String {
      switch verdict {
      case 0: ""
      // An issuer that is not found, or one that only signs for itself.
      case 2, 18...21: ": the server's certificate is from none of the authorities in sslrootcert"
      default:
        ": " + (moa_tls_words(verdict).map { String(cString: $0) } ?? "verdict \(verdict)")
      }
    }

    func finish() {
      PQfinish(pointer)
      pointer = nil
    }

    var socket: Int32 { PQsocket(pointer) }
    var isBad: Bool { PQstatus(pointer) == CONNECTION_BAD }
    /// Whether the network has not confirmed the connection yet.
    var isConnecting: Bool { PQstatus(pointer) == CONNECTION_STARTED }

    /// Bytes that the TLS library has taken from the socket and libpq has not yet taken from it; 0
    /// without TLS, nil when the library does not say.
    var pendingBytesOfTLS: Int? {
      let count = moa_tls_pending(pointer)
      return count < 0 ? nil : Int(count)
    }

    /// Whether the server has reported that it takes no writes: it is a standby, or set to be
    /// read-only. It reports a change with the answer to the next statement.
    ///
    /// Source: PostgreSQL documentation, "PQparameterStatus".
    var isReadOnly: Bool { isOn("in_hot_standby") || isOn("default_transaction_read_only") }

    /// The encoding of the database, such as `UTF8`; empty when the server has not told.
    var serverVersion: Int { Int(PQserverVersion(pointer)) }

    var serverEncoding: String { reported("server_encoding") ?? "" }

    private func isOn(_ parameter: String) -> Bool { reported(parameter) == "on" }

    private func reported(_ parameter: String) -> String? {
      PQparameterStatus(pointer, parameter).map { String(cString: $0) }
    }

    var backendProcess: Int32 { PQbackendPID(pointer) }

    /// The library's words about what went wrong: host, port and the server's message.
    var errorMessage: String {
      String(cString: PQerrorMessage(pointer)).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ") + certificateFlaw
    }

    var transactionState: TransactionState {
      switch PQtransactionStatus(pointer) {
      case PQTRANS_IDLE: .idle
      case PQTRANS_ACTIVE: .active
      case PQTRANS_INTRANS: .inTransaction
      case PQTRANS_INERROR: .inFailedTransaction
      default: .unknown
      }
    }

    func setNonblocking() -> Bool { PQsetnonblocking(pointer, 1) == 0 }
    func enterPipelineMode() -> Bool { PQenterPipelineMode(pointer) == 1 }
    func exitPipelineMode() -> Bool { PQexitPipelineMode(pointer) == 1 }
    func pipelineSync() -> Bool { moa_pipeline_sync(pointer) == 1 }
    func sendFlushRequest() -> Bool { PQsendFlushRequest(pointer) == 1 }
    func consumeInput() -> Bool { PQconsumeInput(pointer) == 1 }
    var isBusy: Bool { PQisBusy(pointer) == 1 }

    func flush() -> Flush {
      switch PQflush(pointer) {
      case 0: .done
      case 1: .pending
      default: .failed
      }
    }

    /// Takes the next answer; nil ends the answers of one command. Blocks while `isBusy`.
    func nextAnswer() -> Answer? { PQgetResult(pointer).map(Answer.init(pointer:)) }

    /// Frees the notifications that have arrived, and returns their number.
    func dropNotifications() -> Int {
      var count = 0
      while let notification = PQnotifies(pointer) {
        PQfreemem(notification)
        count += 1
      }
      return count
    }

    /// Reports every notice and warning instead of printing it to standard error.
    ///
    /// `sink` must live until `finish` has returned.
    func setNoticeSink(_ sink: NoticeSink) {
      let receiver: PQnoticeReceiver = { context, result in
        guard let context, let result else { return }
        let sink = Unmanaged<NoticeSink>.fromOpaque(context).takeUnretainedValue()
        sink.receive(ServerReport(Answer(pointer: result)))
      }
      _ = PQsetNoticeReceiver(pointer, receiver, Unmanaged.passUnretained(sink).toOpaque())
    }

    /// Queues bytes of a copy.
    func putCopyData(_ bytes: [UInt8]) -> Bool {
      bytes.withUnsafeBytes { buffer in
        PQputCopyData(
          pointer, buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32(clamping: buffer.count)) == 1
      }
    }

    /// Ends a copy; with a reason nothing of it is kept.
    func putCopyEnd(failing reason: String?) -> Bool { PQputCopyEnd(pointer, reason) == 1 }

    /// Sends several commands as one text by the simple protocol; for trusted text only.
    func sendQuery(_ text: String) -> Bool { PQsendQuery(pointer, text) == 1 }

    /// - Parameter name: ends with NUL.
    func sendPrepare(_ name: [CChar], _ text: UnsafePointer<CChar>, types: [UInt32]) -> Bool {
      assert(name.last == 0, "a name that does not end")
      return PQsendPrepare(pointer, name, text, Int32(types.count), types) == 1
    }

    /// - Parameter name: ends with NUL.
    func sendQueryPrepared(_ name: [CChar], _ parameters: borrowing ParameterArrays) -> Bool {
      assert(name.last == 0, "a name that does not end")
      return PQsendQueryPrepared(
        pointer, name, Int32(parameters.count), parameters.values, parameters.lengths,
        parameters.formats, 1) == 1
    }

    func sendQueryParams(
      _ text: UnsafePointer<CChar>, types: [UInt32], _ parameters: borrowing ParameterArrays
    ) -> Bool {
      PQsendQueryParams(
        pointer, text, Int32(parameters.count), types, parameters.values, parameters.lengths,
        parameters.formats, 1) == 1
    }
  }
}

extension LibPQ {
  /// A `PGresult`. Its receiver calls `clear` once, after the last use.
  struct Answer {
    fileprivate let pointer: OpaquePointer

    func clear() { PQclear(pointer) }

    var status: Status {
      switch PQresultStatus(pointer) {
      case PGRES_TUPLES_OK: .rows
      case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: .command
      case PGRES_COPY_IN: .copyIn
      case PGRES_PIPELINE_SYNC: .pipelineSync
      case PGRES_PIPELINE_ABORTED: .pipelineAborted
      case PGRES_FATAL_ERROR, PGRES_NONFATAL_ERROR: .error
      default: .unexpected
      }
    }

    var rowCount: Int32 { PQntuples(pointer) }
    var columnCount: Int32 { PQnfields(pointer) }

    func typeOID(_ column: Int32) -> UInt32 { PQftype(pointer, column) }

    func columnName(_ column: Int32) -> String {
      PQfname(pointer, column).map { String(cString: $0) } ?? ""
    }

    /// The bytes of a value in the library's buffer, or nil for null. Gone after `clear`.
    func value(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer? {
      let count = Int(PQgetlength(pointer, row, column))
      // Null has no length either; most values have one, and need not be asked.
      guard count > 0 || PQgetisnull(pointer, row, column) == 0 else { return nil }
      return UnsafeRawBufferPointer(start: PQgetvalue(pointer, row, column), count: count)
    }

    /// Rows inserted, changed, deleted or returned; 0 for other commands.
    var affectedRows: Int {
      guard let text = PQcmdTuples(pointer) else { return 0 }
      return Int(String(cString: text)) ?? 0
    }

    /// The command's tag, such as `COMMIT` or `INSERT 0 1`.
    var commandTag: String { PQcmdStatus(pointer).map { String(cString: $0) } ?? "" }

    func field(_ field: ReportField) -> String? {
      PQresultErrorField(pointer, field.code).map { String(cString: $0) }
    }
  }
}

/// Calls `body` with a null-terminated array of C strings that live as long as the call.
private func withCStrings<Value>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
) -> Value? {
  var bytes: [CChar] = []
  var starts: [Int] = []
  for string in strings {
    starts.append(bytes.count)
    bytes.append(contentsOf: string.utf8.lazy.map { CChar(bitPattern: $0) })
    bytes.append(0)
  }
  return bytes.withUnsafeBufferPointer { buffer in
    var pointers = starts.map { start in buffer.baseAddress.map { $0 + start } }
    pointers.append(nil)
    return pointers.withUnsafeBufferPointer { $0.baseAddress.map(body) }
  }
}
