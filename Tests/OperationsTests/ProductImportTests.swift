import Domain
import Foundation
import TestDatabase
import Testing

@testable import Operations

/// `moa import` of products, on a real database.
@Suite struct ProductImportTests {
  private static let table = """
    key,name,price,stock,option1_name,option1_value,sku,images,is_hidden
    LB-1,리넨 셔츠,27000,5,색상,검정,LB-1-B,,false
    LB-1,,29000,0,,흰색,LB-1-W,,
    CUP,도자기 컵,12000,3,,,,missing.png,true
    BAD,이름,not a price,1,,,,,
    """
  private let scratch = Scratch()

  private func session() async throws -> (session: AdministrationSession, conninfo: String) {
    let conninfo = try await TestDatabase.shared.makeDatabase()
    let session = AdministrationSession(on: try .at(conninfo))
    _ = try await session.migrate()
    _ = try await session.createVendor(name: "모래언덕", secretFile: nil)
    return (session, conninfo)
  }

  private func inWon(dryRun: Bool = false) throws -> ProductImportOptions {
    var options = ProductImportOptions()
    try options.read(from: nil, currency: "krw", columns: nil, stock: 0)
    options.isDryRun = dryRun
    return options
  }

  @Test func theSameFileAgainChangesNothing() async throws {
    let (session, conninfo) = try await session()
    let path = try scratch.file(Self.table)
    let first = try await session.importProducts(from: path, inWon())
    #expect(first.lines.first == "made 2, changed 0, unchanged 0, refused 1")
    let again = try await session.importProducts(from: path, inWon())
    #expect(again.lines.first == "made 0, changed 0, unchanged 2, refused 1")
    let variants = try TestDatabase.psql("select count(*) from moa.product_variants", in: conninfo)
    #expect(variants == "2")
    #expect(
      try TestDatabase.psql("select key from moa.products where is_hidden", in: conninfo) == "CUP")
  }

  @Test func whatAFileCannotSayStays() async throws {
    let (session, conninfo) = try await session()
    let table = Self.table.replacingOccurrences(of: "컵,12000,3", with: "컵,12000,")
    let path = try scratch.file(table)
    _ = try await session.importProducts(from: path, inWon())
    let colors = "array['색상','검정','#111111','색상','흰색','']"
    _ = try TestDatabase.psql(
      """
      update moa.products set options = \(colors) where key = 'LB-1';
      update moa.products set stock = 7, mall = '모아' where key = 'CUP'
      """, in: conninfo)
    let again = try await session.importProducts(from: path, inWon())
    #expect(again.lines.first == "made 0, changed 0, unchanged 2, refused 1")
    let seen = "select stock || mall from moa.products where key = 'CUP'"
    #expect(try TestDatabase.psql(seen, in: conninfo) == "7모아")
  }

  @Test func aColumnThatTheFileLacksStays() async throws {
    let (session, conninfo) = try await session()
    let whole = """
      key,name,description,price,original_price,stock,option1_name,option1_value,sku,brand,tags,is_hidden
      LB-1,리넨 셔츠,시원해요,27000,30000,5,색상,검정,LB-1-B,모래언덕,BEST,true
      CUP,도자기 컵,손으로 빚은 컵,12000,15000,3,,,,모래언덕,BEST,true
      """
    _ = try await session.importProducts(from: scratch.file(whole), inWon())
    let seen = """
      select string_agg(concat_ws(',', products.*), E'\n' order by id)
        || (select string_agg(concat_ws(',', v.*), E'\n') from moa.product_variants as v)
      from moa.products
      """
    let before = try TestDatabase.psql(seen, in: conninfo)
    let narrow = "key,name,price,stock\nLB-1,리넨 셔츠,27000,5\nCUP,도자기 컵,12000,3\n"
    let report = try await session.importProducts(from: scratch.file(narrow), inWon())
    #expect(report.lines.first == "made 0, changed 0, unchanged 2, refused 0")
    #expect(try TestDatabase.psql(seen, in: conninfo) == before)
  }

  @Test func tagsAndTypesThatTheShopDoesNotKnowLeaveThoseThatItHas() async throws {
    let (session, conninfo) = try await session()
    let header = "key,name,price,stock,tags,item_type\n"
    _ = try await session.importProducts(
      from: scratch.file(header + "CUP,도자기 컵,12000,3,BEST,\n"), inWon())
    let path = try scratch.file(header + "CUP,도자기 컵,12000,3,summer,Mugs\n")
    let report = try await session.importProducts(from: path, inWon())
    #expect(report.lines.first == "made 0, changed 0, unchanged 1, refused 0")
    #expect(try TestDatabase.psql("select tags from moa.products", in: conninfo) == "{BEST}")
  }

  @Test func aPriceOfAProductWithVariantsIsRefusedWithoutTheirColumns() async throws {
    let (session, _) = try await session()
    _ = try await session.importProducts(from: scratch.file(Self.table), inWon())
    let path = try scratch.file("key,name,price,stock\nLB-1,리넨 셔츠,19000,5\n")
    let report = try await session.importProducts(from: path, inWon())
    #expect(report.json.contains { $0.contains("\"code\":\"in_variants\"") })
  }

  /// Beside the table that ``scratch`` writes.
  private func put(_ pictures: String...) throws {
    let images = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../db/demo/images").standardized
    for name in pictures {
      try FileManager.default.copyItem(
        atPath: "\(images.path)/product-\(name)", toPath: "\(scratch.path)/\(name)")
    }
  }

  @Test func aPictureThatIsMissingKeepsThoseOfTheShopAndIsTakenByTheNextRun() async throws {
    let (session, conninfo) = try await session()
    let count = "select count(*) from moa.product_images"
    let one = try scratch.file("key,name,price,stock,images\nCUP,도자기 컵,12000,3,towel-1.png\n")
    let two = try scratch.file(
      "key,name,price,stock,images\nCUP,도자기 컵,12000,3,tea-1.png|boots-1.png\n")
    try put("towel-1.png", "boots-1.png")
    _ = try await session.importProducts(from: one, inWon())
    let kept = try await session.importProducts(from: two, inWon())
    #expect(kept.lines.first == "made 0, changed 0, unchanged 1, refused 0")
    #expect(try TestDatabase.psql(count, in: conninfo) == "1")
    try put("tea-1.png")
    let whole = try await session.importProducts(from: two, inWon())
    #expect(whole.lines.first == "made 0, changed 1, unchanged 0, refused 0")
    #expect(try TestDatabase.psql(count, in: conninfo) == "2")
    let again = try await session.importProducts(from: two, inWon())
    #expect(again.lines.first == "made 0, changed 0, unchanged 1, refused 0")
  }

  @Test func whatStandsBeforeAFlawOfAFileIsWrittenAndEverythingIsTold() async throws {
    let (session, conninfo) = try await session()
    let path = try scratch.file(Self.table + "\nLAST,마지막,1000,1,,,,,\nEND,\"끝,1000,1,,,,,\n")
    let report = try await session.importProducts(from: path, inWon())
    #expect(report.lines.first == "made 2, changed 0, unchanged 0, refused 1")
    #expect(report.json.contains { $0.contains("\"code\":\"broken_file\"") })
    #expect(report.json.contains { $0.contains("\"code\":\"bad_price\"") })
    #expect(report.failure?.code == .data)
    #expect(try TestDatabase.psql("select count(*) from moa.products", in: conninfo) == "2")
  }

  /// The path of an export of a shop whose second product has no key.
  private func exported(_ session: AdministrationSession, _ conninfo: String) async throws -> String
  {
    _ = try await session.importProducts(from: scratch.file(Self.table), inWon())
    _ = try TestDatabase.psql(
      """
      insert into moa.categories (id, title, position) values (1, '옷', 1);
      insert into moa.item_types (id, category_id, title, thumbnail_image_url, position)
      values (3, 1, '셔츠', '/a.png', 1);
      update moa.products set options = array['색상', '흰색', '', '색상', '검정', '']
      where key = 'LB-1';
      update moa.products set item_type_id = 3, key = null,
        category_path = array['남성 > 여성', 'A\\', '\\>B'] where key = 'CUP'
      """, in: conninfo)
    let path = scratch.path + "/products.csv"
    _ = try await session.exportProducts(to: path, of: nil)
    return path
  }

  @Test func anExportedTableChangesNothing() async throws {
    let (session, conninfo) = try await session()
    let path = try await exported(session, conninfo)
    let again = try await session.importProducts(from: path, ProductImportOptions())
    #expect(again.lines.first == "made 0, changed 0, unchanged 2, refused 0")
  }

  @Test func anExportedTableMakesItsProductsInAnotherShop() async throws {
    let (session, conninfo) = try await session()
    let path = try await exported(session, conninfo)
    let (other, elsewhere) = try await self.session()
    _ = try await other.importProducts(
      from: scratch.file("key,name,price,stock\nA,연필 한 자루,500,1\nB,공책 한 권,900,1\n"), inWon())
    let first = try await other.importProducts(from: path, ProductImportOptions())
    #expect(first.lines.first == "made 2, changed 0, unchanged 0, refused 0")
    let again = try await other.importProducts(from: path, ProductImportOptions())
    #expect(again.lines.first == "made 0, changed 0, unchanged 2, refused 0")
    let code =
      "select 'code:' || encode(uuid_send(code), 'hex') from moa.products where key is null"
    let key = try TestDatabase.psql("select key from moa.products where id = 4", in: elsewhere)
    #expect(try key == TestDatabase.psql(code, in: conninfo))
  }

  @Test func aDirectoryWithTheManifestOfAnotherProgramIsNoExport() throws {
    _ = try scratch.file(Self.table)
    try "{\"name\":\"shop\"}".write(
      toFile: scratch.path + "/manifest.json", atomically: true, encoding: .utf8)
    #expect(!AdministrationSession.isExport(scratch.path))
  }

  /// Port 9 has no server; a name of 64 letters has no address, and no server is asked for it.
  @Test(arguments: [("127.0.0.1:9", 4), (String(repeating: "a", count: 64), 8)])
  func aHostThatIsAwayIsNotWaitedForAtEachPicture(host: String, count: Int) async throws {
    try #require(
      FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "Install curl by .ci/install.")
    let (session, _) = try await session()
    let urls = (1...12).map { "https://\(host)/\($0).png" }.joined(separator: "|")
    let path = try scratch.file("key,name,price,stock,images\nCUP,도자기 컵,12000,3,\(urls)\n")
    var options = try inWon()
    options.allowsPrivate = true
    let report = try await session.importProducts(from: path, options)
    let told = report.json.filter { $0.contains("did not answer for others") }
    #expect(told.first?.contains("\"count\":\(count)") == true)
  }

  @Test func aLinkLeadsToNoPictureElsewhere() async throws {
    let (session, _) = try await session()
    let path = try scratch.file("key,name,price,stock,images\nCUP,도자기 컵,12000,3,a.png\n")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/a.png", withDestinationPath: "/etc/passwd")
    let report = try await session.importProducts(from: path, inWon())
    #expect(report.json.contains { $0.contains("it is a link out of the directory") })
  }

  @Test func aDryRunTellsTheSameAndWritesNothing() async throws {
    let (session, conninfo) = try await session()
    let path = try scratch.file(Self.table)
    let report = try await session.importProducts(from: path, inWon(dryRun: true))
    #expect(
      report.lines.first
        == "would be made 2, would be changed 0, unchanged 0, refused 1")
    #expect(try TestDatabase.psql("select count(*) from moa.products", in: conninfo) == "0")
  }

  @Test func aDryRunTellsWhichPicturesAreMissingAndWhichItDoesNotCompare() async throws {
    let (session, conninfo) = try await session()
    let path = try scratch.file("key,name,price,stock,images\nCUP,도자기 컵,12000,3,tea-1.png|no.png\n")
    try put("tea-1.png")
    let report = try await session.importProducts(from: path, inWon(dryRun: true))
    let unloaded = report.json.filter { $0.contains("unloaded_picture") }
    #expect(unloaded.count == 1)
    #expect(unloaded.first?.contains("tea-1.png") == true)
    let missing = report.json.filter { $0.contains("missing_picture") }
    #expect(missing.count == 1)
    #expect(missing.first?.contains("no.png") == true)
    #expect(try TestDatabase.psql("select count(*) from moa.images", in: conninfo) == "0")
  }

  @Test func aDryRunComparesPicturesThatTheFileNamesByDigest() async throws {
    let (session, _) = try await session()
    let header = "key,name,price,stock,images\nCUP,도자기 컵,12000,3,"
    let path = try scratch.file(header + "tea-1.png|towel-1.png\n")
    try put("tea-1.png", "towel-1.png")
    _ = try await session.importProducts(from: path, inWon())
    let sheet = scratch.path + "/products.csv"
    _ = try await session.exportProducts(to: sheet, of: nil)
    let same = try await session.importProducts(from: sheet, inWon(dryRun: true))
    #expect(same.lines.first == "would be made 0, would be changed 0, unchanged 1, refused 0")
    let digest = try #require(
      try String(contentsOfFile: sheet, encoding: .utf8).firstMatch(of: /[0-9a-f]{64}/))
    let fewer = try scratch.file(header + digest.output + "\n")
    let other = try await session.importProducts(from: fewer, inWon(dryRun: true))
    #expect(other.lines.first == "would be made 0, would be changed 1, unchanged 0, refused 0")
  }

  @Test func whatIsRefusedIsToldWithItsRowAndItsCure() async throws {
    let (session, _) = try await session()
    let path = try scratch.file(Self.table)
    let report = try await session.importProducts(from: path, inWon())
    let told = report.json.filter { $0.contains("\"code\":\"bad_price\"") }
    #expect(told.first?.contains("\"line\":5") == true)
    #expect(report.json.contains { $0.contains("\"code\":\"missing_picture\"") })
  }

  @Test(arguments: [
    "10.1.2.3", "127.0.0.1", "169.254.169.254", "172.31.0.1", "192.168.1.1", "100.64.0.1",
    "0.0.0.0", "224.0.0.1", "::1", "fe80::1", "fd00::1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
    "2001::1", "2001:db8::1", "2002:7f00:1::",
  ])
  func anAddressOfAPrivateNetworkIsNone(address: String) throws {
    #expect(try #require(NetworkAddress(address)).isPublic == false)
  }

  @Test(arguments: ["1.1.1.1", "172.32.0.1", "2606:4700::1111"])
  func anAddressOfTheInternetIsPublic(address: String) throws {
    #expect(try #require(NetworkAddress(address)).isPublic)
  }

  @Test(arguments: [
    "http://shop.example/a.png", "https://", "https://user@shop.example/a.png",
    "https://[::1]/a.png", "https://shop.example:0/a", "file:///etc/passwd", "https://a b/",
  ])
  func onlyHTTPSOfAHostIsFetched(url: String) {
    #expect(throws: RemotePicture.Trouble.self) { try HTTPSPlace(url) }
  }

  @Test func aHostOfAPrivateNetworkIsNotAsked() {
    let remote = RemotePicture(allowsPrivate: false)
    let trouble = #expect(throws: RemotePicture.Trouble.self) {
      try remote.fetch("https://127.0.0.1:9/a.png")
    }
    #expect(trouble?.reason.contains("private network") == true)
  }
}
