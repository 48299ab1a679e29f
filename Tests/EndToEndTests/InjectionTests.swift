import Foundation
import TestDatabase
import Testing

extension EndToEnd {
  /// Texts that would be SQL, a path or the end of a string if anybody put them into one.
  ///
  /// Source: OWASP ASVS 5.0.0 1.2.4; PostgreSQL documentation, "pg_stat_statements".
  @Suite(.timeLimit(.minutes(5))) struct InjectionTests {
    /// The first alone goes to another spelling of what is attacked elsewhere.
    private static let few = ["' OR 1=1--", "$1", "%00", "\\"]
    private static let all =
      few + [
        "'; drop table moa.products;--", "a\u{0}b", "\"'/*", "$$", "9223372036854775808", "{1,2}",
        "1) union select secret_hash from moa.vendors--", "＇ or 1=1", "%",
      ]
    /// What nobody means any harm with: every statement that a refusal leads to is seen before.
    private static let harmless = ["7", "abc", "0"]

    @Test("Every parameter of every route: never a 5xx, no new statement, nothing changed unasked")
    func everyParameter() async throws {
      let database = TestDatabase()
      defer { database.remove() }
      let conninfo = try await Self.observed(database)
      let flags = [
        "--database-url", conninfo, "--migrate", "--demo", "--workers", "2",
        "--sweep-interval", "0", "--rate-limit", "off", "--trusted-proxies", "loopback",
        "--vendor-images-per-day", "0",
      ]
      try await MoaServer.serving(flags) { server in
        let witness = DatabaseWitness(conninfo)
        let attack = try await Attack(on: server, conninfo)
        // In the attack, only a race decides whether this is still there to be changed.
        let change = try await Curl(base: server.url).admin(
          "PATCH", "/\(attack.category)", ["If-Match: *"],
          body: #"{"title":"공격 전"}"#)
        #expect(change.status == 200)
        try await Self.run(attack, InjectedTexts(all: Self.harmless, few: ["7"]), witness)
        try witness.rememberStatements()
        try await Self.run(attack, InjectedTexts(all: Self.all, few: Self.few), witness)
        try witness.expectNoNewStatement()
        let answers = attack.answers
        print("injection: \(answers.values.reduce(0, +)) requests, answered by \(answers)")
        #expect((answers[200] ?? 0) > 500)
        #expect((answers[400] ?? 0) > 500)
        #expect((answers[201] ?? 0) > 10)
        #expect((answers[404] ?? 0) > 100)
        #expect((answers[422] ?? 0) > 100)
        #expect(try await Curl(base: server.url).get("/readyz").status == 200)
        try await server.expectOrderlyStop()
      }
    }

    /// A database of a server that notes every statement.
    private static func observed(_ database: TestDatabase) async throws -> String {
      try TestDatabase.psql(
        "alter system set shared_preload_libraries = 'pg_stat_statements'",
        in: try database.conninfo())
      try await offloading { try database.restart() }
      let conninfo = try await database.makeDatabase()
      try TestDatabase.psql(
        "create extension pg_stat_statements; \(DatabaseWitness.role)", in: conninfo)
      return conninfo
    }

    private static func run(
      _ attack: Attack, _ texts: InjectedTexts, _ witness: DatabaseWitness
    ) async throws {
      try await witness.waitForCounts()
      try witness.copyTables()
      try await attack.send(texts) { $0.method == "GET" }
      try witness.expectNothingChanged()
      try await attack.send(texts) { $0.method != "GET" }
      try witness.expectOnlyChanged(product: attack.product, key: AttackedRoutes.key)
    }
  }
}
