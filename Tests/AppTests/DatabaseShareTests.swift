import Foundation
import Logging
import Postgres
import TestDatabase
import Testing

@testable import App

@Suite struct DatabaseShareTests {
  @Test func allLoopsTogetherNeverNeedMoreThanTheServerAdmits() {
    for loops in 1...256 {
      for wanted in [1, 4, 100] {
        let share = DatabaseShare(loops: loops, wanted: wanted)
        #expect((1...wanted).contains(share.connectionsOfLoop))
        let stateMachine = loops * (2 * share.connectionsOfLoop + 1)
        #expect(
          share.serverConnections >= 2 * stateMachine + 10, "those of killed workers may linger")
      }
    }
    #expect(DatabaseShare(loops: 2, wanted: 4).connectionsOfLoop == 4)
    #expect(DatabaseShare(loops: 2, wanted: 4).serverConnections == 50)
  }

  @Test func thePrivateServerAdmitsWhatManyLoopsOpen() async throws {
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
