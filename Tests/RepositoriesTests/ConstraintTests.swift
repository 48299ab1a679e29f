import Domain
import Fakes
import Postgres
import TestDatabase
import Testing
import UseCases

@testable import Repositories

/// The schema refuses by itself what the domain refuses, and its refusals become failures.
@Suite(.serialized) struct ConstraintTests {
  private static let columns =
    "key, title, thumbnail_image_url, thumbnail_text_image_url, position, starts_at, ends_at"

  @Test(
    "A row that the domain forbids is refused by the constraint that is named after the rule",
    arguments: [
      ("'UPPER', 't', '/a', '/b', 1, null, null", "event_categories_key_form"),
      ("'-k', 't', '/a', '/b', 1, null, null", "event_categories_key_form"),
      ("'k', '', '/a', '/b', 1, null, null", "event_categories_title_length"),
      ("'k', 't', '//evil.example/a', '/b', 1, null, null", "_thumbnail_image_form"),
      ("'k', 't', 'http://a', '/b', 1, null, null", "_thumbnail_image_form"),
      ("'k', 't', '/a', '', 1, null, null", "_thumbnail_text_image_form"),
      ("'k', 't', '/a', '/b', 0, null, null", "event_categories_position_positive"),
      ("'k', 't', '/a', '/b', 1, '2026-01-02', '2026-01-02'", "event_categories_end_after_start"),
    ])
  func rowIsRefused(values: String, constraint: String) async throws {
    let database = try await DatabaseUnderTest.make()
    let sql = "insert into moa.event_categories (\(Self.columns)) values (\(values))"
    let error = #expect(throws: TestDatabaseError.self) { try database.psql(sql) }
    #expect(error.map { "\($0)" }?.contains(constraint) == true)
  }

  /// As versions of this server took them that did not look for dot segments.
  @Test func aRowWithAnOlderURLIsShown() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(
      """
      insert into moa.event_categories (\(Self.columns))
      values ('k', 't', '/./a.png', '/x/../b.png', 1, null, null)
      """)
    let items = try await database.withPool { pool in
      try await Ports(pool, .fake).items(EventCategoryDraft.self)
    }
    #expect(items.map(\.thumbnailImage.text) == ["/./a.png"])
    #expect(items.map(\.thumbnailTextImage.text) == ["/x/../b.png"])
  }

  /// Rows were there before their list had a version.
  @Test func aNewRowIsAheadOfRowsThatAreAheadOfTheirList() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(
      """
      insert into moa.event_categories (\(Self.columns), version)
      values ('old', 't', '/a', '/b', 1, null, null, 7)
      """)
    let change = try await database.withPool { pool in
      try await Ports(pool, .fake).replace(with: .sample("new"))
    }
    #expect(change.created.map(\.version) == [8])
    #expect(change.after.version == 9)
    #expect(try database.psql("select version from moa.event_categories") == "8")
    let version = "select version from moa.list_versions where list = 'event_categories'"
    #expect(try database.psql(version) == "9")
  }

  @Test func aRowThatTheDomainAllowsIsTaken() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(
      """
      insert into moa.event_categories (\(Self.columns))
      values ('k', 't', '/', 'https://a.example/b', 1, '2026-01-02', '2026-01-03')
      """)
    #expect(try database.psql("select version from moa.event_categories") == "1")
  }

  @Test func aRowThatBreaksARuleOfTheDomainIsABugAndNotACrash() async throws {
    let database = try await DatabaseUnderTest.make()
    // 101 characters: short enough for the column, too long for a title.
    try database.psql(
      """
      insert into moa.event_categories (\(Self.columns))
      values ('k', repeat('x', 101), '/a', '/b', 1, null, null)
      """)
    let failure = try await database.withPool { pool in
      await failureOf { () async throws(Failure) in
        _ = try await Ports(pool, .fake).items(EventCategoryDraft.self)
      }
    }
    guard case .bug? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test func aServerThatIsAwayMakesTheStoreUnavailable() async throws {
    let database = try DatabaseUnderTest("host=/nonexistent port=5432 user=moa dbname=moa")
    let failure = try await database.withPool { pool in
      await failureOf { () async throws(Failure) in
        _ = try await Ports(pool, .fake).items(CategoryDraft.self)
      }
    }
    #expect(failure == .unavailable(retryAfterSeconds: 1))
  }
}

private func failureOf(_ body: () async throws(Failure) -> Void) async -> Failure? {
  do throws(Failure) {
    try await body()
    return nil
  } catch {
    return error
  }
}
