import Cryptography
import Foundation
import Operations
import TestDatabase
import Testing

/// `moa vendor` on a real database.
@Suite(.serialized) struct VendorCommandTests {
  private let scratch = Scratch()

  private func file(_ text: String) throws -> String { try scratch.file(text) }

  private func storedHash(_ conninfo: String) throws -> SecretHash? {
    SecretHash(try TestDatabase.psql("select secret_hash from moa.vendors", in: conninfo))
  }

  @Test func aVendorIsTakenInWithASecretThatIsShownOnceAndStoredHashed() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    let lines = try await session.createVendor(name: "담다슈즈", secretFile: nil).lines
    let values = lines.compactMap { $0.split(separator: " ").last.map(String.init) }
    try #require(values.count == 2)
    let listed = try await session.listVendors().lines
    #expect(listed.count == 1)
    #expect(listed[0].hasPrefix(values[0]))
    #expect(listed[0].hasSuffix("담다슈즈"))
    #expect(!listed[0].contains(values[1]))
    #expect(values[1].utf8.count == 43)
    #expect(try storedHash(conninfo)?.matches(values[1]) == true)
    let dump = try TestDatabase.psql("select * from moa.vendors", in: conninfo)
    #expect(!dump.contains(values[1]))
  }

  @Test func aSecretThatAnAppHasBuiltInComesFromAFile() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    let path = try file("앱에 든 비밀\n")
    let lines = try await session.createVendor(name: "가게", secretFile: path).lines
    #expect(lines.last?.hasSuffix("앱에 든 비밀") == true)
    #expect(try storedHash(conninfo)?.matches("앱에 든 비밀") == true)
  }

  @Test func aSecretThatNoRequestMayHoldIsRefused() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    let path = try file("secret" + String(repeating: "\u{315}", count: 31) + "\n")
    let refusal = await #expect(throws: CommandError.self) {
      _ = try await session.createVendor(name: "가게", secretFile: path)
    }
    #expect(refusal?.code == .data)
    #expect(refusal?.description.contains("More than 30 combining marks") == true)
    #expect(try storedHash(conninfo) == nil)
  }

  @Test func theIdentifierThatAnAppHasBuiltInIsTakenOnce() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    let identifier = "C0FFEE00-5eed-11f0-8000-0242ac12ffff"
    let path = try file("앱에 든 비밀\n")
    let lines = try await session.createVendor(
      name: "첫 가게", identifier: identifier, secretFile: path
    ).lines
    #expect(lines.first?.hasSuffix(identifier.lowercased()) == true)
    let taken = await #expect(throws: CommandError.self) {
      try await session.createVendor(name: "둘째 가게", identifier: identifier, secretFile: nil)
    }
    #expect(taken?.code == .data)
    #expect(taken?.description.contains("the vendor 첫 가게 has the identifier") == true)
    #expect(try await session.listVendors().lines.count == 1)
    #expect(try storedHash(conninfo)?.matches("앱에 든 비밀") == true)
  }

  @Test(arguments: ["", "1", "c0ffee00-5eed-11f0-8000-0242ac12fff", "가게"])
  func anIdentifierThatCannotBeIsRefused(_ identifier: String) async throws {
    let (session, _) = try await AdministrationSession.sample()
    let refusal = await #expect(throws: CommandError.self) {
      try await session.createVendor(name: "가게", identifier: identifier, secretFile: nil)
    }
    #expect(refusal?.code == .usage)
    #expect(refusal?.description.contains("write a UUID") == true)
  }

  @Test(arguments: ["", "short", " surrounded by", "two\nlines here", "a tab\tin it"])
  func aSecretThatCannotBeIsRefusedAndNotRepeated(_ text: String) async throws {
    let (session, _) = try await AdministrationSession.sample()
    let path = try file(text)
    let refusal = await #expect(throws: CommandError.self) {
      try await session.createVendor(name: "가게", secretFile: path)
    }
    #expect(refusal?.code == .data)
    #expect(text.isEmpty || refusal?.description.contains(text) == false)
    #expect(try await session.listVendors().lines.isEmpty)
  }

  @Test func aNewSecretEndsTheOldOne() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    let created = try await session.createVendor(name: "가게", secretFile: nil).lines
    let values = created.compactMap { $0.split(separator: " ").last.map(String.init) }
    let line = try await session.replaceVendorSecret(of: values[0], secretFile: nil).lines[0]
    let secret = try #require(line.split(separator: " ").last.map(String.init))
    #expect(secret != values[1])
    #expect(try storedHash(conninfo)?.matches(secret) == true)
    #expect(try storedHash(conninfo)?.matches(values[1]) == false)
  }

  @Test func unknownAndMalformedVendorsAreTold() async throws {
    let (session, _) = try await AdministrationSession.sample()
    let malformed = await #expect(throws: CommandError.self) {
      try await session.replaceVendorSecret(of: "x", secretFile: nil)
    }
    #expect(malformed?.code == .usage)
    #expect(malformed?.description.contains("vendor list") == true)
    let unknown = "00000000-0000-4000-8000-000000000000"
    let missing = await #expect(throws: CommandError.self) {
      try await session.replaceVendorSecret(of: unknown, secretFile: nil)
    }
    #expect(missing?.code == .data)
    #expect(missing?.description.contains(unknown) == true)
    let name = await #expect(throws: CommandError.self) {
      try await session.createVendor(name: " ", secretFile: nil)
    }
    #expect(name?.code == .usage)
  }

  @Test func aTokenSpeaksForAVendor() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    let created = try await session.createVendor(name: "가게", secretFile: nil).lines
    let identifier = try #require(created[0].split(separator: " ").last.map(String.init))
    _ = try await session.createToken(name: "앱", scopes: ["vendor"], vendor: identifier)
    let count = try TestDatabase.psql(
      "select count(*) from moa.access_tokens join moa.vendors v on v.id = vendor_id",
      in: conninfo)
    #expect(count == "1")
    let scope = await #expect(throws: CommandError.self) {
      try await session.createToken(name: "앱", scopes: ["admin"], vendor: identifier)
    }
    #expect(scope?.code == .usage)
    let unbound = await #expect(throws: CommandError.self) {
      try await session.createToken(name: "앱", scopes: ["admin", "vendor"])
    }
    #expect(unbound?.code == .usage)
    #expect(unbound?.description.contains("--vendor") == true)
    let unknown = await #expect(throws: CommandError.self) {
      try await session.createToken(
        name: "앱", scopes: ["vendor"], vendor: "00000000-0000-4000-8000-000000000000")
    }
    #expect(unknown?.code == .data)
  }
}
