import Testing

@testable import LocalPostgres

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
