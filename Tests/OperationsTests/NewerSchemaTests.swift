import Foundation
import LocalPostgres
import Synchronization
import TestDatabase
import Testing

@testable import Operations

@Suite struct NewerSchemaTests {
  private final class Told: Sendable {
    private let told = Mutex<[[String]]>([])
    var all: [[String]] { told.withLock { $0 } }

    func take(_ event: OperationEvent) {
      guard case .schemaNewer(let unknown) = event else { return }
      told.withLock { $0.append(unknown) }
    }
  }

  @Test func theSameNewsIsToldOnce() {
    let told = Told()
    let notice = NewerSchemaNotice { told.take($0) }
    for unknown in [[], ["0007_a"], ["0007_a"], [], ["0007_a", "0008_b"], ["0007_a", "0008_b"]] {
      notice.take(unknown)
    }
    #expect(told.all == [["0007_a"], ["0007_a", "0008_b"]])
  }

  /// What a server of the old version meets in the middle of an upgrade.
  @Test func aNewerSchemaWillDoForEverythingButMigrating() async throws {
    let conninfo = try await TestDatabase.shared.makeDatabase()
    let session = AdministrationSession(on: try .at(conninfo))
    _ = try await session.migrate()
    try TestDatabase.psql(
      """
      insert into moa.schema_history (name, checksum)
      values ('9999_future', repeat('0', 64))
      """, in: conninfo)
    #expect(try await session.listTokens().lines.isEmpty)
    let refusal = await #expect(throws: CommandError.self) { try await session.migrate() }
    #expect(refusal?.description.contains("does not know 9999_future") == true)
  }
}
