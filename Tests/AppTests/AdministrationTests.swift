import App
import Foundation
import LocalPostgres
import Logging
import Operations
import TestDatabase
import Testing

/// The commands' work, on a real database.
@Suite(.serialized) struct AdministrationTests {
  @Test("A command waits for a database that takes its time, as no client would")
  func aSlowDatabaseIsWaitedFor() async throws {
    let (direct, conninfo) = try await AdministrationSession.sample()
    let relay = try TestRelay(before: conninfo)
    defer { relay.close() }
    relay.fail(.lateConnections)
    let remote = try AdministrationSession.sample(on: relay.conninfo(of: conninfo))
    _ = try await remote.createVendor(name: "먼 가게", secretFile: nil)
    #expect(try await direct.listVendors().lines.count == 1)
  }

  private let scratch = Scratch()

  private func file(_ text: String) throws -> String { try scratch.file(text) }

  private static let item = """
    {"key":"luxury","title":"럭셔리","thumbnail_image_url":"/banners/a.png",
     "thumbnail_text_image_url":"https://images.example/b.png"}
    """

  @Test func anOlderSchemaIsRefusedWithTheCommandThatMendsIt() async throws {
    let (session, _) = try await AdministrationSession.sample(migrated: false)
    let refusal = await #expect(throws: CommandError.self) { try await session.listTokens() }
    #expect(refusal?.code == .unavailable)
    #expect(refusal?.description.contains("moa migrate --database-url") == true)
  }

  @Test func migrateAppliesOnceAndStatusTellsIt() async throws {
    let (session, _) = try await AdministrationSession.sample(migrated: false)
    #expect(try await session.migrationStatus().lines.allSatisfy { $0.hasPrefix("pending ") })
    let applied = try await session.migrate().lines
    #expect(applied.first == "applied 0001_schema_history")
    #expect(try await session.migrate().lines == ["nothing to apply"])
    let status = try await session.migrationStatus().lines
    #expect(status.count == applied.count)
    #expect(status.allSatisfy { $0.hasPrefix("applied 20") })
  }

  @Test func seedWritesOnceAndADryRunNothing() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    let path = try file("{\"event_categories\":[\(Self.item)]}")
    let created =
      #"{"section":"event_categories","created":1,"updated":0,"unchanged":0,"removed":0}"#
    #expect(try await session.seed(file: path, dryRun: true).json == [created])
    #expect(try TestDatabase.psql("select count(*) from moa.event_categories", in: conninfo) == "0")
    #expect(try await session.seed(file: path, dryRun: false).json == [created])
    let unchanged =
      #"{"section":"event_categories","created":0,"updated":0,"unchanged":1,"removed":0}"#
    #expect(try await session.seed(file: path, dryRun: false).json == [unchanged])
  }

  /// Apps that exist read prices as whole numbers, and a whole list fails with one that is none.
  @Test func productsForTrialsCostWholeDollars() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    _ = try await session.addDemoProducts(400)
    func count(_ condition: String) throws -> Int? {
      try Int(
        TestDatabase.psql(
          "select count(*) from moa.products where currency = 'USD' and \(condition)",
          in: conninfo))
    }
    #expect(try count("discount > 0") ?? 0 > 0)
    #expect(try count("(amount % 100 <> 0 or discount % 100 <> 0)") == 0)
  }

  @Test func aSeedComesFromStandardInputToo() async throws {
    let (session, _) = try await AdministrationSession.sample()
    let path = try file("{\"event_categories\":[\(Self.item)]}")
    let input = try #require(FileHandle(forReadingAtPath: path))
    let created =
      #"{"section":"event_categories","created":1,"updated":0,"unchanged":0,"removed":0}"#
    #expect(
      try await session.seed(file: "-", dryRun: false, input: input.fileDescriptor).json == [
        created
      ])
    let wrong = try #require(FileHandle(forReadingAtPath: try file("{")))
    let refusal = await #expect(throws: CommandError.self) {
      try await session.seed(file: "-", dryRun: false, input: wrong.fileDescriptor)
    }
    #expect(refusal?.code == .data)
    #expect(refusal?.description.hasPrefix("standard input is not JSON: line 1, byte ") == true)
  }

  @Test func everyMistakeOfASeedFileIsToldWithItsPointer() async throws {
    let (session, _) = try await AdministrationSession.sample()
    let path = try file(#"{"event_categories":[{"key":"A","title":""}]}"#)
    let refusal = await #expect(throws: CommandError.self) {
      try await session.seed(file: path, dryRun: false)
    }
    #expect(refusal?.code == .data)
    for pointer in ["key", "title", "thumbnail_image_url", "thumbnail_text_image_url"] {
      #expect(refusal?.description.contains("/event_categories/0/\(pointer): ") == true)
    }
  }

  @Test(
    "A seed file that cannot be read is refused as data",
    arguments: ["{", "", "[1", "{\"event_categories\":1}"])
  func unreadableSeed(text: String) async throws {
    let (session, _) = try await AdministrationSession.sample(migrated: false)
    let path = try file(text)
    let refusal = await #expect(throws: CommandError.self) {
      try await session.seed(file: path, dryRun: false)
    }
    #expect(refusal?.code == .data)
    #expect(refusal?.description.contains(path) == true)
  }

  @Test("What is no readable file is told as such", arguments: ["", "/moa.json", "/moa\u{1B}[2J"])
  func noFile(name: String) async throws {
    let (session, _) = try await AdministrationSession.sample(migrated: false)
    let path = FileManager.default.temporaryDirectory.path + name
    let refusal = await #expect(throws: CommandError.self) {
      try await session.seed(file: path, dryRun: false)
    }
    #expect(refusal?.code == .data)
    let shown = path.replacing("\u{1B}", with: "\u{FFFD}")
    let reason = name.isEmpty ? "Is a directory" : "No such file or directory"
    #expect(refusal?.description == "cannot read the file \(shown): \(reason).")
  }

  @Test func aSeedFileCannotSpeakToTheTerminal() async throws {
    let (session, _) = try await AdministrationSession.sample(migrated: false)
    let hostile = #"\u001b]0;owned\u0007\u009b2J\u202e\u2028\n"#
    for members in [
      "\"event_categories\":[],\"\(hostile)\":1", "\"event_categories\":[{\"\(hostile)\":1}]",
    ] {
      let path = try file("{\(members)}")
      let refusal = await #expect(throws: CommandError.self) {
        try await session.seed(file: path, dryRun: false)
      }
      let said = try #require(refusal?.description)
      #expect(said.contains("\u{FFFD}]0;owned\u{FFFD}\u{FFFD}2J\u{FFFD}\u{FFFD}\u{FFFD}:"))
      let obeyed = said.unicodeScalars.filter { scalar in
        scalar != "\n" && (scalar.properties.generalCategory == .control || scalar == "\u{202E}")
      }
      #expect(obeyed.isEmpty)
    }
  }

  @Test func aTokenIsShownOnceAndKeptAsADigest() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    let created = try await session.createVendor(name: "가게", secretFile: nil).lines
    let vendor = try #require(created[0].split(separator: " ").last.map(String.init))
    let token = try await session.createToken(
      name: "CI of the shop", scopes: ["admin", "vendor"], vendor: vendor
    ).lines[0]
    #expect(token.wholeMatch(of: /moa_[0-9a-f]{16}_[A-Za-z0-9_-]{43}/) != nil)
    let secret = token.suffix(43)
    let stored = try TestDatabase.psql("select t::text from moa.access_tokens t", in: conninfo)
    #expect(!stored.contains(secret))
    let lines = try await session.listTokens().lines
    #expect(lines.count == 1)
    #expect(lines.first?.contains("admin,vendor") == true)
    #expect(lines.first?.hasSuffix("valid  CI of the shop") == true)
    let id = String(token.dropFirst(4).prefix(16))
    #expect(try await session.revokeToken(id).lines[0].contains("revoked 20"))
  }

  @Test func aLinkHoldsATokenInItsFragmentForHalfADay() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    let link = try await session.createToken(name: "민지", scopes: ["merchandise"], isLink: true)
      .lines[0]
    #expect(link.wholeMatch(of: /http:\/\/[^\/]+\/admin#token=moa_[0-9a-f]{16}_[\w-]{43}/) != nil)
    let lifetime = try TestDatabase.psql(
      "select expires_at - created_at from moa.access_tokens", in: conninfo)
    #expect(lifetime.contains("12:00:00"))
    #expect(try await session.listTokens().lines[0].contains("expires 20"))
  }

  @Test func whatCannotBeIsRefusedBeforeTheDatabaseIsAsked() async throws {
    let (session, _) = try await AdministrationSession.sample(migrated: false)
    let refusals = [
      await #expect(throws: CommandError.self) {
        try await session.createToken(name: "", scopes: ["admin"])
      },
      await #expect(throws: CommandError.self) {
        try await session.createToken(name: "x", scopes: ["root"])
      },
      await #expect(throws: CommandError.self) { try await session.revokeToken("nonsense\u{1B}") },
    ]
    #expect(refusals.allSatisfy { $0?.code == .usage })
  }

  @Test func aCommandOnADirectoryWithoutAShopSaysSoAndChangesNothing() async throws {
    let directory = scratch.path + "/mistyped"
    let configuration = try Configuration.read(
      flags: [.dataDirectory: directory], environment: [:], machine: .current(environment: [:]))
    let session = AdministrationSession(
      configuration, EventLog(LogQueue(descriptor: 2), level: .critical))
    let seed = try file("{\"event_categories\":[]}")
    let refusals = [
      await #expect(throws: CommandError.self) {
        try await session.createToken(name: "x", scopes: ["admin"])
      },
      await #expect(throws: CommandError.self) { try await session.listVendors() },
      await #expect(throws: CommandError.self) {
        try await session.seed(file: seed, dryRun: false)
      },
      await #expect(throws: CommandError.self) { try await session.sweep() },
      await #expect(throws: CommandError.self) { try await session.addDemoProducts(1) },
      await #expect(throws: CommandError.self) { try await session.migrationStatus() },
    ]
    for refusal in refusals {
      #expect(refusal?.code == .unavailable)
      #expect(refusal?.description.contains("there is no shop in the data directory") == true)
      #expect(refusal?.description.contains(directory) == true)
    }
    #expect(!FileManager.default.fileExists(atPath: directory))
  }

  @Test func aPictureIsRemovedByItsURL() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    let digest = String(repeating: "ab", count: 32)
    _ = try TestDatabase.psql(
      """
      insert into moa.images (sha256, media_type, width, height, bytes)
      values ('\\x\(digest)', 'image/png', 1, 1, '\\x00')
      """, in: conninfo)
    let url = "https://shop.example/images/\(digest)/original.png"
    let report = try await session.removeImage(url)
    #expect(report.lines == ["\(digest)  removed from 0 products and 0 items of lists"])
    let refusals = [
      await #expect(throws: CommandError.self) { try await session.removeImage(digest) },
      await #expect(throws: CommandError.self) { try await session.removeImage("none.png") },
    ]
    #expect(refusals.map { $0?.code } == [.data, .usage])
  }

  @Test func aDeviceIsRevokedByItsNumberOrItsToken() async throws {
    let (session, conninfo) = try await AdministrationSession.sample()
    let token = "moa_device_" + String(repeating: "A", count: 43)
    _ = try TestDatabase.psql(
      """
      insert into moa.shoppers (id) values (7), (8);
      insert into moa.devices (id, secret_digest, shopper_id, created_at, seen_at)
      values (7, sha256('a'), 7, now(), now()), (8, sha256('\(token)'), 8, now(), now())
      """, in: conninfo)
    #expect(try await session.revokeDevice("device:7").lines == ["device:7  revoked"])
    #expect(try await session.revokeDevice(token).lines == ["device:8  revoked"])
    let refusals = [
      await #expect(throws: CommandError.self) { try await session.revokeDevice("7") },
      await #expect(throws: CommandError.self) { try await session.revokeDevice("vendor:7") },
    ]
    #expect(refusals.map { $0?.code } == [.data, .usage])
  }

  @Test func aTokenThatIsNotThereCannotBeRevoked() async throws {
    let (session, _) = try await AdministrationSession.sample()
    let refusal = await #expect(throws: CommandError.self) {
      try await session.revokeToken("0123456789abcdef")
    }
    #expect(refusal?.code == .data)
  }
}
