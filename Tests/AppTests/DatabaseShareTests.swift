import Foundation
import LocalPostgres
import Logging
import Postgres
import TestDatabase
import Testing

@testable import App

@Suite struct DatabaseShareTests {
  @Test func allProcessesTogetherNeverNeedMoreThanTheServerAdmits() {
    for processes in 1...256 {
      for wanted in [1, 4, 100] {
        let share = DatabaseShare(processes: processes, wanted: wanted)
        #expect((1...wanted).contains(share.connectionsOfProcess))
        let needed = processes * (2 * share.connectionsOfProcess + 1)
        #expect(
          share.serverConnections >= 2 * needed + 10, "those of killed workers may linger")
      }
    }
    #expect(DatabaseShare(processes: 2, wanted: 4).connectionsOfProcess == 4)
    #expect(DatabaseShare(processes: 2, wanted: 4).serverConnections == 50)
  }

  @Test func thePrivateServerAdmitsWhatManyWorkersOpen() async throws {
    let directory = TestDirectory.make()
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let configuration = try Configuration.read(
      flags: [.dataDirectory: directory, .workers: "100"], environment: [:],
      machine: .current(environment: [:]))
    let database = try await OpenDatabase.open(configuration)
    let local = try #require(database.started?.runningConnectionString)
    let admitted = Result { try TestDatabase.psql("show max_connections", in: local) }
    try await database.close(EventLog(LogQueue(descriptor: 2), level: .critical))
    #expect(try admitted.get() == "610")
    let pool = PoolConfiguration(configuration, database)
    #expect(pool.sharedConnectionsMax == 1)
    #expect(pool.exclusiveConnectionsMax == 1)
  }
}
