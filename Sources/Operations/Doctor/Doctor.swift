package import Domain
import EventLoop
package import HTTPServer
import LocalPostgres
package import Postgres
import Web

/// Looks at everything that a server with these settings needs, and changes nothing.
package struct Doctor: Sendable {
  /// The settings that a server would be started with.
  package struct Settings: Sendable {
    package var database: DatabaseSettings
    /// A standby for reads, and how old its answers may be.
    package var replica: (connectionString: ConnectionString, lagMax: Duration)?
    package var address: ListenAddress
    /// Where `/metrics` would be served; nil for nowhere.
    package var metricsAddress: ListenAddress?
    package var tls: TLSConfiguration?
    package var publicOrigin: Origin?
    /// Open client connections of the whole server.
    package var connections = 1
    /// Whether a server answers at the address: it may be the one that the settings are of.
    package var isAnswering: @Sendable () -> Bool = { false }
    /// Whether proxies are trusted, and how often one address may ask, such as `600/s`.
    package var trustsProxies = false
    package var rateLimit: String?
    /// Whether requests may name any host.
    package var takesAnyHost = true
    package var diskBound = DiskBound.never
    /// Settings that are probably mistakes, one sentence each.
    package var doubts: [String] = []
    /// Names of variables that are set for PostgreSQL's clients.
    package var postgresVariables: [String] = []

    package init(database: DatabaseSettings, address: ListenAddress) {
      self.database = database
      self.address = address
    }
  }

  private let settings: Settings
  private let report: OperationReport

  package init(_ settings: Settings, _ report: @escaping OperationReport) {
    self.settings = settings
    self.report = report
  }

  /// Examines everything that a server needs, in the order of its start.
  package func examine() async -> [Finding] {
    let database = settings.database
    var findings = ResourceExamination.findings(settings)
    if database.external == nil {
      findings.append(DataDirectoryExamination.finding(database.dataDirectory))
    }
    if let archive = database.archive {
      findings.append(ArchiveExamination.finding(archive, database))
    }
    let isServing = await isServing()
    findings.append(
      await ListenerExamination.finding(settings.address, called: "Address", isServing: isServing))
    if let address = settings.metricsAddress {
      findings.append(
        await ListenerExamination.finding(address, called: "Metrics", isServing: isServing))
    }
    findings += await DatabaseExamination(database, report).findings()
    if let replica = settings.replica {
      findings.append(
        await ReplicaExamination.finding(
          replica.connectionString, lagMax: replica.lagMax, report))
    }
    findings += await DecoderExamination.findings()
    findings.append(Self.tls(settings.tls))
    findings.append(Self.clients(trustsProxies: settings.trustsProxies, rate: settings.rateLimit))
    findings.append(Self.publicURL(settings.publicOrigin, takesAnyHost: settings.takesAnyHost))
    return findings
  }

  /// Whether the server of these settings runs, which then has the ports. With an external database
  /// it is asked.
  private func isServing() async -> Bool {
    guard settings.database.external == nil else {
      return (try? await EventLoop.offload { [settings] in settings.isAnswering() }) == true
    }
    let local = try? LocalPostgres(dataDirectory: settings.database.dataDirectory)
    return await Task { local?.serverProcess != nil }.value
  }

  static func tls(_ tls: TLSConfiguration?) -> Finding {
    guard let tls else {
      return Finding(.remark, "TLS: no certificate is named, so a proxy in front has to end it.")
    }
    do {
      let (daysLeft, isEarly) = try tls.check()
      return certificate(tls.certificateFile, daysLeft: daysLeft, isEarly: isEarly)
    } catch {
      return Finding(.missing, "TLS: \(error.description)")
    }
  }

  /// Automatic renewal replaces a certificate weeks before its end.
  private static let certificateDaysMin = 7

  static func certificate(_ file: String, daysLeft: Int, isEarly: Bool) -> Finding {
    guard daysLeft >= 0, !isEarly else {
      let fault = isEarly ? "is not valid yet" : "expired \(-daysLeft) days ago"
      return Finding(.missing, "TLS: the certificate \(file) \(fault); clients refuse it.")
    }
    guard daysLeft >= certificateDaysMin else {
      return Finding(.remark, "TLS: the certificate \(file) expires in \(daysLeft) days.")
    }
    return Finding(.fine, "TLS: certificate and key can be used (\(file)).")
  }

  static func clients(trustsProxies: Bool, rate: String?) -> Finding {
    let rates = rate.map { "each address may send \($0) requests" } ?? "requests have no rate limit"
    guard !trustsProxies else { return Finding(.fine, "Clients: \(rates); proxies are trusted.") }
    return Finding(
      .remark,
      "Clients: \(rates), and no proxy is trusted: behind one all clients count as one address."
        + " Name it with \(SettingName.trustedProxies).")
  }

  static func publicURL(_ origin: Origin?, takesAnyHost: Bool) -> Finding {
    if let origin { return Finding(.fine, "Public URL: \(origin.text)") }
    guard takesAnyHost else {
      return Finding(.fine, "Public URL: that of each request, by a host on the list of hosts.")
    }
    return Finding(
      .remark,
      "Public URL: neither \(SettingName.publicURL) nor \(SettingName.hosts) is set, so links and"
        + " URLs of images begin with any host that a request names, and a cache may keep such an"
        + " answer for others. Set one of them.")
  }
}

/// One thing that the doctor looked at, as a line for people.
package struct Finding: Sendable, Hashable, CustomStringConvertible {
  package enum Grade: String, Sendable, Hashable, CaseIterable {
    /// As it should be.
    case fine = "ok"
    /// Worth knowing; everything works all the same.
    case remark = "note"
    /// A required resource is missing or cannot be used.
    case missing
  }

  package let grade: Grade
  package let text: String

  init(_ grade: Grade, _ text: String) {
    self.grade = grade
    self.text = text.printable(1_000)
  }

  package var description: String {
    grade.rawValue + String(repeating: " ", count: 9 - grade.rawValue.count) + text
  }
}

extension CommandReport {
  /// A report of the findings.
  package init(_ findings: [Finding]) {
    self.init(of: findings, line: \.description) {
      $0.key("grade")
      $0.string($1.grade.rawValue)
      $0.key("text")
      $0.string($1.text)
    }
  }
}
