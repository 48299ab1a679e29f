#if os(Linux)
  import Foundation
  import TestDatabase
  import Testing

  #if canImport(Glibc)
    import Glibc
  #endif

  extension EndToEnd {
    /// The program as containers run it. Root makes the namespaces.
    @Suite(.timeLimit(.minutes(10))) struct ContainerTests {
      /// A file that runs the program with other words before it.
      private static func script(_ words: String, in place: URL) throws -> String {
        let file = place.path + "/wrapped"
        try "#!/bin/sh\n\(words) \(Workplace.program.path) \"$@\"\n"
          .write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        return file
      }

      private static func requireRoot() throws {
        try #require(geteuid() == 0, "root makes namespaces and groups: run these tests as root")
      }

      @Test func asProcessOneItReapsWhatAKilledPostgreSQLLeaves() async throws {
        try Self.requireRoot()
        let place = try Workplace.makeDirectory()
        let file = try Self.script(
          "exec unshare --pid --fork --kill-child --mount-proc", in: place)
        let server = try await MoaServer(["--workers", "2"], in: place, file: file)
        defer { server.remove() }
        let first = try #require(ProcessTree.children(of: server.identifier).first)
        let environment = try String(contentsOfFile: "/proc/\(first)/environ", encoding: .utf8)
        #expect(!environment.contains(MoaServer.adminToken))
        for round in 0..<2 {
          // For a moment it may still be pg_ctl's child.
          let postmaster = try await waiting(for: "PostgreSQL's process") {
            ProcessTree.below(first).first { $0.command.contains("/postgres\0-D") }
          }
          kill(postmaster.number, SIGKILL)
          try await server.waitFor("local_postgres_restarted", after: round)
          try await waiting(for: "the end of all zombies") {
            ProcessTree.below(first).contains(where: \.isZombie) ? nil : true
          }
        }
        let curl = Curl(base: server.url)
        try await waiting(for: "a server that is ready again") {
          try await curl.get("/readyz").status == 200 ? true : nil
        }
        kill(first, SIGTERM)
        #expect(try await server.ended() == 0)
        #expect(server.count(of: "local_postgres_stopped") == 1)
      }

      @Test func processOneEndsAsItsProgramDoes() async throws {
        try Self.requireRoot()
        let place = try Workplace.makeDirectory()
        let file = try Self.script("exec unshare --pid --fork --mount-proc", in: place)
        let data = ["--data-dir", place.path + "/nothing"]
        let refused = try await Program.run(file, ["token", "list"] + data, in: place)
        #expect(refused.status == 69)
        #expect(refused.errors.contains("there is no shop"))
        let version = try await Program.run(file, ["version"], in: place)
        #expect(version.status == 0)
        #expect(version.output.hasPrefix("moa "))
      }

      private static let nameless = "env -u HOME setpriv --reuid=54321 --regid=54321 --clear-groups"

      @Test func anAccountWithoutANameServesAnExternalDatabaseWithAMountedSecret() async throws {
        try Self.requireRoot()
        let roles = try TestRoles()
        defer { roles.remove() }
        let place = try Workplace.makeDirectory()
        let secret = place.path + "/token"
        try MoaServer.adminToken.write(toFile: secret, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: secret)
        let file = try Self.script("unset MOA_ADMIN_TOKEN; exec \(Self.nameless)", in: place)
        let flags = [
          "--database-url", roles.conninfo(), "--migrate", "--admin-token-file", secret,
          "--workers", "1",
        ]
        let server = try await MoaServer(flags, in: place, file: file)
        defer { server.remove() }
        #expect(try await Curl(base: server.url).admin("GET").status == 200)
        let doubt = try await server.waitFor("configuration_doubtful")
        #expect(doubt.what?.contains(secret) == true)
        try await server.expectOrderlyStop()
      }

      @Test func anAccountWithoutANameHasAPrivateDatabaseWhereThatCanBe() async throws {
        try Self.requireRoot()
        let place = try Workplace.makeDirectory()
        try FileManager.default.setAttributes(
          [.ownerAccountID: NSNumber(value: 54_321)], ofItemAtPath: place.path)
        let file = try Self.script("exec \(Self.nameless)", in: place)
        let namespace = try await Program.run(
          "/bin/sh", ["-c", "\(Self.nameless) unshare --user true"], in: place)
        guard namespace.status == 0 else {
          let refused = try await Program.run(
            file, MoaServer.arguments([], in: place), in: place)
          #expect(refused.status == 69)
          #expect(refused.errors.contains("install libnss-wrapper"), "\(refused.errors)")
          return
        }
        let server = try await MoaServer(
          ["--demo", "--workers", "1"], from: .nothing, in: place, file: file)
        defer { server.remove() }
        #expect(try await Curl(base: server.url).get("/v1/products").status == 200)
        let listed = try await server.command(["vendor", "list"])
        #expect(listed.status == 0, "\(listed.errors)")
        try await server.expectOrderlyStop()
        #expect(server.postmaster == nil)
      }

      @Test func aReadOnlyRootAndLittleSharedMemoryAreEnough() async throws {
        try Self.requireRoot()
        let place = try Workplace.makeDirectory(onDisk: true)
        let walls = """
          mount -t tmpfs -o size=4m tmpfs /dev/shm && mount --bind \(place.path) \(place.path) \
          && mount -o remount,ro,bind / && { mount -o remount,ro,bind /tmp 2>/dev/null; true; } \
          && cd \(place.path) && exec "$0" "$@"
          """
        let file = try Self.script(
          "exec unshare --mount --propagation private sh -c '\(walls)'", in: place)
        let server = try await MoaServer(
          ["--demo", "--workers", "1"], from: .nothing, in: place, file: file)
        defer { server.remove() }
        let doubt = try await server.waitFor("configuration_doubtful")
        #expect(doubt.what?.contains("pictures arrive in \(place.path)/data") == true)
        let images = try await Pictures.five(in: place)
        let form = try MarketForm(
          DemoVendor.published.params("읽기만 하는 뿌리"), [images[0]], in: place)
        let registered = try await Curl(base: server.url).register(form, by: .published)
        #expect(registered.status == 201, "\(registered.text)")
        try await server.expectOrderlyStop()
        #expect(server.postmaster == nil)
      }
    }
  }

  /// Processes by their parents, as the system shows them.
  private struct ProcessTree {
    let number: Int32
    let isZombie: Bool
    /// Its words, each followed by a zero byte.
    let command: String

    static func children(of parent: Int32) -> [Int32] {
      let path = "/proc/\(parent)/task/\(parent)/children"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { Int32($0) }
    }

    /// All that descend from a process.
    static func below(_ process: Int32) -> [ProcessTree] {
      children(of: process).flatMap { child -> [ProcessTree] in
        let status = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
        let state = status?.split(separator: ")").last?.split(separator: " ").first
        let words = FileManager.default.contents(atPath: "/proc/\(child)/cmdline") ?? Data()
        let found = ProcessTree(
          number: child, isZombie: state == "Z", command: String(decoding: words, as: UTF8.self))
        return [found] + below(child)
      }
    }
  }
#endif
