import Foundation
import Testing

extension EndToEnd {
  /// What people type, with and without mistakes.
  @Suite struct CommandLineTests {
    private func run(
      _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> (status: Int32, output: String, errors: String) {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      return try await Program.run(
        Workplace.program.path, arguments, environment: environment, in: place)
    }

    @Test(arguments: [
      (["serve", "--prot", "80"], "--prot"), (["serve", "--workers"], "--workers"),
      (["serve", "--workers", "-1"], "--workers"), (["token", "create"], "--name"),
      (["nothing"], "nothing"), (["vendor", "nothing"], "nothing"),
    ])
    func aCommandLineThatCannotBeReadIsRefused(_ words: [String], _ named: String) async throws {
      let result = try await run(words)
      #expect(result.status == 64)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains(named), "\(result.errors)")
    }

    @Test(
      arguments: [
        (
          ["vendor", "create", "--identifier", "zz", "--name", ""],
          ["the name cannot be used", "\"zz\" is not an identifier"]
        ),
        (
          ["vendor", "secret", "zz", "--secret-file", "x", "--secret-generated"],
          ["exclude each other", "zz is no vendor's identifier", "cannot read the file x"]
        ),
        (["token", "revoke", "zz", "--log-level", "loud"], ["no token's id", "--log-level"]),
      ])
    func allWrongValuesAreReportedAtOnce(_ words: [String], _ parts: [String]) async throws {
      let result = try await run(words)
      #expect(result.status == 64)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains("\(parts.count) mistakes"), "\(result.errors)")
      for part in parts { #expect(result.errors.contains(part), "\(result.errors)") }
    }

    @Test(
      "a text that no request may hold is refused in an argument, a variable and a file",
      arguments: [
        (["token", "create", "--scope", "admin", "--name", costly], [:], 64),
        (["token", "revoke", costly], [:], 64), (["serve", "--\(costly)"], [:], 64),
        (["serve"], ["MOA_SHOP_NAME": costly], 78),
      ] as [([String], [String: String], Int32)])
    func textsOfManyMarks(
      _ words: [String], _ environment: [String: String], _ status: Int32
    ) async throws {
      let result = try await run(words, environment: environment)
      #expect(result.status == status, "\(result.output)\(result.errors)")
      let told = result.output + result.errors
      #expect(told.contains("More than 30 combining marks are in a row."), "\(told)")
      #expect(told.utf8.count < 1_000)
    }

    private static let costly = "a" + String(repeating: "\u{315}", count: 100)

    @Test func anAddressThatIsTakenIsToldWithHowToChooseAnother() async throws {
      try await MoaServer.serving { server in
        let port = try #require(server.url.split(separator: ":").last.map(String.init))
        let result = try await run(["serve", "--port", port])
        #expect(result.status == 69)
        #expect(result.errors.contains("Choose another address by --host and --port."))
      }
    }

    @Test(arguments: ["config", "doctor"])
    func aVariableWithoutMeaningIsTold(_ command: String) async throws {
      let result = try await run([command], environment: ["MOA_PROT": "1"])
      let told = result.output + result.errors
      #expect(told.contains("MOA_PROT is not a setting"), "\(told)")
    }

    @Test(arguments: [["help"], ["--help"], ["help", "serve"], ["serve", "--help"]])
    func helpIsShownWhereItIsAskedFor(_ words: [String]) async throws {
      let result = try await run(words)
      #expect(result.status == 0)
      #expect(result.output.contains("USAGE: moa"))
      #expect(result.errors.isEmpty)
    }

    private struct Shown: Decodable {
      let name: String
      let value: String?
      let source: String
    }

    private func config(_ arguments: [String]) async throws -> [Shown] {
      try await run(["config", "--json"] + arguments).output.split(separator: "\n")
        .map { try JSONDecoder().decode(Shown.self, from: Data($0.utf8)) }
    }

    @Test func everySettingButASecretHasAnOptionThatIsRead() async throws {
      let settings = try await config([]).map(\.name)
      let secrets = ["admin-token", "mommytalk-key"]
      let words = settings.filter { !secrets.contains($0) }.flatMap { name in
        ["demo", "migrate", "naver-open", "proxy-protocol", "simulate"].contains(name)
          ? ["--" + name] : ["--" + name, "1"]
      }
      let shown = try await config(words)
      #expect(shown.map(\.name) == settings)
      #expect(shown.filter { $0.source != "flag" }.map(\.name) == secrets)
    }

    @Test func aVersionIsToldToScriptsToo() async throws {
      let result = try await run(["version", "--json"])
      #expect(result.output.hasPrefix(#"{"version":""#))
      #expect(result.status == 0)
    }

    @Test func aMistypedDataDirectoryIsToldAndStaysAsItIs() async throws {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let (missing, empty) = (place.path + "/missing", place.path + "/empty")
      try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
      for command in [
        ["token", "create", "--name", "x", "--scope", "admin"], ["vendor", "list"], ["sweep"],
        ["migrate", "status"], ["demo", "--products", "1"],
      ] {
        for directory in [missing, empty] {
          let result = try await run(command + ["--data-dir", directory])
          #expect(result.status == 69, "\(command)")
          #expect(result.output.isEmpty, "\(command)")
          #expect(result.errors.contains("no shop in the data directory \(directory)"))
        }
      }
      _ = try await run(["doctor", "--data-dir", missing])
      #expect(try FileManager.default.contentsOfDirectory(atPath: place.path) == ["empty"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: empty).isEmpty)
    }

    @Test func migrateMakesAShopThatOtherCommandsFind() async throws {
      let place = try Workplace.makeDirectory()
      defer { try? FileManager.default.removeItem(at: place) }
      let data = ["--data-dir", place.path + "/data"]
      let migrated = try await run(["migrate"] + data)
      #expect(migrated.status == 0, "\(migrated.errors)")
      let seeded = try await Program.run(
        "/bin/sh",
        ["-c", "echo '{\"event_categories\":[]}' | \"$0\" seed - \"$@\"", Workplace.program.path]
          + data,
        in: place)
      #expect(seeded.status == 0, "\(seeded.errors)")
      #expect(seeded.output.hasPrefix("event_categories: 0 created"))
    }
  }
}
