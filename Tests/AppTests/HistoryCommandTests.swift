import Operations
import TestDatabase
import Testing

/// `moa history` on a real database.
@Suite(.serialized) struct HistoryCommandTests {
  private static let after = #"{"synonyms":[["a","b"]]}"#

  private func session() async throws -> AdministrationSession {
    let (session, conninfo) = try await AdministrationSession.sample()
    _ = try TestDatabase.psql(
      """
      insert into moa.search_synonyms (word, text, group_number, position)
      values ('a', 'a', 1, 1), ('b', 'b', 1, 2);
      insert into moa.history
        (actor_kind, actor_id, actor_name, request_id, action, resource, before, after, item_count)
      values ('token', '0a', '김', 'r', 'update', 'search', '{"synonyms":[]}', '\(Self.after)', 1),
        ('vendor', '0b', '가게', 'r', 'create', 'products/1', null, '{}', 1)
      """, in: conninfo)
    return session
  }

  @Test("Changes are listed, the newest first, and a change is undone by another one")
  func listedAndUndone() async throws {
    let session = try await session()
    let all = try await session.listHistory(by: nil, of: nil, limit: 50)
    #expect(all.lines.map { $0.hasSuffix("vendor 가게") } == [true, false])
    let ofToken = try await session.listHistory(by: "0a", of: "search", limit: 50)
    #expect(ofToken.json.count == 1)
    #expect(ofToken.json[0].contains(#""after":\#(Self.after)"#))
    let undone = try await session.undoChange(1)
    #expect(undone.json[0].contains(#""action":"undo","resource":"search""#))
    let refusal = await #expect(throws: CommandError.self) { try await session.undoChange(1) }
    #expect(refusal?.code == .data)
    #expect(refusal?.description.contains("changed again since") == true)
  }

  @Test("A change that does not exist is refused, and so is a limit above 100")
  func mistakes() async throws {
    let session = try await session()
    let refusal = await #expect(throws: CommandError.self) { try await session.undoChange(99) }
    #expect(refusal?.description.contains("Change 99 does not exist") == true)
    #expect(AdministrationSession.mistakes(ofHistoryLimit: 101).count == 1)
    #expect(AdministrationSession.mistakes(ofHistoryLimit: 100) == [])
  }
}
