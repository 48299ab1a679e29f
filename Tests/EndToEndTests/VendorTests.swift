import Foundation
import TestDatabase
import Testing

@testable import AppDecoders

extension EndToEnd {
  /// What an operator types before an app works.
  @Suite struct VendorTests {
    @Test func aVendorThatWasJustTakenInRegistersAProduct() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        let created = try await server.command(["vendor", "create", "--name", "새 가게"])
        #expect(created.status == 0, "\(created.errors)")
        let lines = created.output.split(separator: "\n").map(String.init)
        let identifier = try #require(lines.first?.split(separator: " ").last.map(String.init))
        let secret = try #require(lines.last?.split(separator: " ").last.map(String.init))
        let listed = try await server.command(["vendor", "list"])
        #expect(listed.output.contains(identifier))
        #expect(!listed.output.contains(secret))
        let vendor = DemoVendor(identifier: identifier, secret: secret)
        let images = try await Pictures.five(in: server.directory)
        let form = try MarketForm(vendor.params("첫 상품"), [images[0]], in: server.directory)
        let registered = try await curl.register(form, by: vendor)
        #expect(registered.status == 201, "\(registered.text)")
        let renewed = try await server.command(["vendor", "secret", identifier])
        #expect(renewed.status == 0, "\(renewed.errors)")
        #expect(try await curl.register(form, by: vendor).status == 401)
        let id = try registered.market(RxMarketApp.Detail.self).id
        let foreign = try await curl.send(
          "PATCH", "/api/products/\(id)", ["identifier: \(DemoVendor.published.identifier)"],
          body: "{\"stock\":1,\"secret\":\"\(DemoVendor.published.secret)\"}")
        #expect(foreign.status == 403)
        #expect(!server.errors.contains(secret))
      }
    }

    @Test func anAppWithABuiltInIdentifierAndSecretIsServedUnchanged() async throws {
      try await MoaServer.serving(["--workers", "1"]) { server in
        let vendor = DemoVendor.published
        let secret = server.directory.path + "/secret"
        try vendor.secret.write(toFile: secret, atomically: true, encoding: .utf8)
        let create = [
          "vendor", "create", "--name", "앱의 가게", "--identifier", vendor.identifier,
          "--secret-file", secret,
        ]
        let created = try await server.command(create)
        #expect(created.status == 0, "\(created.errors)")
        let images = try await Pictures.five(in: server.directory)
        let form = try MarketForm(vendor.params("첫 상품"), [images[0]], in: server.directory)
        let registered = try await Curl(base: server.url).register(form, by: vendor)
        #expect(registered.status == 201, "\(registered.text)")
        let again = try await server.command(create)
        #expect(again.status == 65)
        #expect(again.errors.contains("the vendor 앱의 가게 has the identifier"))
      }
    }

    #if os(Linux)
      @Test("A command that cannot say what it did is no success, and what it made can be revoked")
      func aFullOutputIsToldOf() async throws {
        try await MoaServer.serving(["--demo", "--workers", "1"]) { server in
          let words = [
            ["version"],
            ["token", "create", "--name", "lost", "--scope", "admin"]
              + ["--data-dir", server.directory.path + "/data"],
          ]
          for words in words {
            // sh's way to have a command with its arguments and a redirection.
            let unsaid = try await Program.run(
              "/bin/sh", ["-c", "exec \"$0\" \"$@\" > /dev/full", Workplace.program.path] + words,
              in: server.directory)
            #expect(unsaid.status == 74, "\(words)")
            #expect(unsaid.errors.contains("cannot write to standard output"), "\(unsaid.errors)")
          }
          let lines = try await server.command(["token", "list"]).output.split(separator: "\n")
          let lost = try #require(lines.first { $0.contains("lost") })
          let id = try #require(lost.split(whereSeparator: \.isWhitespace).first.map(String.init))
          let revoked = try await server.command(["token", "revoke", id])
          #expect(revoked.status == 0, "\(lost): \(revoked.errors)")
        }
      }
    #endif

    @Test func theDoctorTellsWhatIsThereAndWhatIsMissing() async throws {
      try await MoaServer.serving(["--demo", "--workers", "1"]) { server in
        let well = try await server.command(["doctor"])
        #expect(well.status == 0, "\(well.output)")
        for subject in ["Data directory", "PostgreSQL", "Schema", "Server key", "Pictures"] {
          #expect(well.output.contains("ok       \(subject): "), "\(well.output)")
        }
        let away = try await Program.run(
          Workplace.program.path, ["doctor", "--database-url", "postgres://moa@127.0.0.1:1/moa"],
          in: server.directory)
        #expect(away.status == 1)
        #expect(away.output.contains("missing  PostgreSQL: "))
        let odd = try await server.command(["doctor", "--public-url", "nonsense"])
        #expect(odd.status == 78)
        #expect(odd.errors.contains("--public-url"))
      }
    }

    @Test("A shop that was loaded by an older program gets the products, once")
    func anOlderShopGetsItsProducts() async throws {
      let conninfo = try await TestDatabase.shared.makeDatabase()
      let flags = ["--database-url", conninfo, "--migrate", "--demo", "--workers", "1"]
      func counts() throws -> String {
        try TestDatabase.psql(
          "select count(*) || '/' || count(deleted_at) from moa.products", in: conninfo)
      }
      try await MoaServer.serving(flags) { server in
        let fresh = try counts()
        #expect(fresh == "207/0")
        try await server.expectOrderlyStop()
      }
      _ = try TestDatabase.psql(
        "delete from moa.products; update moa.demo_shop set has_products = false", in: conninfo)
      try await MoaServer.serving(flags) { server in
        #expect(try counts() == "207/0")
        let shown = try await Curl(base: server.url).get("/v1/event-categories")
        #expect(try shown.decode(Items<EventCard>.self).items.count == 10)
        _ = try TestDatabase.psql("update moa.products set deleted_at = now()", in: conninfo)
        try await server.expectOrderlyStop()
      }
      try await MoaServer.serving(flags) { server in
        #expect(try counts() == "207/207")
        let list = try await Curl(base: server.url).get("/api/products").market(
          RxMarketApp.Page.self)
        #expect(list.pages.isEmpty)
        #expect(list.totalCount == 0)
      }
    }
  }
}
