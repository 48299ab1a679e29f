import ContractCheck
import Foundation
import HTTP
import Testing
import Transport
import Web

extension EndToEnd {
  /// What the contract and the articles show works on the demo shop.
  @Suite struct ExampleTests {
    @Test func everyBodyOfTheContractIsAccepted() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        let shop = try await Self.shop(curl)
        let picture = try Data(contentsOf: try await Pictures.five(in: server.directory)[0])
        let body = server.directory.appendingPathComponent("body")
        // No example can have the token of another device, or the id of a variant.
        let unshown = ["mergeDevices", "editVariant"]
        for endpoint in Routes.endpoints
        where endpoint.body != nil && !unshown.contains(endpoint.id) {
          let sample = try SampleRequest(endpoint, in: shop)
          try Data(sample.body(picture: [UInt8](picture))).write(to: body)
          let answer = try await Self.send(sample, by: curl, body: "@" + body.path)
          // Products of the demo shop need more item types than an example can show.
          let isShort = endpoint.id == "replaceItemTypes" && answer.text.contains("in_use")
          #expect(answer.status < 300 || isShort, "\(endpoint.id): \(answer.text)")
        }
      }
    }

    @Test func everyExampleOfAPathLeadsSomewhere() async throws {
      let flags = [
        "--demo", "--ios-apps", "A1B2C3D4E5.com.example.shop", "--android-apps",
        "com.example.shop:" + Array(repeating: "0A", count: 32).joined(separator: ":"),
      ]
      try await MoaServer.serving(flags) { server in
        let curl = Curl(base: server.url)
        let shop = try await Self.shop(curl)
        // The first change of the history.
        _ = try await curl.send(
          "PUT", "/admin/v1/search",
          ["Authorization: Bearer \(MoaServer.adminToken)", "If-Match: *"],
          body: #"{"synonyms":[["반팔","반소매"]],"redirects":{},"banned":[]}"#)
        for endpoint in Routes.endpoints where endpoint.method == .get {
          let answer = try await Self.send(try SampleRequest(endpoint, in: shop), by: curl)
          #expect(answer.status == 200, "\(endpoint.id): \(answer.text)")
        }
      }
    }

    @Test func theFileOfTheArticleRunsAsPrinted() async throws {
      try await MoaServer.serving { server in
        let article = try Self.article("Endpoints")
        let json = try #require(article.firstMatch(of: #/```json\n((?s).*?)```/#)?.1)
        let printed = try #require(
          article.firstMatch(of: #/\$ moa seed shop\.json --dry-run\n((?s).*?)\$ /#)?.1)
        let file = server.directory.appendingPathComponent("shop.json")
        try Data(json.utf8).write(to: file)
        let run = try await Program.run(
          Workplace.program.path,
          ["seed", file.path, "--dry-run", "--data-dir", server.directory.path + "/data"],
          in: server.directory)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == String(printed))
      }
    }

    @Test("the commands of a README answer as it prints", arguments: ["README.md", "README.ko.md"])
    func readme(_ file: String) async throws {
      try await MoaServer.serving { server in
        let text = try Workplace.file(file).replacing("http://127.0.0.1:8080", with: server.url)
        let shown = text.matches(of: #/\$ (?<command>curl (?s).*?)\n(?<answer>\{(?s).*?)```/#)
        #expect(shown.count == 4)
        for command in shown {
          let run = try await Program.run(
            "/bin/sh", ["-c", "cd '\(Workplace.root.path)' && \(command.command) --silent"],
            in: server.directory)
          #expect(run.status == 0, "\(command.command)")
          var rest = run.output[...]
          let printed = command.answer.split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }.joined()
          // What is left out is three dots.
          for piece in printed.split(separator: "...") {
            let piece = piece.trimmingCharacters(in: .whitespaces)
            let place = try #require(rest.range(of: piece), "\(piece) in \(run.output)")
            rest = rest[place.upperBound...]
          }
        }
      }
    }

    @Test(
      "the commands of the tutorial move a shop, in both languages",
      arguments: ["MoveYourShop", "MoveYourShopKorean"])
    func movingAShop(_ name: String) async throws {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let commands = try Self.article(name).split(separator: "\n")
        .filter { $0.hasPrefix("moa ") && $0 != "moa serve" }
      #expect(commands.count == 8)
      let files = Workplace.root.path + "/Tests/CataloguesTests/Files"
      for command in commands {
        let line =
          "cd '\(place.path)' && cp -n '\(files)'/*.csv . && '\(Workplace.program.path)' "
          + command.dropFirst(4)
        let run = try await Program.run(
          "/bin/sh", ["-c", line], environment: ["MOA_DATA_DIR": place.path + "/data"], in: place)
        #expect(run.status == 0, "\(command): \(run.errors)")
      }
      #expect(FileManager.default.fileExists(atPath: place.path + "/elsewhere"))
    }

    private static func article(_ name: String) throws -> String {
      let catalog = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/moa/Moa.docc").standardizedFileURL
      return try String(
        contentsOf: catalog.appendingPathComponent(name + ".md"), encoding: .utf8)
    }

    // MARK: Requests

    /// The demo shop with a new device.
    private static func shop(_ curl: Curl) async throws -> SampleShop {
      let answer = try await curl.send("POST", "/v1/devices", [], body: "")
      let token = try #require(answer.text.firstMatch(of: #/"token":"([^"]+)"/#)?.1)
      var shop = SampleShop(
        administrator: ["Authorization": "Bearer \(MoaServer.adminToken)"],
        vendor: [
          "identifier": DemoVendor.published.identifier, "secret": DemoVendor.published.secret,
        ], device: ["Authorization": "Bearer \(token)"])
      shop.isDryRun = { _ in true }
      return shop
    }

    private static func send(
      _ sample: SampleRequest, by curl: Curl, body: String? = nil
    ) async throws -> Answer {
      let type = sample.contentType.map { ["Content-Type: \($0)", "Expect:"] } ?? []
      return try await curl.send(
        sample.method.rawValue, sample.target,
        sample.fields.map { "\($0.key): \($0.value)" } + type, body: body)
    }
  }
}
