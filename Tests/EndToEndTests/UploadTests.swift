import Foundation
import Testing

extension EndToEnd {
  @Suite struct UploadTests {
    /// However a server ends, an image is there as a whole or not at all, and one that was answered
    /// is there.
    @Test func uploadsInterruptedByAKillAreAllOrNothing() async throws {
      var server = try await MoaServer([])
      let directory = server.directory
      defer { server.remove() }
      for round in 0..<3 {
        let killed = server
        let stored = try await Self.uploads(round, to: server) {
          try await killed.killAtOnce()
        }
        server = try await MoaServer([], in: directory)
        for image in stored {
          let shown = try await Curl(base: server.url).get(image.url)
          #expect(shown.status == 200, "\(round): \(image.url)")
          #expect(shown.body.count == image.bytes, "\(round): \(image.url)")
        }
        let torn = "select count(*) from moa.images where sha256 <> pg_catalog.sha256(bytes)"
        #expect(try await server.psql(torn) == "0", "round \(round)")
      }
    }

    /// Sends pictures, several at a time, and ends the server after the first few answers.
    private static func uploads(
      _ round: Int, to server: MoaServer, kill: @escaping @Sendable () async throws -> Void
    ) async throws -> [UploadedImage] {
      let curl = Curl(base: server.url)
      return try await withThrowingTaskGroup(of: UploadedImage?.self) { group in
        for number in 0..<16 {
          group.addTask {
            let picture = ShopFlow.picture(100 * round + number, side: 250)
            guard let answer = try? await curl.upload(picture), answer.status == 201 else {
              return nil
            }
            return try answer.decode(UploadedImage.self)
          }
        }
        var stored: [UploadedImage] = []
        var isKilled = false
        while let upload = try await group.next() {
          if let upload { stored.append(upload) }
          if stored.count > round, !isKilled {
            isKilled = true
            try await kill()
          }
        }
        #expect(isKilled, "no upload was answered")
        return stored
      }
    }
  }
}

extension EndToEnd {
  /// Forms whose pictures come before `params`, which names the sender.
  @Suite struct StrangersTests {
    /// A connection whose client is at the address that a trusted proxy tells.
    private final class Form: Sendable {
      private let socket: LoopbackSocket

      init(at url: String, from address: String, _ first: [UInt8]) throws {
        let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
        socket = try #require(LoopbackSocket(port: port))
        let head = """
          POST /api/products HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: \(address)\r
          identifier: \(DemoVendor.published.identifier)\r
          Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r
          --b\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\n\r

          """
        #expect(send(Array(head.utf8) + first))
      }

      func send(_ bytes: [UInt8]) -> Bool { socket.send(bytes) }

      /// The status of the answer.
      func status() async throws -> String {
        let answer = try await offloading { self.socket.receive() }
        return String(decoding: answer.dropFirst("HTTP/1.1 ".utf8.count).prefix(3), as: UTF8.self)
      }
    }

    @Test("strangers who fill all places keep no honest form away, and hear why they had to go")
    func crowd() async throws {
      try await MoaServer.serving(
        ["--demo", "--workers", "1", "--trusted-proxies", "loopback"]
      ) { server in
        let bytes = [UInt8](repeating: 1, count: 65_536)
        let slowest = try Form(at: server.url, from: "192.0.2.1", Array(bytes.prefix(20_000)))
        var crowd = [try Form(at: server.url, from: "192.0.2.1", bytes)]
        for network in 2...4 {
          for _ in 0..<2 {
            crowd.append(try Form(at: server.url, from: "192.0.2.\(network)", bytes))
          }
        }
        try await Task.sleep(for: .seconds(3))
        let dripping = Task {
          while slowest.send([1]) { try await Task.sleep(for: .milliseconds(100)) }
        }
        let honest = try await Self.register(at: server.url, from: "192.0.2.5")
        #expect(honest.status == 201, "\(honest.text)")
        #expect(try await slowest.status() == "503")
        dripping.cancel()
        withExtendedLifetime(crowd) {}
      }
    }

    /// Registers a product whose picture comes before `params`.
    private static func register(
      at url: String, from address: String
    ) async throws -> KeptClient.Reply {
      let parts = [
        ("name=\"images\"; filename=\"a.jpg\"", Array(ShopFlow.picture(7))),
        ("name=\"params\"", Array(DemoVendor.published.params("늦게 밝힌 상품").utf8)),
      ]
      let body =
        parts.flatMap { name, bytes in
          Array("--b\r\nContent-Disposition: form-data; \(name)\r\n\r\n".utf8) + bytes
            + Array("\r\n".utf8)
        } + Array("--b--\r\n".utf8)
      let head = """
        POST /api/products HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: \(address)\r
        identifier: \(DemoVendor.published.identifier)\r
        Content-Type: multipart/form-data; boundary=b\r\nContent-Length: \(body.count)\r\n\r

        """
      return try await offloading { try KeptClient(url).send(Array(head.utf8) + body) }
    }
  }
}
