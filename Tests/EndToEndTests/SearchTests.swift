import Foundation
import Testing

extension EndToEnd {
  /// What a search field may send, by accident or on purpose.
  @Suite(.timeLimit(.minutes(5))) struct SearchTests {
    /// Of SQL, of patterns, of URLs and of Unicode.
    private static let signs: [[UInt8]] = {
      let texts = [
        "%", "_", "\\", "'", "\"", ";", "--", "/*", "$1", "$$", ".*", "(", ")", "[", "]", "{", "|",
        "?&=+#", "\u{200B}\u{202E}", "ㅋㅋㄳ", "가각\u{1100}", "e\u{301}\u{301}\u{301}", "👨‍👩‍👧🏽", "İıſß",
        "머그", "도자기 ", "travel", "ajrm", "\u{10FFFF}\u{FFFF}", "ﷺ", "ﾤﾥ", "\u{0}", "\n",
      ]
      // No UTF-8: a byte alone, a long form of zero, half a pair of surrogates.
      let broken: [[UInt8]] = [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80]]
      return texts.map { Array($0.utf8) } + broken
    }()

    private static func encoded(_ bytes: [UInt8]) -> String {
      bytes.map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.count == 1 ? "0" : "") + digits
      }.joined()
    }

    private static func text(_ generator: inout some RandomNumberGenerator) -> [UInt8] {
      let count = [1, 2, 3, 5, 8, 40, 200].randomElement(using: &generator) ?? 1
      return (0..<count).flatMap { _ in
        if Bool.random(using: &generator) {
          return signs.randomElement(using: &generator) ?? []
        }
        let value = UInt32.random(in: 0...0x10FFFF, using: &generator)
        return Unicode.Scalar(value).map { Array(String($0).utf8) } ?? [0xED, 0xB0, 0x80]
      }
    }

    private static let paths = [
      "/v1/search?q=", "/v1/search?facets=false&sort=newest&q=", "/v1/search?sort=price_asc&q=",
      "/v1/search/suggestions?q=",
      "/openmarket/v2/api/products?page_no=1&items_per_page=10&search_value=",
    ]

    @Test("whatever is searched for, the answer is a page or a refusal")
    func randomQueries() async throws {
      try await MoaServer.serving { server in
        let url = server.url
        let statuses = try await offloading { () throws -> [Int: Int] in
          var generator = SystemRandomNumberGenerator()
          let client = try KeptClient(url)
          var statuses: [Int: Int] = [:]
          for number in 0..<3_000 {
            var bytes = Self.text(&generator)
            if number.isMultiple(of: 300) { bytes = [UInt8](repeating: 0x61, count: 102_400) }
            let path = Self.paths[number % Self.paths.count]
            let request = "GET \(path)\(Self.encoded(bytes)) HTTP/1.1\r\nHost: shop\r\n\r\n"
            let status = try client.send(Array(request.utf8)).status
            statuses[status, default: 0] += 1
            if ![200, 400, 414, 431].contains(status) {
              Issue.record("\(status) for \(path)\(Self.encoded(bytes).prefix(2_000))")
            }
          }
          return statuses
        }
        #expect((statuses[200] ?? 0) > 300)
        #expect((statuses[400] ?? 0) > 30)
        #expect(Set(statuses.keys).subtracting([200, 400, 414, 431]).isEmpty)
        #expect(try await Curl(base: url).get("/readyz").status == 200)
      }
    }

    @Test("what five devices search for is trending, whichever worker answers them")
    func trending() async throws {
      let flags = ["--demo", "--workers", "2", "--trusted-proxies", "loopback"]
      try await MoaServer.serving(flags) { server in
        let curl = Curl(base: server.url)
        for device in 1...5 {
          let answer = try await curl.get(
            "/v1/search?q=%EC%9A%B0%EC%82%B0", ["X-Forwarded-For: 192.0.2.\(device)"])
          #expect(answer.status == 200)
        }
        let trending = try await waiting(for: "trends") { () -> String? in
          let text = try await curl.get("/v1/search/trending").text
          return text.contains("rank") ? text : nil
        }
        #expect(trending == #"{"items":[{"text":"우산","rank":1}]}"#)
        try await server.expectOrderlyStop()
      }
    }

    @Test("what was searched for just before a stop counts after the next start")
    func stopping() async throws {
      let flags = ["--demo", "--workers", "0", "--trusted-proxies", "loopback"]
      let first = try await MoaServer(flags)
      defer { first.remove() }
      for device in 1...5 {
        _ = try await Curl(base: first.url).get(
          "/v1/search?q=%EC%9A%B0%EC%82%B0", ["X-Forwarded-For: 192.0.2.\(device)"])
      }
      try await first.expectOrderlyStop()
      let second = try await MoaServer(flags, in: first.directory)
      defer { second.remove() }
      let trending = try await Curl(base: second.url).get("/v1/search/trending")
      #expect(trending.text == #"{"items":[{"text":"우산","rank":1}]}"#)
    }

    @Test("what one server is told the next search on another knows")
    func rulesOfTwoServers() async throws {
      try await MoaServer.serving(["--demo", "--workers", "2"]) { server in
        let curl = Curl(base: server.url)
        let fields = [
          "Authorization: Bearer \(MoaServer.adminToken)", "Content-Type: application/json",
          "If-Match: *",
        ]
        for isBanned in [true, false, true, false] {
          let body = """
            {"synonyms":[],"redirects":{},"banned":[\(isBanned ? "\"우산\"" : "")]}
            """
          let put = try await curl.send("PUT", "/admin/v1/search", fields, body: body)
          #expect(put.status == 200)
          for _ in 0..<10 {
            let page = try await curl.get("/v1/search?facets=false&q=%EC%9A%B0%EC%82%B0")
            #expect(page.text.contains(#""items":[]"#) == isBanned)
          }
        }
      }
    }
  }
}
