import Domain
import HTTPServer
import LocalPostgres

/// Looks at everything that a server with these settings needs, and changes nothing.
package struct Doctor: Sendable {
  private let configuration: Configuration
  private let log: EventLog

  package init(_ configuration: Configuration, _ log: EventLog) {
    self.configuration = configuration
    self.log = log
  }

  /// What is there and what is not, in the order in which a server would need it.
  package func examine() async -> [Finding] {
    var findings = ResourceExamination.findings(configuration)
    if configuration.database == nil {
      findings.append(DataDirectoryExamination.finding(configuration.dataDirectory))
    }
    if let archive = configuration.archive {
      findings.append(ArchiveExamination.finding(archive, configuration))
    }
    let isServing = await isServing()
    findings.append(await ListenerExamination.finding(configuration, isServing: isServing))
    let metrics = await ListenerExamination.metricsFinding(configuration, isServing: isServing)
    findings += metrics.map { [$0] } ?? []
    findings += await DatabaseExamination(configuration, log).findings()
    findings += await ReplicaExamination.findings(configuration, log)
    findings += await DecoderExamination.findings()
    findings.append(Self.tls(configuration))
    findings.append(Self.publicURL(configuration))
    return findings
  }

  /// Nil for an external database, of which it is not known who uses it.
  private func isServing() async -> Bool? {
    guard configuration.database == nil else { return nil }
    let local = try? LocalPostgres(dataDirectory: configuration.dataDirectory)
    return await Task { local?.serverProcess != nil }.value
  }

  static func tls(_ configuration: Configuration) -> Finding {
    guard let tls = configuration.tls else {
      return Finding(.remark, "TLS: no certificate is named, so a proxy in front has to end it.")
    }
    do {
      try tls.check()
      return Finding(.fine, "TLS: certificate and key can be used (\(tls.certificateFile)).")
    } catch {
      return Finding(.missing, "TLS: \(error.description)")
    }
  }

  static func publicURL(_ configuration: Configuration) -> Finding {
    guard let origin = configuration.publicOrigin else {
      return Finding(
        .remark,
        "Public URL: none is set, so URLs of images begin with the host that each request was sent"
          + " to; \(Setting.publicURL.name) says another.")
    }
    return Finding(.fine, "Public URL: \(origin.text)")
  }
}
