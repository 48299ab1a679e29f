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

  @Test func anExportedTableChangesNothing() async throws {
    let (session, conninfo) = try await session()
    _ = try await session.importProducts(from: scratch.file(Self.table), inWon())
    _ = try TestDatabase.psql(
      """
      insert into moa.categories (id, title, position) values (1, '옷', 1);
      insert into moa.item_types (id, category_id, title, thumbnail_image_url, position)
      values (3, 1, '셔츠', '/a.png', 1);
      update moa.products set item_type_id = 3, key = null where key = 'CUP'
      """, in: conninfo)
    let path = scratch.path + "/products.csv"
    _ = try await session.exportProducts(to: path, of: nil)
    let again = try await session.importProducts(from: path, ProductImportOptions())
    #expect(again.lines.first == "made 0, changed 0, unchanged 2, refused 0")
  }

  @Test func aDirectoryWithTheManifestOfAnotherProgramIsNoExport() throws {
    _ = try scratch.file(Self.table)
    try "{\"name\":\"shop\"}".write(
      toFile: scratch.path + "/manifest.json", atomically: true, encoding: .utf8)
    #expect(!AdministrationSession.isExport(scratch.path))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
  func aHostThatIsAwayIsNotWaitedForAtEachPicture() async throws {
    let (session, _) = try await session()
    let urls = (1...12).map { "https://127.0.0.1:9/\($0).png" }.joined(separator: "|")
    let path = try scratch.file("key,name,price,stock,images\nCUP,도자기 컵,12000,3,\(urls)\n")
    var options = try inWon()
    options.allowsPrivate = true
    let report = try await session.importProducts(from: path, options)
    let told = report.json.filter { $0.contains("did not answer for others") }
    #expect(told.first?.contains("\"count\":4") == true)
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
