import EventLoop
import Foundation
import LocalPostgres
import Logging
import Operations
import Postgres
import TestDatabase
import Testing

@testable import App

/// The standby that reads may go to: what an operator can say of it, and what is told of it.
struct ReplicaConfigurationTests {
  private let primary = "postgres://moa@localhost/moa"

  private func read(
    _ flags: [Setting: String], _ environment: [String: String] = [:]
  ) throws -> Configuration {
    try Configuration.read(
      flags: flags, environment: environment,
      machine: .current(environment: ["HOME": "/nonexistent"]))
  }

  @Test("Without the setting there is no standby")
  func none() throws {
    let configuration = try read([.databaseURL: primary])
    #expect(configuration.replica == nil)
  }

  @Test("A standby is reached whatever its URL says about servers, and may lag for a second")
  func standby() throws {
    let url = "postgres://moa@standby.example/moa?target_session_attrs=read-write"
    let configuration = try read(
      [.databaseURL: primary], ["MOA_DATABASE_REPLICA_URL": url])
    let replica = try #require(configuration.replica)
    #expect("\(replica.connectionString)" == "moa@standby.example/moa")
    #expect(replica.lagMax == .seconds(1))
    let lag = try read(
      [.databaseURL: primary, .databaseReplicaURL: url, .databaseReplicaLag: "250ms"])
    #expect(lag.replica?.lagMax == .milliseconds(250))
  }

  @Test("A standby of nothing and a text that is none are mistakes that show no secret")
  func mistakes() {
    let alone = #expect(throws: ConfigurationMistakes.self) {
      try read([.databaseReplicaURL: primary])
    }
    #expect(alone?.description.contains("--database-url") == true)
    let broken = #expect(throws: ConfigurationMistakes.self) {
      try read([.databaseURL: primary], ["MOA_DATABASE_REPLICA_URL": "canary=one two"])
    }
    #expect(broken?.description.contains("canary") == false)
    #expect(Setting.databaseReplicaURL.isSecret)
  }

  @Test("Workers are told the standby and no variable shows it")
  func handedOn() {
    var workerConfiguration = WorkerConfiguration(
      workers: 2, database: "a", isDatabasePrivate: false)
    #expect(
      Inheritance(workerConfiguration: workerConfiguration).environment == ["MOA_DATABASE_URL": "a"]
    )
    workerConfiguration.replica = "b"
    let texts = ["MOA_DATABASE_URL": "a", "MOA_DATABASE_REPLICA_URL": "b"]
    #expect(Inheritance(workerConfiguration: workerConfiguration).environment == texts)
  }

  @Test("The doctor tells a standby from a server that is none or is not there")
  func doctor() async throws {
    let servers = try await ReplicatedDatabase.start()
    defer { servers.remove() }
    func finding(_ url: String) async throws -> Finding? {
      let configuration = try read(
        [.databaseURL: servers.first.conninfo, .databaseReplicaURL: url])
      let log = EventLog(LogQueue(descriptor: 2), level: .critical)
      return await Doctor(configuration, log).examine().first { $0.text.hasPrefix("Replica:") }
    }
    #expect(try await finding(servers.second.conninfo)?.grade == .fine)
    #expect(try await finding(servers.first.conninfo)?.grade == .remark)
    #expect(try await finding("postgres://moa@127.0.0.1:1/moa")?.grade == .remark)
    let bouncer = try await TestBouncer(before: servers.second.conninfo)
    defer { bouncer.stop() }
    let pooled = try await finding(bouncer.conninfo(of: servers.second.conninfo))
    #expect(pooled?.grade == .remark)
    #expect(pooled?.text.contains("is a pooler") == true, "\(String(describing: pooled))")
  }
}
