import Foundation
import Testing

extension EndToEnd {
  /// The app ShoppingList: Naver's shopping search behind another host.
  @Suite struct NaverTests {
    @Test("a client searches on all workers until it is revoked")
    func clients() async throws {
      try await MoaServer.serving(["--demo", "--workers", "2"]) { server in
        let created = try await server.command([
          "client", "create", "--name", "쇼핑 목록", "--json",
        ])
        let client = try JSONDecoder().decode(Created.self, from: Data(created.output.utf8))
        let curl = Curl(base: server.url)
        #expect(try await curl.get("/v1/search/shop.json?query=a").status == 401)
        let fields = [
          "X-Naver-Client-Id: \(client.id)", "X-Naver-Client-Secret: \(client.secret)",
        ]
        // Each request is a connection of its own, so that both workers get some.
        for _ in 0..<10 {
          #expect(try await curl.get("/v1/search/shop.json?query=a", fields).status == 200)
        }
        let listed = try await server.command(["client", "list"])
        #expect(listed.output.contains(client.id))
        #expect(!listed.output.contains(client.secret))
        _ = try await server.command(["client", "revoke", client.id])
        try await waiting(for: "the client to be revoked") { () -> Bool? in
          let answer = try await curl.get("/v1/search/shop.json?query=a", fields)
          return answer.status == 401 ? true : nil
        }
        #expect(!server.errors.contains(client.secret))
      }
    }

    private struct Created: Decodable {
      let id: String
      let secret: String
    }
  }
}
