import Cryptography
import Domain
import Foundation
import LocalPostgres
import Operations
import Pictures
import TestDatabase
import Testing
import Transport

@testable import App

struct CatalogueConfigurationTests {
  private func read(
    _ flags: [Setting: String] = [:], _ environment: [String: String] = [:]
  ) throws(ConfigurationMistakes) -> Configuration {
    try Configuration.read(
      flags: flags, environment: environment,
      machine: Machine(
        cores: 2, isRoot: false, homeDirectory: "/home/you", xdgDataHome: nil,
        workingDirectory: "/"))
  }

  @Test func withoutAnythingPicturesAreMadeSmallerAndNoKeyIsAskedFor() throws {
    let catalogue = try read().catalogue
    #expect(catalogue.oversizedImages == .downscale)
    #expect(catalogue.openMarketV2Host == nil)
    #expect(catalogue.mommyTalkKey == nil)
    #expect(catalogue.mommyTalkKeyFile == nil)
    #expect(!catalogue.isNaverOpen)
    #expect(catalogue.apps == .none)
  }

  @Test func eachIsReadFromAFlagOrTheEnvironment() throws {
    let flags: [Setting: String] = [
      .imageOversize: "reject", .openMarketV2Host: "V2.Shop.example",
    ]
    let catalogue = try read(flags, ["MOA_MOMMYTALK_KEY": "a-key"]).catalogue
    #expect(catalogue.oversizedImages == .reject)
    #expect(catalogue.openMarketV2Host == "v2.shop.example")
    #expect(catalogue.mommyTalkKey?.reveal() == "a-key")
    #expect(try read([:], ["MOA_IMAGE_OVERSIZE": "reject"]).catalogue.oversizedImages == .reject)
    let file = try read([:], ["MOA_MOMMYTALK_KEY_FILE": "/etc/moa/key"]).catalogue
    #expect(file.mommyTalkKeyFile == "/etc/moa/key")
  }

  @Test func severalAppsOpenLinks() throws {
    let sum = Array(repeating: "C0", count: 32).joined(separator: ":")
    let flags: [Setting: String] = [
      .naverOpen: "true", .iosApps: "A1B2C3D4E5.com.example.shop, A1B2C3D4E5.com.example.shop2",
      .androidApps: "com.example.shop:\(sum),com.example.other:\(sum)",
    ]
    let catalogue = try read(flags).catalogue
    #expect(catalogue.isNaverOpen)
    #expect(catalogue.apps.ios.map(\.text).last == "A1B2C3D4E5.com.example.shop2")
    #expect(catalogue.apps.android.map(\.name) == ["com.example.shop", "com.example.other"])
  }

  @Test func aShopHasTheNameThatItIsGiven() throws {
    #expect(try read([:]).catalogue.shopName == "Moa")
    #expect(try read([.shopName: "달빛 상회"]).catalogue.shopName == "달빛 상회")
  }

  @Test func datesAreInTheTimeZoneThatAShopIsGiven() throws {
    #expect(try read([:]).catalogue.timeZone == "Asia/Seoul")
    #expect(try read([.timeZone: "UTC"]).catalogue.timeZone == "UTC")
    let other = "America/Argentina/Buenos_Aires"
    #expect(try read([.timeZone: other]).catalogue.timeZone == other)
  }

  @Test(
    "What makes no sense is refused",
    arguments: [
      (Setting.iosApps, "com.example.shop"), (.iosApps, "A1B2C3D4E5.com.example.shop,"),
      (.androidApps, "com.example.shop"), (.androidApps, "com.example.shop:00"),
      (.naverOpen, "open"), (.timeZone, "Asia/../UTC"), (.timeZone, "/UTC"), (.timeZone, "KST "),
      (.timeZone, String(repeating: "A", count: 65)), (.shopName, "a\nb"),
      (.shopName, String(repeating: "가", count: 101)),
      (.imageOversize, "shrink"), (.openMarketV2Host, "shop.example:8080"),
      (.openMarketV2Host, "https://shop.example"), (.openMarketV2Host, "-shop.example"),
      (.openMarketV2Host, "shop..example"), (.openMarketV2Host, "쇼핑.example"),
    ])
  func refused(_ setting: Setting, _ text: String) {
    let mistakes = #expect(throws: ConfigurationMistakes.self) { try read([setting: text]) }
    #expect(mistakes?.sentences.count == 1)
    #expect(mistakes?.sentences.first?.contains("--\(setting.key)") == true)
  }

  @Test func theKeyOfAnAppIsNeverRepeated() {
    let mistakes = #expect(throws: ConfigurationMistakes.self) {
      try read([:], ["MOA_MOMMYTALK_KEY": "with a space"])
    }
    #expect(mistakes?.description.contains("with a space") == false)
    #expect(mistakes?.description.contains("MOA_MOMMYTALK_KEY") == true)
    #expect(Setting.mommyTalkKey.flag == nil)
    #expect(Setting.mommyTalkKey.isSecret)
  }

  @Test func twoKeysAreOneTooMany() {
    let mistakes = #expect(throws: ConfigurationMistakes.self) {
      try read([.mommyTalkKeyFile: "/etc/moa/key"], ["MOA_MOMMYTALK_KEY": "a-key"])
    }
    #expect(mistakes?.sentences.count == 1)
  }

  private let scratch = Scratch()

  private func file(_ text: String) throws -> String { try scratch.file(text, mode: 0o400) }

  @Test(arguments: ["a-key", "a-key\n"])
  func theKeyComesFromAFileAndOnlyItsDigestStays(_ text: String) throws {
    var configuration = try read([.mommyTalkKeyFile: try file(text)])
    try configuration.readKeyFiles()
    configuration.forgetMommyTalkKey()
    #expect(configuration.catalogue.mommyTalkKey == nil)
    #expect(configuration.catalogue.mommyTalkKeyDigest == SHA256.digest("a-key"))
  }

  @Test(arguments: ["", "\n", "two words", "a-key\n\n", String(repeating: "k", count: 513)])
  func aFileWithoutAKeyIsRefused(_ text: String) throws {
    var configuration = try read([.mommyTalkKeyFile: try file(text)])
    let refusal = #expect(throws: CommandError.self) { try configuration.readKeyFiles() }
    #expect(refusal?.code == .configuration)
  }

  @Test func aFileThatIsNotThereIsRefused() throws {
    var configuration = try read([.mommyTalkKeyFile: "/nonexistent/key"])
    #expect(throws: CommandError.self) { try configuration.readKeyFiles() }
  }

  @Test func workersAreToldTheDigest() throws {
    var configuration = try read()
    var worker = WorkerConfiguration(workers: 2, database: "", isDatabasePrivate: false)
    worker.mommyTalkKeyDigest = [1, 2, 3]
    Inheritance(workerConfiguration: worker).adapt(&configuration)
    #expect(configuration.catalogue.mommyTalkKeyDigest == [1, 2, 3])
  }
}
