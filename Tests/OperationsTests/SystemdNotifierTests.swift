import Fakes
import Foundation
import Testing

@testable import Operations

/// What systemd is told, and how often.
struct SystemdNotifierTests {
  /// Short: the path of a socket has a hundred bytes at most.
  private let path = "/tmp/moa-notify-\(UUID().uuidString.prefix(8))"

  private func manager(_ more: [String: String] = [:]) -> SystemdNotifier {
    SystemdNotifier(["NOTIFY_SOCKET": path].merging(more) { $1 }, process: 42)
  }

  @Test func everyStateIsToldAsOneMessage() throws {
    let systemd = try FakeSystemd(at: path)
    let manager = manager()
    manager.tell(.ready)
    manager.tell(.stopping)
    #expect(systemd.told() == ["READY=1", "STOPPING=1"])
  }

  @Test("nobody who listens, or a path that cannot be, stops nothing")
  func nobody() {
    manager().tell(.ready)
    SystemdNotifier([:], process: 42).tell(.ready)
    let long = String(repeating: "a", count: 200)
    SystemdNotifier(["NOTIFY_SOCKET": long], process: 42).tell(.ready)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("life is told twice in the time after which systemd gives up")
  func interval() {
    #expect(manager(["WATCHDOG_USEC": "30000000"]).aliveInterval == .seconds(15))
  }

  @Test(
    "who is not asked whether it lives does not tell",
    arguments: [
      [:], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "soon"],
      ["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "43"],
    ])
  func notAsked(_ environment: [String: String]) throws {
    let systemd = try FakeSystemd(at: path)
    let manager = manager(environment)
    manager.tellAlive()
    #expect(systemd.told() == [])
  }

  @Test func lifeIsNotToldMoreOftenThanItIsAsked() throws {
    let systemd = try FakeSystemd(at: path)
    let manager = manager(["WATCHDOG_USEC": "600000000", "WATCHDOG_PID": "42"])
    for _ in 0..<5 { manager.tellAlive() }
    #expect(systemd.told() == ["WATCHDOG=1"])
  }
}
