import Domain
import EventLoop
import LocalPostgres
import Postgres
import Repositories
import UseCases

/// Whether PostgreSQL is there, how old it is, and whether its schema is this program's.
struct DatabaseExamination: Sendable {
  /// A person waits for the answer; a running database answers in milliseconds.
  private static let deadline = Duration.seconds(3)
  /// The oldest version that the project supports, and that the private one needs.
  static let oldestMajor = LocalPostgresBinaries.oldestMajor
  private let settings: DatabaseSettings
  private let report: OperationReport

  init(_ settings: DatabaseSettings, _ report: @escaping OperationReport) {
    self.settings = settings
    self.report = report
  }

  func findings() async -> [Finding] {
    if let external = settings.external { return await connected(to: external.connectionString) }
    do {
      let local = try LocalPostgres(dataDirectory: settings.dataDirectory)
      guard let text = local.runningConnectionString else {
        return [try Self.installed(local)]
      }
      return await connected(to: try ConnectionString(shop: text))
    } catch {
      return [Finding(.missing, "PostgreSQL: \(error)".sentence)]
    }
  }

  /// A private server that does not run is no fault: `moa serve` starts it.
  private static func installed(_ local: LocalPostgres) throws -> Finding {
    let major = try local.installedMajor()
    return Finding(
      .fine,
      "PostgreSQL: \(major) is installed; a private one is started by `moa serve`, and its schema"
        + " is brought up to date then.")
  }

  private func connected(to target: ConnectionString) async -> [Finding] {
    let report = report
    var policy = StatementPolicy()
    policy.preparation = settings.statements.preparation
    do {
      let loop = try EventLoop.ofProgram()
      return try await loop.run { [policy] in
        let connection = try await Connection.connect(
          on: loop, to: target, deadline: Self.deadline, policy: policy,
          observe: { report(.postgres($0)) })
        let findings = await Self.findings(on: connection, "\(target)")
        connection.close()
        return findings
      }
    } catch {
      return [Finding(.missing, "PostgreSQL: cannot reach \(target): \(error)".sentence)]
    }
  }

  static func findings(on connection: Connection, _ name: String) async -> [Finding] {
    do {
      let inspection = try await DatabaseInspection.read(from: connection)
      let rights = try await DatabaseRights.read(from: connection)
      let server =
        [server(version: inspection.version, name)]
        + SessionExamination.findings(inspection, isPooled: connection.isPooled)
        + sessions(
          isPooled: connection.isPooled,
          isPrepared: connection.preparesStatements, isLimited: inspection.limitsStatements)
        + [RightsExamination.finding(rights)]
      guard rights.readsHistory else { return server }
      let (missing, unknown) = try await Migrator.embedded.fitness(of: connection)
      guard missing.isEmpty else { return server + [schema(lacks: missing.map(\.name))] }
      let backlog = try await ChangeBacklog.read(from: connection)
      let stopped = try await StoppedWrites.since(from: connection)
      let open = try await OpenTransaction.read(openFor: openSecondsMax, from: connection)
      return server + [schema(knowsToo: unknown), key(isThere: inspection.hasServerKey)]
        + [changes(backlog), writes(stopped: stopped)] + open.prefix(1).map(longest)
    } catch {
      return [Finding(.missing, "PostgreSQL: \(name) is there, but: \(error)".sentence)]
    }
  }

  /// - Parameter number: such as 150014 for 15.14.
  static func server(version number: Int, _ name: String) -> Finding {
    let version = "\(number / 10_000).\(number % 10_000)"
    guard number / 10_000 >= oldestMajor else {
      return Finding(
        .missing,
        "PostgreSQL: \(version) at \(name) is older than \(oldestMajor), which is needed.")
    }
    return Finding(.fine, "PostgreSQL: \(version) at \(name)")
  }

  /// Describes the sessions: with or without a pooler, how statements are sent, and the
  /// disadvantages.
  static func sessions(isPooled: Bool, isPrepared: Bool, isLimited: Bool) -> [Finding] {
    let sent = isPrepared ? "statements are prepared" : "statements are not prepared"
    guard isPooled else { return [Finding(.fine, "Pooler: none; \(sent).")] }
    let what = "Pooler: one is in between, such as PgBouncer; \(sent)"
    let pooler =
      isPrepared
      ? Finding(
        .remark,
        "\(what), which needs PgBouncer 1.21 or newer with max_prepared_statements above 0.")
      : Finding(.fine, "\(what).")
    guard !isLimited else { return [pooler] }
    return [
      pooler,
      Finding(
        .remark,
        "Time limits: the pooler keeps ours from the server, and the role has none of its own:"
          + " `alter role ... set statement_timeout = '4s'`, also lock_timeout = '1s' and"
          + " idle_in_transaction_session_timeout = '10s'."),
    ]
  }

  static func schema(lacks names: [String]) -> Finding {
    Finding(
      .missing,
      "Schema: \(names.joined(separator: ", ")) still to be applied: run `moa migrate`, or start"
        + " with \(SettingName.migrate).")
  }

  static func schema(knowsToo unknown: [String]) -> Finding {
    guard unknown.isEmpty else {
      return Finding(
        .remark,
        "Schema: a newer program has applied \(unknown.joined(separator: ", ")); this one works on"
          + " it too.")
    }
    return Finding(.fine, "Schema: up to date")
  }

  static func key(isThere: Bool) -> Finding {
    guard isThere else {
      return Finding(.remark, "Server key: none yet; the first server to start makes it.")
    }
    return Finding(.fine, "Server key: is there; cursors and cookies are signed with it.")
  }
}

extension DatabaseExamination {
  /// Each server numbers changes every second.
  private static let ageMax = Duration.seconds(30)

  static func changes(_ backlog: ChangeBacklog?) -> Finding {
    guard let backlog else {
      return Finding(.missing, "Changes: moa.change_clock is empty: restore a backup.")
    }
    guard backlog.age <= ageMax else {
      let seconds = backlog.age.components.seconds
      return Finding(
        .remark,
        "Changes: \(backlog.marks) are not numbered, the oldest for \(seconds) s, so apps do not"
          + " hear of them: start a server, or look for errors in the log of one that runs.")
    }
    return Finding(.fine, "Changes: numbered up to \(backlog.lastNumber)")
  }

  static func writes(stopped since: Timestamp?) -> Finding {
    guard let since else { return Finding(.fine, "Writes: allowed") }
    return Finding(
      .remark,
      "Writes: stopped since \(since.rfc3339); clients get 503. Run `moa readonly off` to allow"
        + " them.")
  }

  private static let openSecondsMax = 60.0

  static func longest(_ open: OpenTransaction) -> Finding {
    Finding(
      .remark,
      "Transactions: process \(open.process) of \(open.user) (\(open.application)) has one open"
        + " since \(open.start.rfc3339), so each look for changes reads more marks: end it there,"
        + " or by `select pg_terminate_backend(\(open.process))`.")
  }
}

/// Whether the standby that reads may go to is there and follows the primary.
enum ReplicaExamination {
  private static let deadline = Duration.seconds(3)

  static func finding(
    _ target: ConnectionString, lagMax: Duration, _ report: @escaping OperationReport
  ) async -> Finding {
    do {
      let loop = try EventLoop.ofProgram()
      let (state, isPooled) = try await loop.run {
        let connection = try await Connection.connect(
          on: loop, to: target, deadline: deadline,
          observe: { report(.replica($0)) })
        defer { connection.close() }
        return (try await StandbyInspection.read(from: connection), connection.isPooled)
      }
      return finding(state, "\(target)", isPooled: isPooled, lagMax: lagMax)
    } catch {
      // Reads go to the primary then: slower perhaps, but nothing fails.
      return Finding(
        .remark,
        "Replica: cannot reach a standby at \(target), so it is not used: \(error)".sentence)
    }
  }

  static func finding(
    _ state: StandbyInspection, _ name: String, isPooled: Bool, lagMax: Duration
  ) -> Finding {
    guard !isPooled else {
      return Finding(
        .remark,
        "Replica: \(name) is a pooler, which may lead to another server with each statement, so it"
          + " is not used. Name the standby itself.")
    }
    guard state.isStreaming else {
      return Finding(
        .remark, "Replica: \(name) is a standby, but follows no primary now, so it is not used.")
    }
    return Finding(
      .fine, "Replica: \(name) follows its primary; answers may be \(lagMax) old.")
  }
}
