#if os(Linux)
  import Foundation
  import Synchronization

  /// A PostgreSQL behind a network of a test's own, in which packets can be lost: a network
  /// namespace that is joined to this machine by a pair of virtual interfaces.
  ///
  /// Takes root, or `sudo` that asks for nothing, and Debian's `iproute2` and `nftables`.
  package final class TestNetwork: Sendable {
    package enum Fault: Sendable {
      /// Nothing arrives on either side, and nobody is told.
      case silence
      /// Whatever arrives at the server is answered by a reset, as a firewall or a rebooted machine
      /// does.
      case reset
      /// So many of a hundred packets are lost, in each direction.
      case loss(percent: Int)
    }

    package let server: TestTCPServer
    private let name: String

    /// For libpq; its database is empty.
    package var url: String {
      "postgres://moa@\(server.address):\(server.port)/postgres?sslmode=disable"
    }

    private static let made = Atomic<Int>(0)

    package init() throws {
      if Self.made.load(ordering: .relaxed) == 0 { Self.removeThoseOfDeadProcesses() }
      let number = Self.made.add(1, ordering: .relaxed).newValue
      let name = "\(Self.prefix)\(getpid())-\(number)"
      // Of the addresses that are set aside for tests of networks (RFC 2544): four to each.
      let block = (Int(getpid()) * 8 + number) % 16_384 * 4
      let (here, there) = (Self.address(block + 1), Self.address(block + 2))
      let (near, far) = ("moa\(getpid())-\(number)", "far")
      try RootCommand.run(["ip", "netns", "add", name])
      do {
        try RootCommand.run(
          ["ip", "link", "add", near, "type", "veth", "peer", "name", far, "netns", name])
        try RootCommand.run(["ip", "address", "add", here + "/30", "dev", near])
        try RootCommand.run(["ip", "link", "set", near, "up"])
        try RootCommand.run(["ip", "-n", name, "address", "add", there + "/30", "dev", far])
        try RootCommand.run(["ip", "-n", name, "link", "set", far, "up"])
        server = try TestTCPServer(
          on: there, wrappedIn: RootCommand.prefix + Self.inside(name) + Self.account)
      } catch {
        try? RootCommand.run(["ip", "netns", "delete", name])
        throw error
      }
      self.name = name
    }

    /// From now on, until `heal`.
    package func fail(_ fault: Fault) throws {
      try heal()
      let (arriving, leaving) =
        switch fault {
        case .silence: ("drop", "drop")
        case .reset: ("reject with tcp reset", "accept")
        case .loss(let percent): (Self.lost(percent), Self.lost(percent))
        }
      try rule(
        """
        add table inet faults
        add chain inet faults arriving { type filter hook input priority 0; policy accept; }
        add chain inet faults leaving { type filter hook output priority 0; policy accept; }
        add rule inet faults arriving tcp dport \(server.port) \(arriving)
        add rule inet faults leaving tcp sport \(server.port) \(leaving)
        """)
    }

    private static func lost(_ percent: Int) -> String {
      "numgen random mod 100 < \(percent) drop"
    }

    /// Every packet arrives again.
    package func heal() throws {
      // Added first, because only what is there can be deleted.
      try rule("add table inet faults\ndelete table inet faults")
    }

    private func rule(_ text: String) throws {
      try RootCommand.run(Self.inside(name) + ["nft", text])
    }

    /// Ends the server, and removes the namespace with its interfaces.
    package func remove() {
      server.remove()
      try? RootCommand.run(["ip", "netns", "delete", name])
    }

    private static let prefix = "moa-test-"

    private static func inside(_ name: String) -> [String] { ["ip", "netns", "exec", name] }

    /// What makes somebody else of root again, for programs that do not run as root.
    private static var account: [String] {
      geteuid() == 0
        ? [] : ["setpriv", "--reuid=\(geteuid())", "--regid=\(getegid())", "--clear-groups"]
    }

    private static func address(_ offset: Int) -> String {
      "198.18.\(offset >> 8 & 255).\(offset & 255)"
    }

    private static func removeThoseOfDeadProcesses() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/run/netns")) ?? []
      for name in names where name.hasPrefix(prefix) {
        let process = name.dropFirst(prefix.count).split(separator: "-").first.flatMap { pid_t($0) }
        guard let process, process == getpid() || (kill(process, 0) != 0 && errno == ESRCH) else {
          continue
        }
        try? RootCommand.run(["ip", "netns", "delete", name])
      }
    }
  }
#endif
