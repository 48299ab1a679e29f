import Cryptography
import Foundation
import Operations
import TestDatabase
import Testing

/// `moa client` on a real database.
@Suite(.serialized) struct ClientCommandTests {
  private let scratch = Scratch()

  private func lastWord(_ line: String) throws -> String {
    try #require(line.split(separator: " ").last.map(String.init))
  }

  @Test func aClientIsCreatedWithASecretThatIsShownOnceAndStoredAsADigest() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    let lines = try await session.createClient(name: "쇼핑 목록").lines
    try #require(lines.count == 2)
    let (id, secret) = (try lastWord(lines[0]), try lastWord(lines[1]))
    #expect(id.wholeMatch(of: /[0-9A-Za-z_]{20}/) != nil)
    #expect(secret.utf8.count == 43)
    let listed = try await session.listClients().lines
    #expect(listed.count == 1)
    #expect(listed[0].hasPrefix("\(id)  created "))
    #expect(listed[0].hasSuffix("  valid  쇼핑 목록"))
    let stored = try TestDatabase.psql(
      "select encode(secret_digest, 'hex') from moa.search_clients", in: conninfo)
    #expect(stored == SHA256.digest(secret).map { String(format: "%02x", $0) }.joined())
  }

  @Test func whatAnAppHasBuiltInIsTakenOnce() async throws {
    let (session, _) = try await AdministrationSession.sample()
    let path = try scratch.file("aBcDeFgH_1\n")
    let id = "jN9vHX1nYpgvQxvGhL_M"
    let json = try await session.createClient(
      name: "앱", id: id, secretFile: path
    ).json
    #expect(json == [#"{"id":"\#(id)","secret":"aBcDeFgH_1"}"#])
    let taken = await #expect(throws: CommandError.self) {
      try await session.createClient(name: "다른 앱", id: id)
    }
    #expect(taken?.code == .data)
    #expect(taken?.description.contains("Another client has this id.") == true)
  }

  @Test func aRevokedClientIsShownAsOne() async throws {
    let (session, _) = try await AdministrationSession.sample()
    let id = try lastWord(try await session.createClient(name: "앱").lines[0])
    let line = try await session.revokeClient(id).lines[0]
    #expect(line.contains("revoked 20"))
    #expect(try await session.listClients().lines == [line])
    #expect(try await session.revokeClient(id).lines == [line])
  }

  @Test(
    "all invalid values are reported at once",
    arguments: [
      (" ", nil, ["the name"]), ("앱", "short", ["20 letters"]),
      ("", "-", ["the name", "20 letters"]),
    ] as [(String, String?, [String])])
  func refused(_ name: String, _ id: String?, _ words: [String]) async throws {
    let mistakes = AdministrationSession.mistakesOfClient(name: name, id: id)
    #expect(mistakes.count == words.count)
    for (mistake, word) in zip(mistakes, words) { #expect(mistake.contains(word)) }
    let (session, _) = try await AdministrationSession.sample()
    let refusal = await #expect(throws: CommandError.self) {
      try await session.createClient(name: name, id: id)
    }
    #expect(refusal?.code == .usage)
  }

  @Test(arguments: ["", "short", "with a space in it", "비밀비밀비밀"])
  func aSecretThatCannotBeIsRefusedAndNotRepeated(_ text: String) async throws {
    let (session, _) = try await AdministrationSession.sample()
    let path = try scratch.file(text)
    let refusal = await #expect(throws: CommandError.self) {
      try await session.createClient(name: "앱", secretFile: path)
    }
    #expect(refusal?.code == .data)
    #expect(text.isEmpty || refusal?.description.contains(text) == false)
    #expect(try await session.listClients().lines.isEmpty)
  }

  @Test func unknownAndMalformedClientsAreTold() async throws {
    let (session, _) = try await AdministrationSession.sample()
    let malformed = await #expect(throws: CommandError.self) { try await session.revokeClient("x") }
    #expect(malformed?.code == .usage)
    let missing = await #expect(throws: CommandError.self) {
      try await session.revokeClient("01234567890123456789")
    }
    #expect(missing?.code == .data)
    #expect(missing?.description.contains("client list") == true)
  }
}
