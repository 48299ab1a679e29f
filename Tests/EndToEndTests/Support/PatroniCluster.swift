#if os(Linux)
  import Foundation
  import TLSPeer
  import TestDatabase
  import Testing

  /// Three machines of a PostgreSQL cluster, with the files of `deploy/patroni`, on addresses of
  /// loopback that nobody else has.
  ///
  ///     let cluster = try await PatroniCluster.start()
  ///     defer { cluster.remove() }
  final class PatroniCluster: Sendable {
    /// What a member says of one.
    struct Member: Decodable, Sendable {
      let name: String
      let role: String
      let state: String
      let timeline: Int?
    }

    let members: [PatroniMember]
    /// Of PostgreSQL, at each address.
    private let port: Int
    private let directory: URL
    private let certificates: TestCertificates
    private let authority: TestCertificate
    private let restPort: Int

    private init() async throws {
      directory = try Workplace.makeDirectory()
      certificates = try TestCertificates()
      authority = try await TestCertificate.selfSigned("authority", in: certificates)
      (port, restPort) = (try EndToEnd.DeployTests.freePort(), try EndToEnd.DeployTests.freePort())
      let network = "127.\(Int.random(in: 1..<255)).\(Int.random(in: 1..<255))."
      let ports = [
        ":5432": ":\(port)", ":8008": ":\(restPort)",
        ":2379": ":\(try EndToEnd.DeployTests.freePort())",
        ":2380": ":\(try EndToEnd.DeployTests.freePort())",
      ]
      var members: [PatroniMember] = []
      for number in 1...3 {
        let address = "\(network)1\(number)"
        let member = PatroniMember(
          name: "pg\(number)", address: address, port: port,
          home: "\(directory.path)/pg\(number)")
        let certificate = try await TestCertificate.signed(
          member.name, by: authority, in: certificates, for: address)
        let changes = PatroniFiles(member: member, network: network, ports: ports)
        try member.install([
          "config.yml": try changes.patroni(), "etcd.env": try changes.etcd(),
          "server.crt": try Self.text(certificate.certificateFile),
          "server.key": try Self.text(certificate.keyFile),
          "ca.crt": try Self.text(authority.certificateFile),
        ])
        members.append(member)
      }
      self.members = members
    }

    private static func text(_ path: String) throws -> String {
      try String(contentsOfFile: path, encoding: .utf8)
    }

    /// Starts all three, waits until a standby may take over, and makes the shop's database and its
    /// roles.
    static func start() async throws -> PatroniCluster {
      let cluster = try await PatroniCluster()
      do {
        for member in cluster.members { try member.start() }
        let leader = try await cluster.waitUntilWhole()
        try leader.psql("create database shop encoding 'UTF8' template template0")
        try leader.psql(try Workplace.file("deploy/postgresql/roles.sql"), in: "shop")
        for role in ["moa_owner", "moa_server"] {
          try leader.psql("alter role \(role) password '\(password)'")
        }
        return cluster
      } catch {
        cluster.remove()
        throw error
      }
    }

    /// Ends everything and removes it.
    func remove() {
      for member in members { member.end() }
      try? FileManager.default.removeItem(at: directory)
    }

    // MARK: For moa

    private static let password = "a-password-of-the-tests"

    /// What moa takes for all three servers, as a role of `roles.sql`.
    func url(as role: String, _ more: String = "") throws -> String {
      let passwords = directory.appendingPathComponent("passwords")
      if !FileManager.default.fileExists(atPath: passwords.path) {
        _ = FileManager.default.createFile(
          atPath: passwords.path, contents: Data("*:*:shop:*:\(Self.password)\n".utf8),
          attributes: [.posixPermissions: 0o600])
      }
      let hosts = members.map { "\($0.address):\(port)" }.joined(separator: ",")
      return "postgres://\(role)@\(hosts)/shop?sslmode=verify-full"
        + "&sslrootcert=\(authority.certificateFile)&passfile=\(passwords.path)\(more)"
    }

    // MARK: What it is like

    /// Waits until all three serve, all follow the same leader, and one that does may take over.
    @discardableResult
    func waitUntilWhole() async throws -> PatroniMember {
      do {
        return try await waiting(for: "three members") {
          let seen = try await seen(by: members[0])
          guard seen.count == 3, seen.allSatisfy({ ["running", "streaming"].contains($0.state) }),
            Set(seen.map(\.timeline)).count == 1,
            seen.contains(where: { $0.role == "sync_standby" })
          else {
            try await Task.sleep(for: .milliseconds(300))
            return nil
          }
          return leader(in: seen)
        }
      } catch EndToEndError.timeout(let what) {
        throw EndToEndError.timeout("\(what): \(members.map(\.lastWords).joined(separator: "\n"))")
      }
    }

    /// Waits until one of the others takes writes, as PostgreSQL itself says.
    func waitForPromotion(instead old: PatroniMember) async throws -> PatroniMember {
      let others = members.filter { $0.name != old.name }
      do {
        return try await waiting(for: "a promotion") {
          try await offloading {
            others.first { (try? $0.psql("select pg_is_in_recovery()")) == "f" }
          }
        }
      } catch EndToEndError.timeout(let what) {
        throw EndToEndError.timeout("\(what): \(others.map(\.lastWords).joined(separator: "\n"))")
      }
    }

    /// What one knows of all; empty while it is not there.
    private func seen(by member: PatroniMember) async throws -> [Member] {
      struct Cluster: Decodable {
        let members: [Member]
      }
      let text = try await Shell.run(
        ["curl", "-sS", "--max-time", "2", "http://\(member.address):\(restPort)/cluster"],
        mayFail: true)
      return (try? JSONDecoder().decode(Cluster.self, from: Data(text.utf8)).members) ?? []
    }

    private func leader(in seen: [Member]) -> PatroniMember? {
      let name = seen.first { $0.role == "leader" }?.name
      return members.first { $0.name == name }
    }
  }
#endif
