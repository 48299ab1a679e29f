import Foundation
import LocalPostgres
import Operations
import Testing

@testable import App

@Suite struct SettingTableTests {
  private static let machine = Machine(
    cores: 3, isRoot: true, homeDirectory: nil, xdgDataHome: nil, workingDirectory: "/")

  private static func table(
    _ flags: [Setting: String] = [:], _ environment: [String: String] = [:]
  ) -> SettingTable {
    SettingTable(flags: flags, environment: environment, machine: machine)
  }

  @Test("The article's table is the one that `moa config --markdown` prints")
  func article() throws {
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/moa/Moa.docc/Settings.md").standardizedFileURL
    let text = try String(contentsOf: article, encoding: .utf8)
    #expect(text.hasSuffix("\n\n" + SettingTable.markdown + "\n"))
  }

  @Test("Every setting that is declared is in the table, and so has a flag, a variable and a line")
  func declared() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/App/Configuration/Settings.swift").standardizedFileURL
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.matches(of: /static let \w+ = Setting\(/).count == Setting.allCases.count)
  }

  @Test func everySettingIsThereOnceWithADefaultThatItsReaderTakes() {
    let rows = Self.table().rows
    #expect(Set(rows.map(\.setting)).count == rows.count)
    #expect(Self.table().mistakes.isEmpty)
    for row in rows { #expect(row.setting.help.hasSuffix("."), "\(row.setting.key)") }
  }

  @Test("Commands and the doctor name settings that are in the table")
  func namesInMessages() {
    let names = Set(Setting.allCases.map(\.name))
    #expect(SettingName.allCases.filter { !names.contains($0.rawValue) }.isEmpty)
  }

  @Test func eachValueTellsWhereItComesFrom() throws {
    let rows = Self.table([.port: "99"], ["MOA_PORT": "98", "MOA_HOST": "::1", "MOA_DEMO": ""]).rows
    func row(_ setting: Setting) throws -> [String?] {
      let row = try #require(rows.first { $0.setting == setting })
      return [row.value, row.source.rawValue]
    }
    #expect(try row(.port) == ["99", "flag"])
    #expect(try row(.host) == ["::1", "environment"])
    #expect(try row(.demo) == ["false", "default"])
    #expect(try row(.workers) == ["3", "default"])
    #expect(try row(.publicURL) == [nil, "default"])
  }

  @Test func secretsAreMasked() {
    let environment = [
      "MOA_ADMIN_TOKEN": "canary", "MOA_DATABASE_URL": "postgres://moa:canary@db/moa",
      "MOA_DATABASE_REPLICA_URL": "canary", "MOA_MOMMYTALK_KEY": "canary",
    ]
    let table = Self.table([:], environment)
    let told = table.report.lines + table.report.json + table.mistakes
    #expect(!told.contains { $0.contains("canary") })
    #expect(table.rows.count { $0.value == "***" } == environment.count)
  }

  @Test func mistakesAreToldBesideTheTable() {
    let table = Self.table([.port: "x"])
    #expect(table.mistakes.count == 1)
    #expect(table.refusal.code == .configuration)
  }
}
