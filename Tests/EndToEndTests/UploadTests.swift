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
