import Foundation
import TestDatabase
import Testing

@testable import LocalPostgres

/// Each test has a server of its own, since most of them kill or stop it.
@Suite(.serialized) struct LocalPostgresTests {
  private let directory = TestDirectory.make()
  private let settings = LocalPostgresSettings(isDurable: false)

  private func make() throws -> LocalPostgres {
    try LocalPostgres(dataDirectory: directory, settings: settings)
  }

  private func clean(_ postgres: LocalPostgres) {
    try? postgres.stop()
    try? FileManager.default.removeItem(atPath: directory)
  }

  @Test("Korean sorts in dictionary order, and case works outside of ASCII")
  func koreanCollation() throws {
    let postgres = try make()
    defer { clean(postgres) }
    let conninfo = try postgres.start()
    let words = "unnest(array['나','가','하','각','B','a','é']) as word"
    let sorted = try TestDatabase.psql(
      "select string_agg(word, ' ' order by word) from \(words)", in: conninfo)
    #expect(sorted == "가 각 나 하 a B é")
    #expect(
      try TestDatabase.psql("select lower('ÉÄ'), upper('straße')", in: conninfo) == "éä|STRASSE")
    #expect(try TestDatabase.psql("show server_encoding", in: conninfo) == "UTF8")
    #expect(postgres.remarks.isEmpty)
  }

  @Test func listensOnAPrivateUnixSocketOnly() throws {
    let postgres = try make()
    defer { clean(postgres) }
    let conninfo = try postgres.start()
    #expect(try TestDatabase.psql("show listen_addresses", in: conninfo) == "")
    let socket = try TestDatabase.psql("show unix_socket_directories", in: conninfo)
    let mode = try FileManager.default.attributesOfItem(atPath: socket)[.posixPermissions]
    #expect(mode as? Int == 0o700)
    #expect(throws: (any Error).self) {
      try TestDatabase.psql("select 1", in: conninfo.replacing("user=moa", with: "user=stranger"))
    }
  }

  @Test(
    "Where nothing may be written, as during an upgrade, a session that finds the socket cannot")
  func readOnly() throws {
    var settings = settings
    settings.isReadOnly = true
    let postgres = try LocalPostgres(dataDirectory: directory, settings: settings)
    defer { clean(postgres) }
    let conninfo = try postgres.start()
    #expect(try TestDatabase.psql("select 1", in: conninfo) == "1")
    #expect(throws: (any Error).self) {
      try TestDatabase.psql("create table written ()", in: conninfo)
    }
  }

  @Test func aServerThatWasLeftBehindIsTakenOver() throws {
    let first = try make()
    defer { clean(first) }
    let conninfo = try first.start()
    try TestDatabase.psql("create table kept (n int)", in: conninfo)
    let second = try make()
    #expect(!second.isRunning)
    #expect(second.runningConnectionString == conninfo)
    #expect(try second.start() == conninfo)
    #expect(second.serverProcess == first.serverProcess)
    #expect(second.isRunning)
    try second.stop()
    #expect(!first.isRunning)
    #expect(second.runningConnectionString == nil)
  }

  @Test func twoStartsInOneMomentMakeOneServer() async throws {
    let postgres = try make()
    defer { clean(postgres) }
    let other = try make()
    async let first = Task.detached { try postgres.start() }.value
    async let second = Task.detached { try other.start() }.value
    let both = try await (first, second)
    #expect(both.0 == both.1)
    #expect(postgres.isRunning)
    #expect(other.isRunning)
  }

  @Test func whatAKilledInitializationLeftIsSweptAway() throws {
    let postgres = try make()
    defer { clean(postgres) }
    let torn = directory + "/postgresql/server/data.new-1"
    _ = try postgres.start()
    try postgres.stop()
    // The state after kill -9 in the middle of initdb: no data, and a half-written sibling;
    // and, as root, a directory that is made and not handed over yet.
    try FileManager.default.removeItem(atPath: directory + "/postgresql/server/data")
    let server = directory + "/postgresql/server"
    try FileManager.default.setAttributes(
      [.ownerAccountID: NSNumber(value: geteuid())], ofItemAtPath: server)
    try FileManager.default.createDirectory(atPath: torn, withIntermediateDirectories: true)
    try Data("15".utf8).write(to: URL(fileURLWithPath: torn + "/PG_VERSION"))
    let again = try make()
    let conninfo = try again.start()
    #expect(try TestDatabase.psql("select 1", in: conninfo) == "1")
    #expect(!FileManager.default.fileExists(atPath: torn))
  }

  @Test func locksThatNameAnotherProgramAreNotBelieved() throws {
    let postgres = try make()
    defer { clean(postgres) }
    let conninfo = try postgres.start()
    let server = directory + "/postgresql/server"
    let locks = [server + "/data/postmaster.pid", server + "/socket/.s.PGSQL.5432.lock"]
    let texts = try locks.map { try String(contentsOfFile: $0, encoding: .utf8) }
    try postgres.stop()
    // After a restart of the machine the number may be anybody's: here it is this test's.
    for (lock, text) in zip(locks, texts) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
      try (["\(getpid())"] + lines).joined(separator: "\n")
        .write(toFile: lock, atomically: true, encoding: .utf8)
    }
    #expect(postgres.serverProcess == nil)
    let again = try make()
    #expect(try again.start() == conninfo)
    #expect(try TestDatabase.psql("select 1", in: conninfo) == "1")
  }

  @Test func byAnotherPathTheServerIsTheSameAndItsLockStays() throws {
    let first = try make()
    defer { clean(first) }
    let conninfo = try first.start()
    let lock = directory + "/postgresql/server/data/postmaster.pid"
    let text = try String(contentsOfFile: lock, encoding: .utf8)
    let link = directory + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: directory)
    defer { try? FileManager.default.removeItem(atPath: link) }
    let second = try LocalPostgres(dataDirectory: link, settings: settings)
    #expect(second.serverProcess == first.serverProcess)
    #expect(try second.start() == conninfo)
    #expect(try String(contentsOfFile: lock, encoding: .utf8) == text)
    #expect(try TestDatabase.psql("select 1", in: conninfo) == "1")
    try second.stop()
    #expect(!first.isRunning)
  }

  @Test func directoriesThatAVolumeGaveToAGroupAreClosedAgain() throws {
    let postgres = try make()
    defer { clean(postgres) }
    _ = try postgres.start()
    try postgres.stop()
    let server = directory + "/postgresql/server"
    let ours = [server, server + "/data", server + "/socket"]
    // As Kubernetes does to a volume with fsGroup, the group's mark on directories included.
    for path in ours + [directory, directory + "/postgresql"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o2770], ofItemAtPath: path)
    }
    let again = try make()
    defer { try? again.stop() }
    let conninfo = try again.start()
    #expect(try TestDatabase.psql("select 1", in: conninfo) == "1")
    for path in ours {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o700, "\(path)")
    }
  }

  @Test func aServerIsStoppedAlsoWhenItsDirectoryIsGone() throws {
    let postgres = try make()
    defer { clean(postgres) }
    _ = try postgres.start()
    let process = try #require(postgres.serverProcess.flatMap(LocalPostgresProcess.init))
    try FileManager.default.removeItem(atPath: directory)
    try postgres.stop()
    #expect(!process.isAlive)
  }

  @Test func aServerThatDoesNotEndIsToldOf() throws {
    var settings = settings
    settings.stopPatience = (.milliseconds(200), .milliseconds(200))
    let postgres = try LocalPostgres(dataDirectory: directory, settings: settings)
    defer { clean(postgres) }
    _ = try postgres.start()
    let process = try #require(postgres.serverProcess)
    kill(process, SIGSTOP)
    let error: LocalPostgresError? = #expect(throws: LocalPostgresError.self) {
      try postgres.stop()
    }
    #expect(error?.description.contains("process \(process) does not end") == true)
    kill(process, SIGCONT)
  }

  #if os(Linux)
    @Test func aProcessWithoutWordsIsNoServer() throws {
      let server = try make()
      // A kernel's thread has none; a program can be started with none, too.
      var input: [Int32] = [-1, -1]
      try #require(pipe(&input) == 0)
      defer { for end in input { close(end) } }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, input[0], 0)
      let nothing = strdup("")
      defer { free(nothing) }
      var number: pid_t = 0
      try #require(posix_spawn(&number, "/bin/cat", &actions, nil, [nothing, nil], nil) == 0)
      defer {
        kill(number, SIGKILL)
        waitpid(number, nil, 0)
      }
      let process = try #require(LocalPostgresProcess(number))
      let words = FileManager.default.contents(atPath: "/proc/\(number)/cmdline")
      #expect(words?.allSatisfy { $0 == 0 } == true)
      #expect(!process.serves(data: directory, home: directory))
      #expect(server.runningConnectionString == nil)
    }
  #endif

  @Test func itNeedsNoRoomInSharedMemoryAndFitsWhatThereIs() throws {
    var settings = settings
    settings.memory = AvailableMemory(mebibytes: 256)
    let postgres = try LocalPostgres(dataDirectory: directory, settings: settings)
    defer { clean(postgres) }
    let conninfo = try postgres.start()
    #expect(try TestDatabase.psql("show shared_buffers", in: conninfo) == "32MB")
    #expect(try TestDatabase.psql("show maintenance_work_mem", in: conninfo) == "16MB")
    #if os(Linux)
      let type = try TestDatabase.psql("show dynamic_shared_memory_type", in: conninfo)
      #expect(type == "sysv")
    #endif
  }

  @Test func aKilledServerIsStartedAgainWithinFiveSeconds() async throws {
    let postgres = try make()
    defer { clean(postgres) }
    let conninfo = try postgres.start()
    try TestDatabase.psql("create table kept as select 7 as n", in: conninfo)
    let (events, continuation) = AsyncStream.makeStream(of: LocalPostgres.Event.self)
    DispatchQueue.global().async {
      postgres.supervise { continuation.yield($0) }
      continuation.finish()
    }
    let victim = try #require(postgres.serverProcess)
    kill(victim, SIGKILL)
    var seen: [LocalPostgres.Event] = []
    for await event in events {
      seen.append(event)
      guard case .restarted(let duration) = event else { continue }
      #expect(duration < .seconds(5))
      #expect(try TestDatabase.psql("select n from kept", in: conninfo) == "7")
      try postgres.stop()
    }
    #expect(seen.first == .died)
    #expect(postgres.serverProcess == nil)
  }

  @Test func aLongDataDirectoryHasItsSocketInAShortPlace() throws {
    let deep = directory + "/" + String(repeating: "long-name-", count: 9)
    let postgres = try LocalPostgres(dataDirectory: deep, settings: settings)
    let conninfo = try postgres.start()
    defer { clean(postgres) }
    let socket = try TestDatabase.psql("show unix_socket_directories", in: conninfo)
    defer { try? FileManager.default.removeItem(atPath: socket) }
    #expect(socket.hasPrefix("/tmp/moa-"))
    #expect(socket.utf8.count < 90)
    try postgres.stop()
  }

  @Test func aPathThatAShellWouldGarbleIsRefused() {
    for name in ["a\"b", "a'b", "a$b", "a`b", "a\\b", "a\nb"] {
      #expect(throws: LocalPostgresError.self) {
        try LocalPostgres(dataDirectory: directory + name)
      }
    }
  }

  @Test func aMissingPostgreSQLIsToldInOneSentence() {
    let nowhere: LocalPostgresError? = #expect(throws: LocalPostgresError.self) {
      try LocalPostgresBinaries.find(major: nil, in: ["/nowhere"])
    }
    #expect(nowhere?.description.contains("apt-get install postgresql") == true)
    let older: LocalPostgresError? = #expect(throws: LocalPostgresError.self) {
      try LocalPostgresBinaries.find(major: 9, in: ["/nowhere"])
    }
    #expect(older?.description.contains("made by PostgreSQL 9") == true)
  }

  @Test func aVersionThatIsNoLongerMendedMakesNoNewDatabase() throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for major in [14, 15] {
      let folder = "\(directory)/\(major)"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      for program in LocalPostgresBinaries.programs {
        let script = Data("#!/bin/sh\necho 'postgres (PostgreSQL) \(major).9'\n".utf8)
        #expect(
          FileManager.default.createFile(
            atPath: "\(folder)/\(program)", contents: script,
            attributes: [.posixPermissions: 0o755]))
      }
    }
    let folders = ["\(directory)/14", "\(directory)/15"]
    #expect(try LocalPostgresBinaries.find(major: nil, in: folders).major == 15)
    // What was made by an older one is still served by it.
    #expect(try LocalPostgresBinaries.find(major: 14, in: folders).major == 14)
    #expect(LocalPostgresBinaries.newestMajor(in: folders.reversed()) == 15)
    #expect(LocalPostgresBinaries.newestMajor(in: [folders[0]]) == nil)
  }

  @Test func versionsAreReadAsPostgreSQLPrintsThem() {
    let debian = "postgres (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)"
    #expect(LocalPostgresBinaries.major(inVersion: debian) == 15)
    #expect(LocalPostgresBinaries.major(inVersion: "postgres (PostgreSQL) 18beta1") == 18)
    #expect(LocalPostgresBinaries.major(inVersion: "command not found") == nil)
  }

  @Test func commandsAreBoundedAndGetNothingOfOurs() throws {
    let slow = LocalPostgresCommand(
      program: "/bin/sleep", arguments: ["30"], deadline: .milliseconds(50))
    #expect(throws: LocalPostgresError.self) { try slow.run() }
    let echo = try LocalPostgresCommand(program: "/bin/cat", arguments: [], input: "모아").run()
    #expect(echo.status == 0)
    #expect(echo.output == "모아")
    let environment = try LocalPostgresCommand(program: "/usr/bin/env", arguments: []).run()
    // The shell adds PWD and the like; nothing of this process may be among them.
    #expect(!environment.output.contains("HOME="))
    let suicide = LocalPostgresCommand(program: "/bin/sh", arguments: ["-c", "kill -9 $$"])
    #expect(try suicide.run().status == 137)
  }
}
