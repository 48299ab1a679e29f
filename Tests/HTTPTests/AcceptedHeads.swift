import Testing

/// A head and what must come of it.
struct AcceptedHead: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  /// Method, target, version, number of fields, fate of the connection, body.
  let summary: String

  init(_ name: String, _ text: String, _ summary: String) {
    self.init(name, [UInt8](text.utf8), summary)
  }

  init(_ name: String, _ bytes: [UInt8], _ summary: String) {
    self.name = name
    self.bytes = bytes
    self.summary = summary
  }

  var testDescription: String { name }
}

extension AcceptedHead {
  static let all = lines + targets + hosts + fieldLines + framing + connections

  private static let lines = [
    AcceptedHead("the shortest 1.1", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / http11 1 keeps"),
    AcceptedHead("the shortest 1.0", "GET / HTTP/1.0\r\n\r\n", "GET / http10 0 closes"),
    AcceptedHead("1.2 is read as 1.1", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", "GET / http11 1 keeps"),
    AcceptedHead("1.9 is read as 1.1", "GET / HTTP/1.9\r\nHost: a\r\n\r\n", "GET / http11 1 keeps"),
    AcceptedHead(
      "an empty line first", "\r\nPUT /x HTTP/1.1\r\nHost:a\r\n\r\n", "PUT /x http11 1 keeps"),
    AcceptedHead(
      "TRACE never persists", "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", "TRACE / http11 1 is closed"),
    AcceptedHead(
      "TRACE that is the last", "TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      "TRACE / http11 2 closes"),
    AcceptedHead("HEAD", "HEAD /h HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD /h http11 1 keeps"),
    AcceptedHead("PATCH", "PATCH /h HTTP/1.1\r\nHost: a\r\n\r\n", "PATCH /h http11 1 keeps"),
    AcceptedHead("DELETE", "DELETE /h HTTP/1.1\r\nHost: a\r\n\r\n", "DELETE /h http11 1 keeps"),
    AcceptedHead("POST", "POST /h HTTP/1.1\r\nHost: a\r\n\r\n", "POST /h http11 1 keeps"),
  ]

  private static func get(_ target: String, _ wanted: String) -> AcceptedHead {
    AcceptedHead(
      target, "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n", "GET \(wanted) http11 1 keeps")
  }

  private static let targets = [
    get("/a/b%2Fc%ea", "/a/b%2Fc%ea"), get("/%EC%83%81", "/%EC%83%81"), get("//x", "//x"),
    get("/?", "/?"), get("/a?b=c&d=%zz?e", "/a?b=c&d=%zz?e"),
    get("/a|b^c`{}[]\\\"<>", "/a|b^c`{}[]\\\"<>"),
    get("/?a?b", "/?a?b"), get("/a%20?%", "/a%20?%"),
    get("http://shop.example/x?y", "/x?y"), get("HTTPS://SHOP:443/x", "/x"),
    get("http://shop.example", "/"), get("http://shop.example?q=1", "/?q=1"),
    get("http://[::1]:80/x", "/x"),
    AcceptedHead(
      "asterisk", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", "OPTIONS * http11 1 keeps"),
    AcceptedHead(
      "a target as long as allowed",
      "GET /\(String(repeating: "a", count: 8191)) HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /\(String(repeating: "a", count: 8191)) http11 1 keeps"),
  ]

  private static let hosts = [
    "shop", "SHOP.example.", "a_b-c~d", "1.2.3.4", "1.2.3.4:80", "shop:", "shop:0", "shop:65535",
    "%41b", "a!$&'()*+,;=b", "[::]", "[::1]", "[1:2:3:4:5:6:7:8]", "[1::8]", "[::ffff:1.2.3.4]",
    "[2001:DB8::a:0]:8080", "[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:255.0.0.1]",
    "[v1.a]", "[VaF.a:b]:80",
  ].map { host in
    AcceptedHead(
      "Host \(host)", "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n", "GET / http11 1 keeps")
  }

  private static func field(_ line: String, _ more: String = " keeps") -> AcceptedHead {
    let text = "POST /p HTTP/1.1\r\nHost: a\r\n\(line)\r\n\r\n"
    return AcceptedHead(line, text, "POST /p http11 2\(more)")
  }

  private static let fieldLines = [
    field("X:"), field("X: "), field("X:\t \t"), field("X: a\tb "),
    field("!#$%&'*+-.^_`|~09azAZ: 1"),
    field("X: \u{1F426} 새"), field("X: a:b, c;d=\"e\"(f)"), field("X: seven c"),
    field("X: eight ch"),
    field("Content_Length: 5"), field("Transfer_Encoding: chunked"), field("TE: trailers"),
    field("Upgrade: websocket"), field("Trailer: X"), field("Proxy-Connection: close"),
    AcceptedHead(
      "bytes that are not UTF-8",
      [UInt8]("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0x80, 0xFF]
        + [UInt8]("\r\n\r\n".utf8), "GET / http11 2 keeps"),
  ]

  private static let framing = [
    field("Content-Length: 0"), field("Content-Length: 5", " keeps fixed 5"),
    field("content-LENGTH:\t5\t ", " keeps fixed 5"),
    field("Content-Length: 0005", " keeps fixed 5"),
    field("Content-Length: 16777216", " keeps fixed 16777216"),
    field("Transfer-Encoding: chunked", " keeps chunked"),
    field("transfer-encoding:cHuNkEd", " keeps chunked"),
    field("Expect: 100-continue"),
    field("Content-Length: 5\r\nConnection: Content-Length", " keeps fixed 5").with(fields: 3),
    field("Expect: 100-Continue\r\nContent-Length: 1", " keeps expects fixed 1").with(fields: 3),
    field("Transfer-Encoding: chunked\r\nExpect: 100-continue", " keeps expects chunked")
      .with(fields: 3),
  ]

  private static func old(_ lines: String, _ summary: String) -> AcceptedHead {
    AcceptedHead("1.0 \(lines)", "GET / HTTP/1.0\r\n\(lines)\r\n\r\n", "GET / http10 \(summary)")
  }

  private static let connections = [
    field("Connection: close", " closes"), field("Connection: CLOSE", " closes"),
    field("Connection: a, close ,b", " closes"), field("Connection: closed"),
    field("Connection: ,"),
    field("Connection: keep-alive"), field("Connection: keep-alive, close", " closes"),
    field("Connection: x\r\nConnection: close", " closes").with(fields: 3),
    old("Connection: keep-alive", "1 keeps"), old("Connection: Keep-Alive, close", "1 closes"),
    old("Connection: other", "1 closes"), old("Expect: anything", "1 closes"),
    old("Content-Length: 2", "1 closes fixed 2"), old("Host: a", "1 closes"),
  ]

  private func with(fields: Int) -> AcceptedHead {
    AcceptedHead(name, bytes, summary.replacing("http11 2", with: "http11 \(fields)"))
  }
}
