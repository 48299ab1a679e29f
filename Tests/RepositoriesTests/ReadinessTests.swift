import Repositories
import Synchronization
import Testing
import UseCases

@Suite(.serialized) struct ReadinessTests {
  private func check(
    _ database: DatabaseUnderTest, _ migrations: [Migration]
  ) async throws -> (obstacles: [ReadinessObstacle], unknown: [String]) {
    try await database.withPool { pool in
      let unknown = Names()
      let readiness = PostgresReadiness(pool, migrator: Migrator(migrations)) { unknown.add($0) }
      return (await readiness.obstacles(), unknown.all)
    }
  }

  private final class Names: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }
    func add(_ more: [String]) { names.withLock { $0 += more } }
  }

  @Test func aCurrentSchemaIsReady() async throws {
    let (obstacles, unknown) = try await check(.make(), try Migration.ofRepository())
    #expect(obstacles == [] && unknown == [])
  }

  @Test func aSchemaThatIsOlderIsNamed() async throws {
    let migrations = try Migration.ofRepository()
    let more = migrations + [Migration("9999_future", "select 1")]
    #expect(try await check(.make(), more).obstacles == [.schemaOutdated])
    #expect(try await check(.empty(), migrations).obstacles == [.schemaOutdated])
  }

  @Test func aSchemaThatANewerProgramMadeIsReadyAndTold() async throws {
    let migrations = try Migration.ofRepository()
    let (obstacles, unknown) = try await check(.make(), Array(migrations.dropLast()))
    #expect(obstacles == [] && unknown == [migrations.last?.name])
  }

  @Test func aSchemaInWhichOneOfOursIsAnotherIsNamed() async throws {
    let migrations = try Migration.ofRepository()
    let first = Migration(migrations[0].name, migrations[0].script + " -- edited")
    let obstacles = try await check(.make(), [first] + migrations.dropFirst()).obstacles
    #expect(obstacles == [.schemaOutdated])
  }

  @Test func anUnreachableDatabaseIsNamed() async throws {
    let away = try DatabaseUnderTest("host=/nonexistent port=5432 user=moa dbname=moa")
    let obstacles = try await check(away, try Migration.ofRepository()).obstacles
    #expect(obstacles == [.databaseUnreachable])
  }
}
