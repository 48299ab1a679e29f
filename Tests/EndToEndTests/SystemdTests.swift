import Fakes
import Foundation
import Testing

extension EndToEnd {
  /// A service of `Type=notify` with a watchdog, as `deploy/systemd/moa.service` has it.
  @Suite struct SystemdTests {
    @Test(
      "systemd is told when it serves, that it lives, and when it stops",
      arguments: [["--workers", "2"], ["--workers", "0"]])
    func aLife(_ flags: [String]) async throws {
      let systemd = try FakeSystemd(at: "/tmp/moa-notify-\(UUID().uuidString.prefix(8))")
      let environment = ["NOTIFY_SOCKET": systemd.path, "WATCHDOG_USEC": "200000"]
      try await MoaServer.serving(flags, environment: environment) { server in
        var told = systemd.told()
        #expect(told.filter { $0 != "WATCHDOG=1" } == ["READY=1"])
        told = []
        try await waiting(for: "three signs of life") {
          told += systemd.told()
          return told.count >= 3 ? true : nil
        }
        #expect(Set(told) == ["WATCHDOG=1"])
        try await server.expectOrderlyStop()
        #expect(systemd.told().contains("STOPPING=1"))
      }
    }

    @Test("a server whose parent hangs gives no sign of life")
    func aHang() async throws {
      let systemd = try FakeSystemd(at: "/tmp/moa-notify-\(UUID().uuidString.prefix(8))")
      let environment = ["NOTIFY_SOCKET": systemd.path, "WATCHDOG_USEC": "200000"]
      try await MoaServer.serving(["--workers", "1"], environment: environment) { server in
        server.signal(SIGSTOP)
        _ = systemd.told()
        try await Task.sleep(for: .seconds(1))
        #expect(systemd.told() == [])
        server.signal(SIGCONT)
      }
    }
  }
}
