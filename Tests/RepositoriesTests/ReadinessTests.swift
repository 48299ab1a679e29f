import Postgres
import Repositories
import Synchronization
import TestDatabase
import Testing
import UseCases

@Suite(.serialized) struct ReadinessTests {
  private func check(
    _ database: DatabaseUnderTest, _ migrations: [Migration]
  ) async throws -> (obstacles: [ReadinessObstacle], unknown: [String]) {
    try await database.withPool { pool in
      let unknown = Names()
      let readiness = PostgresReadiness(by: pool, or: pool, migrator: Migrator(migrations)) {
        unknown.add($0)
      }
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
    #expect(obstacles == [])
    #expect(unknown == [])
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
    #expect(obstacles == [])
    #expect(unknown == [migrations.last?.name])
  }

  @Test func aSchemaInWhichOneOfOursIsAnotherIsNamed() async throws {
    let migrations = try Migration.ofRepository()
    let first = Migration(migrations[0].name, migrations[0].script + " -- edited")
    let obstacles = try await check(.make(), [first] + migrations.dropFirst()).obstacles
    #expect(obstacles == [.schemaOutdated])
  }

  @Test func whatIsSlowBesideItDoesNotMakeItUnready() async throws {
    let database = try await DatabaseUnderTest.make()
    let migrator = Migrator(try Migration.ofRepository())
    try await database.withPool { busy in
      try await database.withPool { own in
        let readiness = PostgresReadiness(by: own, or: busy, migrator: migrator) { _ in }
        #expect(await readiness.obstacles() == [])
        async let slow = busy.first(Self.sleep)
        // The only connection of that pool: who comes behind it waits for it.
        async let behind = PostgresReadiness(by: busy, or: busy, migrator: migrator) { _ in }
          .obstacles()
        let start = ContinuousClock.now
        #expect(await readiness.obstacles() == [])
        let took = ContinuousClock.now - start
        #expect(took < .seconds(2))
        print("beside a slow query: ready after \(took)")
        let isOver = try await slow
        #expect(isOver == true)
        #expect(await behind == [])
        #expect(ContinuousClock.now - start >= .seconds(2))
      }
    }
  }

  private static let sleep = Statement<Void, Bool>(
    "select pg_sleep(3) is not null", effect: .read,
    decode: { row throws(PostgresError) in try row.bool() })

  @Test func whereThereIsNoConnectionForItTheOthersAreAsked() async throws {
    let migrator = Migrator(try Migration.ofRepository())
    let away = try DatabaseUnderTest("host=/nonexistent port=5432 user=moa dbname=moa")
    let obstacles = try await DatabaseUnderTest.make().withPool { pool in
      try await away.withPool { own in
        await PostgresReadiness(by: own, or: pool, migrator: migrator) { _ in }.obstacles()
      }
    }
    #expect(obstacles == [])
  }

  @Test func anUnreachableDatabaseIsNamed() async throws {
    let away = try DatabaseUnderTest("host=/nonexistent port=5432 user=moa dbname=moa")
    let obstacles = try await check(away, try Migration.ofRepository()).obstacles
    #expect(obstacles == [.databaseUnreachable])
  }
}
