import LocalPostgres
import Testing
import Transport
import Web

@testable import App

@Suite struct ClientLimitTests {
  private func read(
    _ flags: [Setting: String], cores: Int = 2
  ) throws(ConfigurationMistakes) -> Configuration {
    let machine = Machine(
      cores: cores, isRoot: false, homeDirectory: "/home/a", xdgDataHome: nil,
      workingDirectory: "/")
    return try Configuration.read(flags: flags, environment: [:], machine: machine)
  }

  /// What is left for one worker.
  private func share(_ configuration: Configuration) -> Int {
    var worker = configuration
    worker.becomeWorker(of: configuration.workers, isDatabasePrivate: false)
    return worker.clientLimits.heldBytes
  }

  @Test("each worker can hold the largest body and more", arguments: [1, 2, 3, 50, 64, 65, 256])
  func theDefaultSuffices(_ cores: Int) throws {
    let configuration = try read([:], cores: cores)
    #expect(configuration.clientLimits.heldBytes >= 64 << 20)
    #expect(share(configuration) >= Routes.heldBodyBytesMax + 256 * 1024)
    #expect(share(configuration) * cores <= configuration.clientLimits.heldBytes)
  }

  @Test func bytesAreSharedAndNotMegabytes() throws {
    let configuration = try read([.workers: "3", .heldMegabytes: "16"])
    #expect(share(configuration) == (16 << 20) / 3)
  }

  @Test(
    "too little for the largest body is a mistake, with any number of workers",
    arguments: [
      ([Setting.workers: "2", .heldMegabytes: "1"], 9), ([.workers: "1", .heldMegabytes: "1"], 5),
      ([.workers: "64", .heldMegabytes: "64"], 272),
      ([.workers: "256", .heldMegabytes: "1087"], 1_088),
      ([.workers: "0", .heldMegabytes: "1"], 5),
    ])
  func tooLittle(_ flags: [Setting: String], _ needed: Int) throws {
    let mistakes = #expect(throws: ConfigurationMistakes.self) { try read(flags) }
    #expect(mistakes?.sentences.count == 1)
    #expect(mistakes?.sentences.first?.hasPrefix(Setting.heldMegabytes.name) == true)
    #expect(mistakes?.sentences.first?.hasSuffix("write at least \(needed).") == true)
    _ = try read(flags.merging([.heldMegabytes: "\(needed)"]) { $1 })
  }
}
