import Operations
import TestDatabase
import Testing

/// `moa history` on a real database.
@Suite(.serialized) struct HistoryCommandTests {
  private let scratch = Scratch()
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

  @Test("An import is one change of all its products, and is undone whole")
  func anImport() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    _ = try await session.createVendor(name: "모래언덕", secretFile: nil)
    let rows = (1...501).map { "LB-\($0),리넨 셔츠,27000,5\n" }.joined()
    let path = try scratch.file("key,name,price,stock\n" + rows)
    var options = ProductImportOptions()
    try options.read(from: nil, currency: "krw", columns: nil, stock: 0)
    _ = try await session.importProducts(from: path, options)
    let listed = try await session.listHistory(by: "operator", of: "products", limit: 50)
    #expect(listed.json.count == 1)
    let change = listed.json.first ?? ""
    #expect(change.contains(#""actor":{"kind":"operator","name":"moa import""#))
    #expect(change.contains(#""action":"bulk","resource":"products","item_count":501"#))
    _ = try await session.undoChange(1)
    let left = "select count(*) from moa.products where deleted_at is null"
    #expect(try TestDatabase.psql(left, in: conninfo) == "0")
    _ = try await session.importProducts(from: path, options)
    #expect(try TestDatabase.psql(left, in: conninfo) == "501")
  }

  @Test("A seed file and the removal of a picture are told by their commands")
  func otherCommands() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    let seed = try scratch.file(#"{"search":{"synonyms":[["a","b"]],"redirects":{},"banned":[]}}"#)
    for _ in 0..<2 { _ = try await session.seed(file: seed, dryRun: false) }
    let digest = String(repeating: "ab", count: 32)
    _ = try TestDatabase.psql(
      """
      insert into moa.images (sha256, media_type, width, height, bytes)
      values ('\\x\(digest)', 'image/png', 1, 1, '\\x00')
      """, in: conninfo)
    _ = try await session.removeImage(digest)
    let told = try await session.listHistory(by: "operator", of: nil, limit: 50).lines
    #expect(told.map { $0.hasSuffix("operator moa image remove") } == [true, false])
    #expect(told.map { $0.hasSuffix("operator moa seed") } == [false, true])
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
