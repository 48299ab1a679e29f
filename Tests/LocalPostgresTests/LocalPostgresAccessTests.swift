import Foundation
import Testing

@testable import LocalPostgres

/// Who may connect to the private server, as its own files say it.
struct LocalPostgresAccessTests {
  @Test("Beside the service's account root is let in, and nobody else")
  func rootAdministersAServiceOfAnotherAccount() throws {
    #expect(try names(name: "moa", caller: "moa") == ["moa \"moa\" moa", "moa \"root\" moa"])
    #expect(
      try names(name: "postgres", caller: "root") == [
        "moa \"postgres\" moa", "moa \"root\" moa",
      ])
  }

  private func names(name: String, caller: String) throws -> [String] {
    let directory = "/tmp/moa-access-\(UUID().uuidString.prefix(8))"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let layout = try LocalPostgresLayout(dataDirectory: directory)
    try FileManager.default.createDirectory(
      atPath: layout.home, withIntermediateDirectories: true)
    let account = LocalPostgresAccount(
      name: name, user: 1, group: 1, callerName: caller, prefix: [])
    try LocalPostgresConfiguration(
      layout: layout, account: account, settings: LocalPostgresSettings()
    ).write()
    return try String(contentsOfFile: layout.home + "/pg_ident.conf", encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }
}
