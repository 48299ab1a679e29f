#if os(Linux)
  import Foundation
  import TestDatabase
  import Testing

  #if canImport(Glibc)
    import Glibc
  #endif

  extension EndToEnd {
    /// `deploy/kubernetes`, as far as one machine can be a node of a cluster. Root makes the walls.
    @Suite(.timeLimit(.minutes(5))) struct PodTests {
      /// The account of the pods.
      private static let account = 10_001

      @Test("With a pod's settings, account, files and rights the shop serves and takes pictures")
      func pod() async throws {
        try #require(geteuid() == 0, "root makes namespaces: run these tests as root")
        let database = try TestRoles()
        defer { database.remove() }
        try database.makeDatabase("shop", "encoding 'UTF8' template template0")
        let url = database.conninfo("moa", "shop")
        let place = try Workplace.makeDirectory()
        let pod = try Self.wrapped(in: place)
        let migrated = try await Program.run(
          pod, ["migrate"], environment: ["MOA_DATABASE_URL": url], in: place)
        #expect(migrated.status == 0, "\(migrated.errors)")
        // Where others may listen already, this machine is no pod.
        let measured = "127.0.0.1:\(try DeployTests.freePort())"
        let flags = ["--host", "127.0.0.1", "--metrics-listen", measured]
        let server = try await MoaServer(
          flags, in: place, file: pod, environment: try Self.environment(url, in: place))
        defer { server.remove() }
        let curl = Curl(base: server.url)
        #expect(try await curl.get("/readyz").status == 200)
        #expect(try await curl.upload(ShopFlow.picture(1, side: 500)).status == 201)
        let metrics = try await Curl(base: "http://\(measured)").get("/metrics")
        #expect(metrics.status == 200)
        let doubts = server.events.filter { $0.event == "configuration_doubtful" }.map(\.what)
        #expect(doubts == [])
        try await server.expectOrderlyStop()
      }

      /// Only `/tmp` can be written; no right can be had. The token comes from a file alone.
      private static func wrapped(in place: URL) throws -> String {
        let temporary = place.path + "/tmp"
        try FileManager.default.createDirectory(
          atPath: temporary, withIntermediateDirectories: true)
        let walls = """
          mount -t tmpfs -o mode=1777 tmpfs \(temporary) && mount -o remount,ro,bind / \
          && { mount -o remount,ro,bind /tmp 2>/dev/null; true; } && unset MOA_ADMIN_TOKEN HOME \
          && exec setpriv --reuid=\(account) --regid=\(account) --clear-groups \
          --bounding-set=-all --no-new-privs "$0" "$@"
          """
        let file = place.path + "/pod"
        try """
        #!/bin/sh
        exec unshare --mount --propagation private sh -c '\(walls)' \(Workplace.program.path) "$@"

        """.write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        return file
      }

      /// `settings.env`, with the Secret as `fsGroup` and `defaultMode` give it.
      private static func environment(_ url: String, in place: URL) throws -> [String: String] {
        let lines = try Workplace.file("deploy/kubernetes/settings.env").split(separator: "\n")
        let pairs = lines.filter { !$0.hasPrefix("#") }.map { line in
          let parts = line.split(separator: "=", maxSplits: 1)
          return (String(parts[0]), String(parts[1]))
        }
        let token = place.path + "/admin-token"
        try MoaServer.adminToken.write(toFile: token, atomically: true, encoding: .utf8)
        #expect(chown(token, 0, gid_t(account)) == 0)
        #expect(chmod(token, 0o440) == 0)
        return Dictionary(uniqueKeysWithValues: pairs).merging([
          "MOA_ADMIN_TOKEN_FILE": token, "MOA_DATABASE_URL": url, "TMPDIR": place.path + "/tmp",
        ]) { $1 }
      }
    }
  }
#endif
