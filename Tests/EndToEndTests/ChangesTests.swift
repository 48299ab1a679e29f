import Foundation
import TestDatabase
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EndToEnd {
  /// `moa changes`, beside a running server.
  @Suite struct ChangesTests {
    @Test("a command that was stopped goes on where it was")
    func follow() async throws {
      let database = try await TestDatabase.shared.makeDatabase()
      try await MoaServer.serving(["--demo", "--migrate", "--database-url", database]) { _ in
        try await changesNumbered { try TestDatabase.psql($0, in: database) }
        let directory = try Workplace.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appendingPathComponent("cursor")
        let arguments = ["--from-file", file.path, "--database-url", database]
        func follow(until product: Int, _ signal: Int32) async throws -> [Line] {
          let program = try Program(
            Workplace.program.path, ["changes", "--follow"] + arguments, in: directory)
          _ = try await waiting(for: "a cursor") {
            (try? String(contentsOf: file, encoding: .utf8)).flatMap { $0.isEmpty ? nil : $0 }
          }
          try Self.change(product, in: database)
          _ = try await waiting(for: "the line of product \(product)") {
            program.output.contains("\"id\":\(product)}\n") ? true : nil
          }
          program.signal(signal)
          #expect(try await program.ended() == 0, "\(program.errors)")
          return try Self.lines(program.output)
        }
        let first = try await follow(until: 207, SIGTERM)
        #expect(first.last { $0.kind == "product" }?.id == 207)
        // While no command runs.
        try Self.change(205, in: database)
        let second = try await follow(until: 206, SIGINT).filter { $0.kind == "product" }
        #expect(second.map(\.id) == [205, 206])
        #expect(Set(second.map(\.cursor)).count == 2)
      }
    }

    @Test("one line tells that changes were lost, and the file has its cursor")
    func loss() async throws {
      let shop = try await Self.shop(changes: 1)
      defer { try? FileManager.default.removeItem(at: shop.file) }
      try TestDatabase.psql(
        "update moa.change_clock set era = gen_random_uuid()", in: shop.database)
      let told = try await Self.run("changes", shop.arguments)
      #expect(told.status == 0, "\(told.errors)")
      let lines = try Self.lines(told.output)
      #expect(lines.map(\.isWhole) == [true])
      let kept = try String(contentsOf: shop.file, encoding: .utf8)
      #expect(lines.first.map { $0.cursor + "\n" } == kept)
    }

    @Test("changes are all printed when they are more than are read at once")
    func pages() async throws {
      let shop = try await Self.shop(changes: 501)
      defer { try? FileManager.default.removeItem(at: shop.file) }
      let told = try await Self.run("changes", shop.arguments)
      #expect(told.status == 0, "\(told.errors)")
      #expect(try Self.lines(told.output).compactMap(\.id) == Array(1...501))
    }

    @Test("a command that follows goes on when the database was away")
    func databaseReturns() async throws {
      let database = TestDatabase()
      defer { database.remove() }
      let conninfo = try await database.makeDatabase()
      let flags = ["--demo", "--migrate", "--workers", "1", "--database-url", conninfo]
      try await MoaServer.serving(flags) { _ in
        let directory = try Workplace.makeDirectory()
        defer { try? FileManager.default.removeItem(at: directory) }
        let arguments = ["changes", "--follow", "--database-url", conninfo]
        let program = try Program(Workplace.program.path, arguments, in: directory)
        _ = try await waiting(for: "the first lines") {
          try Self.change(207, in: conninfo)
          return program.output.contains("\"id\":207}\n") ? true : nil
        }
        try await offloading { try database.killServer() }
        // Longer than a question waits.
        try await Task.sleep(for: .seconds(3))
        try await waiting(for: "the server to start") {
          try? await offloading { try database.restart() }
        }
        try await waiting(for: "a write") { try? Self.change(206, in: conninfo) }
        _ = try await waiting(for: "the line of product 206") {
          program.output.contains("\"id\":206}\n") ? true : nil
        }
        program.signal(SIGTERM)
        #expect(try await program.ended() == 0, "\(program.errors)")
      }
    }

    @Test("a file without a cursor is refused, and so is a command that would print nothing")
    func refused() async throws {
      let database = try await TestDatabase.shared.makeDatabase()
      let directory = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: directory) }
      let file = directory.appendingPathComponent("cursor")
      try "12".write(to: file, atomically: true, encoding: .utf8)
      let malformed = try await Self.run(
        "changes", ["--from-file", file.path, "--database-url", database])
      #expect(malformed.status == 65)
      #expect(malformed.errors.contains("has no cursor"))
      let idle = try await Self.run("changes", ["--database-url", database])
      #expect(idle.status == 64)
      #expect(idle.errors.contains("--follow"))
    }

    /// Changes of products in a database without a server, and a file with the cursor before them.
    private static func shop(
      changes: Int
    ) async throws -> (database: String, file: URL, arguments: [String]) {
      let database = try await TestDatabase.shared.makeDatabase()
      let migrated = try await Self.run("migrate", ["--database-url", database])
      #expect(migrated.status == 0, "\(migrated.errors)")
      // Migrations leave marks, too.
      try TestDatabase.psql("select moa.number_changes(5000)", in: database)
      let start = try TestDatabase.psql(
        "select era || '.' || sequence from moa.change_clock", in: database)
      try TestDatabase.psql(
        """
        insert into moa.change_marks (kind, keys)
        select 'product', array_agg(n) from generate_series(1, \(changes)) n
        """, in: database)
      try TestDatabase.psql("select moa.number_changes(1)", in: database)
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("moa-cursor-\(UUID().uuidString)")
      try start.write(to: file, atomically: true, encoding: .utf8)
      return (database, file, ["--from-file", file.path, "--database-url", database])
    }

    private struct Line: Decodable {
      let cursor: String
      let kind: String?
      let id: Int?
      let isWhole: Bool?

      enum CodingKeys: String, CodingKey {
        case cursor, kind, id
        case isWhole = "is_whole"
      }
    }

    private static func lines(_ output: String) throws -> [Line] {
      try output.split(separator: "\n").map {
        try JSONDecoder().decode(Line.self, from: Data($0.utf8))
      }
    }

    private static func change(_ product: Int, in database: String) throws {
      try TestDatabase.psql(
        "update moa.products set version = version + 1 where id = \(product)", in: database)
    }

    private static func run(
      _ command: String, _ arguments: [String]
    ) async throws -> (status: Int32, output: String, errors: String) {
      let directory = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: directory) }
      return try await Program.run(
        Workplace.program.path, [command] + arguments, in: directory)
    }
  }
}
