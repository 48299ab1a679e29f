import Foundation
import HTTP
import Testing
import Transport
import Web

extension EndToEnd {
  /// What the contract and the articles show works on the demo shop.
  @Suite struct ExampleTests {
    /// Of the vendor that the demo shop has for everybody.
    private static let vendor = [
      "identifier: \(DemoVendor.published.identifier)", "secret: \(DemoVendor.published.secret)",
    ]
    private static let administrator = ["Authorization: Bearer \(MoaServer.adminToken)"]

    @Test func everyBodyOfTheContractIsAccepted() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        let device = try await Self.device(curl)
        // No example can have the token of another device.
        for endpoint in Routes.endpoints where endpoint.id != "mergeDevices" {
          let json = endpoint.body?.contents.first { $0.mediaType == "application/json" }
          guard let json else { continue }
          let answer = try await curl.send(
            endpoint.method.rawValue, try Self.path(endpoint),
            Self.fields(endpoint, device) + ["Content-Type: application/json"],
            body: try Self.text(try #require(json.example, "\(endpoint.id)")))
          // Products of the demo shop need more item types than an example can show.
          let isShort = endpoint.id == "replaceItemTypes" && answer.text.contains("in_use")
          #expect(answer.status < 300 || isShort, "\(endpoint.id): \(answer.text)")
        }
      }
    }

    @Test func everyFormOfTheContractIsAccepted() async throws {
      try await MoaServer.serving { server in
        let curl = Curl(base: server.url)
        let picture = try await Pictures.five(in: server.directory)[0].path
        for endpoint in Routes.endpoints where endpoint.id != "arrangeProductImages" {
          guard let form = endpoint.body?.contents.first(where: { !$0.partTypes.isEmpty }) else {
            continue
          }
          let parts = try form.partTypes.map { part, mediaType in
            mediaType.hasPrefix("image/")
              ? "\(part)=@\(picture);type=image/jpeg"
              : "\(part)=\(try Self.text(try #require(form.example?.member(part))))"
          }
          let answer = try await curl.form(
            try Self.path(endpoint), Self.fields(endpoint), parts, method: endpoint.method.rawValue)
          #expect(answer.status < 300, "\(endpoint.id): \(answer.text)")
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
        let device = try await Self.device(curl)
        for endpoint in Routes.endpoints where endpoint.method == .get {
          let answer = try await curl.get(try Self.path(endpoint), Self.fields(endpoint, device))
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

    private static func article(_ name: String) throws -> String {
      let catalog = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/moa/Moa.docc").standardizedFileURL
      return try String(
        contentsOf: catalog.appendingPathComponent(name + ".md"), encoding: .utf8)
    }

    // MARK: Requests

    /// With the examples of its parameters, as a dry run where there is one.
    private static func path(_ endpoint: Endpoint) throws -> String {
      let path = try endpoint.pathParameters.reduce(endpoint.path) { path, parameter in
        let example = try #require(parameter.example, "\(endpoint.id)")
        return path.replacing("{\(parameter.name)}", with: try text(example).trimming("\""))
      }
      var query = try endpoint.query.filter(\.isRequired).map { parameter in
        let example = try text(try #require(parameter.example, "\(endpoint.id)")).trimming("\"")
        return parameter.name + "=" + example.encoded
      }
      if endpoint.query.contains(where: { $0.name == "dry_run" }) { query.append("dry_run=true") }
      return query.isEmpty ? path : path + "?" + query.joined(separator: "&")
    }

    /// The token of a new device.
    private static func device(_ curl: Curl) async throws -> String {
      let answer = try await curl.send("POST", "/v1/devices", [], body: "")
      return String(try #require(answer.text.firstMatch(of: #/"token":"([^"]+)"/#)?.1))
    }

    private static func fields(_ endpoint: Endpoint, _ device: String = "") -> [String] {
      let condition = endpoint.fields.contains(.ifMatch) ? ["If-Match: *"] : []
      let type = endpoint.method == .get ? [] : ["Expect:"]
      switch endpoint.access {
      case .administrator: return administrator + condition + type
      case .vendor: return vendor + condition + type
      case .device: return ["Authorization: Bearer \(device)"] + condition + type
      default: return condition + type
      }
    }

    private static func text(_ value: JSONValue) throws -> String {
      var writer = JSONWriter()
      writer.value(value)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }
}

extension JSONValue {
  fileprivate func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

extension String {
  fileprivate var encoded: String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? self
  }

  fileprivate func trimming(_ mark: Character) -> String {
    guard count > 1, first == mark, last == mark else { return self }
    return String(dropFirst().dropLast())
  }
}
