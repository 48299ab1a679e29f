import Foundation
import Synchronization
import Testing

@testable import LocalPostgres

struct FilesTests {
  @Test func directoriesThatSeveralMakeInOneMomentAreThereForAll() {
    let top = NSTemporaryDirectory() + "moa-files-\(UUID().uuidString.prefix(8))"
    defer { Files.remove(top) }
    let failures = Atomic(0)
    for round in 0..<200 {
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        if !Files.makeDirectories("\(top)/\(round)/a/b") {
          failures.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
  }
}

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

/// Paths that some program on the way would take for something else.
struct LocalPostgresLayoutTests {
  @Test(arguments: ["/srv/a,b", "/srv/a\"b", "/srv/a'b", "/srv/$a", "/srv/a`b", "/srv/a\\b"])
  func aPathThatWouldBeMisreadIsRefused(directory: String) {
    let error = #expect(throws: LocalPostgresError.self) {
      try LocalPostgresLayout(dataDirectory: directory)
    }
    #expect("\(error as Any)".contains("cannot hold PostgreSQL"))
  }

  @Test func aPathWithSpacesAndLettersOfAllScriptsIsFine() throws {
    #expect(try LocalPostgresLayout(dataDirectory: "/srv/모아 1").home == "/srv/모아 1/postgresql")
  }
}
