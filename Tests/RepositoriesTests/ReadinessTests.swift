import Repositories
import Testing
import UseCases

@Suite(.serialized) struct ReadinessTests {
  private func obstacles(
    _ database: DatabaseUnderTest, _ migrations: [Migration], isDraining: Bool = false
  ) async throws -> [ReadinessObstacle] {
    try await database.withPool { pool in
      await PostgresReadiness(pool, migrator: Migrator(migrations)) { isDraining }.obstacles()
    }
  }

  @Test func aCurrentSchemaIsReady() async throws {
    let migrations = try Migration.ofRepository()
    #expect(try await obstacles(try await .make(), migrations) == [])
  }

  @Test func aSchemaThatIsOlderOrNewerIsNamed() async throws {
    let migrations = try Migration.ofRepository()
    let more = migrations + [Migration("9999_future", "select 1")]
    #expect(try await obstacles(try await .make(), more) == [.schemaOutdated])
    let fewer = Array(migrations.dropLast())
    #expect(try await obstacles(try await .make(), fewer) == [.schemaOutdated])
    #expect(try await obstacles(try await .empty(), migrations) == [.schemaOutdated])
  }

  @Test func anUnreachableDatabaseAndDrainingAreBothNamed() async throws {
    let away = try DatabaseUnderTest("host=/nonexistent port=5432 user=moa dbname=moa")
    let seen = try await obstacles(away, try Migration.ofRepository(), isDraining: true)
    #expect(seen == [.draining, .databaseUnreachable])
  }
}
