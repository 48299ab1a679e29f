import Foundation
import LocalPostgres
import Postgres
import TestDatabase
import Testing

@testable import Operations

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
    let database = try await OpenDatabase.open(
      DatabaseSettings(dataDirectory: directory, processes: 100))
    let local = try #require(database.started?.runningConnectionString)
    let admitted = Result { try TestDatabase.psql("show max_connections", in: local) }
    try await database.close { _ in }
    #expect(try admitted.get() == "610")
    #expect(database.pool.sharedConnectionsMax == 1)
    #expect(database.pool.exclusiveConnectionsMax == 1)
  }
}
