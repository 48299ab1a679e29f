import Testing

@testable import Postgres

struct ConnectionStringTests {
  @Test(
    "Each of several servers is told with its port",
    arguments: [
      ("postgres://moa@a,b/shop", "moa@a,b/shop"),
      ("postgres://moa@a:1,b/shop", "moa@a:1,b/shop"),
      ("host=a,b port=5433 dbname=shop", "a:5433,b:5433/shop"),
      ("dbname=shop port=5433", "local:5433/shop"), ("dbname=shop", "local/shop"),
    ])
  func severalServers(text: String, told: String) throws {
    #expect(try ConnectionString(text, environment: []).description == told)
  }

  @Test func urlsAndSettingsMeanTheSame() throws {
    let url = try ConnectionString("postgres://moa:secret@127.0.0.1:5433/shop")
    let settings = try ConnectionString(
      "user=moa password=secret host=127.0.0.1 port=5433 dbname=shop")
    #expect(url.settings == settings.settings)
  }

  @Test func whatIsLeftOpenIsFilledIn() throws {
    let settings = try ConnectionString("postgres://db.example/shop").settings
    #expect(settings["sslmode"] == "verify-full")
    #expect(settings["channel_binding"] == "require")
    #expect(settings["tcp_user_timeout"] == "2900")
    #expect(settings["target_session_attrs"] == "read-write")
    #expect(settings["application_name"] == "moa")
    #expect(settings["options"]?.contains("statement_timeout=4000") == true)
  }

  @Test func whatIsSaidStays() throws {
    let settings = try ConnectionString(
      "host=db.example sslmode=require application_name=x target_session_attrs=any"
    ).settings
    #expect(settings["sslmode"] == "require")
    #expect(settings["application_name"] == "x")
    #expect(settings["target_session_attrs"] == "any")
  }

  @Test(arguments: [
    "host=/run/postgresql", "host=localhost", "postgres://127.0.0.1/x", "host=::1", "dbname=x",
    "host=db hostaddr=127.0.0.1",
  ])
  func aLocalServerNeedsNoCertificate(text: String) throws {
    #expect(try ConnectionString(text, environment: []).settings["sslmode"] == nil)
  }

  @Test(arguments: [
    "host=127.example", "host=127.0.0.1.example", "host=1::1", "hostaddr=128.0.0.1",
  ])
  func aNameThatLooksLikeLoopbackNeedsOne(text: String) throws {
    #expect(try ConnectionString(text).settings["sslmode"] == "verify-full")
  }

  @Test("A host that the environment names is resolved and checked like one that the text names")
  func theEnvironmentIsNotTrustedMore() throws {
    let remote = try ConnectionString(
      "postgres:///shop", environment: [("host", "db.internal"), ("port", "6000"), ("user", "x")])
    #expect(remote.list("host") == ["db.internal"])
    #expect(remote.settings["port"] == "6000")
    #expect(remote.settings["sslmode"] == "verify-full")
    #expect(remote.settings["user"] == nil)
    let address = try ConnectionString("host=localhost", environment: [("hostaddr", "10.0.0.1")])
    #expect(address.settings["sslmode"] == "verify-full")
    let said = try ConnectionString(
      "host=/tmp", environment: [("host", "db.internal"), ("sslmode", "require")])
    #expect(said.settings["host"] == "/tmp")
    #expect(said.settings["sslmode"] == "require")
  }

  @Test func whatIsCompiledInIsNotTheEnvironment() {
    let keywords = LibPQ.environment().map(\.keyword)
    #expect(keywords.contains("user"))
    #expect(!keywords.contains("tty"))
    #expect(!keywords.contains("sslcompression"))
  }

  @Test func aServiceIsRefused() throws {
    #expect(throws: PostgresError.self) { try ConnectionString("service=x") }
    let string = try ConnectionString("dbname=x")
    #expect(throws: PostgresError.self) { try string.setting("service", to: "x") }
  }

  @Test func anotherHostMayNeedACertificate() throws {
    let string = try ConnectionString("host=/tmp").setting("host", to: "db.example")
    #expect(string.settings["sslmode"] == "verify-full")
  }

  @Test func oneRemoteHostAmongSeveralNeedsOne() throws {
    #expect(try ConnectionString("host=/tmp,db.example").settings["sslmode"] == "verify-full")
  }

  @Test("As many ports as hosts, or one for all: another number is refused, as by libpq")
  func portsBelongToHosts() throws {
    for text in [
      "host=a,b,c port=1,2", "host=a port=1,2", "postgres://a:1,b:2,c/x?port=5,6", "port=1,2",
      "host=a hostaddr=10.0.0.1,10.0.0.2 port=1,2,3",
    ] {
      let error = #expect(throws: PostgresError.self, "\(text)") {
        try ConnectionString(text, environment: [])
      }
      #expect(error?.isConfiguration == true)
    }
    #expect(throws: PostgresError.self) {
      try ConnectionString("host=a,b", environment: [("port", "1,2,3")])
    }
    for text in ["host=a,b port=1", "host=a,b port=1,2", "host=a,b", "host=a,b port=,2", "port=1"] {
      _ = try ConnectionString(text, environment: [])
    }
    #expect(throws: PostgresError.self) {
      try ConnectionString("host=a,b").setting("port", to: "1,2,3")
    }
  }

  @Test func thePasswordIsNeverShown() throws {
    let string = try ConnectionString("postgres://moa:canary@db.example:5433/shop")
    var dumped = ""
    dump(string, to: &dumped)
    #expect("\(string)" == "moa@db.example:5433/shop")
    for text in ["\(string)", String(reflecting: string), dumped] {
      #expect(!text.contains("canary"))
    }
  }

  @Test(
    "a sign in a password that ends it early is refused, with the way to write it",
    arguments: [
      "moa:pa@canary@db.example/shop", "moa:@canary@db.example/shop", "moa:pa@@canary@db/shop",
      "moa:pa/canary@db.example/shop", "moa:canary?x@y@db.example/shop",
      "moa:canary?a@canary@db.example/shop", "moa:pa@canary@one,two/shop",
    ])
  func openSigns(_ place: String) throws {
    for scheme in ["postgres://", "postgresql://"] {
      let error = #expect(throws: PostgresError.self) { try ConnectionString(scheme + place) }
      let told = error.map { "\($0) \($0.kind)" } ?? ""
      #expect(told.contains("%40"))
      #expect(!told.contains("canary"))
    }
  }

  @Test(
    "encoded signs, and signs of a query, are fine",
    arguments: [
      "moa:pa%40canary%2F%3A@db.example/shop", "db.example/shop?user=moa&password=pa@canary",
      "moa:pa:canary@db.example/shop", "moa:pa?canary@db.example/shop",
    ])
  func encodedSigns(_ place: String) throws {
    let text = "\(try ConnectionString("postgres://" + place, environment: []))"
    #expect(text.hasPrefix("moa@db.example"))
    #expect(!text.contains("canary"))
  }

  @Test(arguments: ["host", "canary nonsense", "postgres://[", "no_such=1", "host=a\0b", "a'=b"])
  func malformedTextIsRefusedWithoutQuotingIt(text: String) {
    let error = #expect(throws: PostgresError.self) { try ConnectionString(text) }
    #expect(error.map { "\($0)" }?.contains("canary") == false)
  }

  @Test func oneSettingCanBeReplaced() throws {
    let string = try ConnectionString("dbname=x").setting("application_name", to: "worker")
    #expect(string.settings["application_name"] == "worker")
    #expect(throws: PostgresError.self) { try string.setting("nonsense", to: "1") }
    #expect(throws: PostgresError.self) { try string.setting("user", to: "a\0") }
  }

  @Test(
    "Options of the user's come first and ours after them, so that ours hold",
    arguments: [
      "postgres:///x?options=-c%20search_path%3Dshop", "dbname=x options='-c search_path=shop'",
    ])
  func optionsAreAppended(text: String) throws {
    let string = try ConnectionString(text, environment: [("options", "-c search_path=other")])
    let options = try #require(string.settings["options"])
    #expect(options.hasPrefix("-c search_path=shop -c "))
    #expect(options.contains(" -c statement_timeout=4000"))
    #expect(options.contains(" -c standard_conforming_strings=on"))
    #expect(!string.hasDefaultOptions)
  }

  @Test func optionsOfTheEnvironmentAreAppendedToAsWell() throws {
    let string = try ConnectionString("dbname=x", environment: [("options", "-c work_mem=8MB")])
    let options = try #require(string.settings["options"])
    #expect(options.hasPrefix("-c work_mem=8MB -c "))
    #expect(options.hasSuffix(" -c client_connection_check_interval=1000"))
  }

  @Test func noOptionsLeaveOnlyOurs() throws {
    let empty = try ConnectionString("dbname=x options=''", environment: [])
    #expect(empty.hasDefaultOptions)
    #expect(empty.settings["options"]?.contains("statement_timeout=4000") == true)
  }

  @Test func aSettingOfTheSessionComesAfterTheUsers() throws {
    let string = try ConnectionString("dbname=x options='-c search_path=evil'", environment: [])
      .session("search_path", #"a b\c"#)
    let options = try #require(string.settings["options"])
    #expect(options.hasPrefix("-c search_path=evil "))
    #expect(options.contains(#" -c search_path=a\ b\\c "#))
  }

  @Test func patienceRemovesOnlyOurOwnLimits() throws {
    let ours = try ConnectionString("dbname=x", environment: []).patient
    #expect(ours.settings["options"]?.contains("statement_timeout") == false)
    #expect(ours.settings["options"]?.contains("client_connection_check_interval") == true)
    let theirs = try ConnectionString(
      "dbname=x options='-c statement_timeout=1'", environment: []
    ).patient
    #expect(theirs.settings["options"]?.hasPrefix("-c statement_timeout=1 ") == true)
    #expect(theirs.settings["options"]?.contains("lock_timeout") == false)
  }

  @Test func otherProgramsAreLedToTheSameDatabaseByVariables() throws {
    let string = try ConnectionString(
      "postgres://u:secret@/shop?host=/run/a&options=-c%20work_mem%3D8MB", environment: [])
    let variables = string.variables
    #expect(variables["PGHOST"] == "/run/a")
    #expect(variables["PGUSER"] == "u")
    #expect(variables["PGDATABASE"] == "shop")
    #expect(variables["PGPASSWORD"] == "secret")
    // Without our own, which are for statements of requests.
    #expect(variables["PGOPTIONS"] == "-c work_mem=8MB")
    #expect(try ConnectionString("dbname=x", environment: []).variables["PGOPTIONS"] == nil)
  }
}
