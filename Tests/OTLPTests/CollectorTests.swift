import Testing

@testable import OTLP

/// Where spans may be sent to.
@Suite struct CollectorTests {
  @Test(arguments: [
    ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
    ("http://collector.example:4318/", "http://collector.example:4318/v1/traces"),
    ("http://[::1]:80/otlp", "http://[::1]:80/otlp/v1/traces"),
    ("http://a:1/b/c/", "http://a:1/b/c/v1/traces"),
  ])
  func anAddressIsTaken(_ text: String, _ whole: String) {
    #expect(Collector(text)?.description == whole)
  }

  @Test(arguments: [
    "", "127.0.0.1:4318", "https://127.0.0.1:4318", "http://", "http://127.0.0.1", "http://:4318",
    "http://a:0", "http://a:65536", "http://a:04318", "http://a:+1", "http://a:b", "http://a b:1",
    "http://me:secret@a:4318", "http://a:4318?x=1", "http://a:4318/#x", "http://a\r\nb:1",
    "http://::1:4318", "http://[]:1", "http://a:1/\u{E4}",
  ])
  func anythingElseIsNone(_ text: String) {
    #expect(Collector(text) == nil)
  }
}

/// What is made of the words of a collector, whatever it is.
@Suite struct CollectorAnswerTests {
  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\n\r\n{}", CollectorAnswer.taken(rejected: 0)),
    ("HTTP/1.0 202 Accepted\r\n\r\n", .taken(rejected: 0)),
    ("HTTP/1.1 200 OK\r\n\r\n{\"partialSuccess\":{\"rejectedSpans\":3}}", .taken(rejected: 3)),
    ("HTTP/1.1 200 OK\r\n\r\n{\"partialSuccess\":{\"rejectedSpans\":\"-3\"}}", .taken(rejected: 0)),
    ("HTTP/1.1 200 OK\r\n\r\nnonsense", .taken(rejected: 0)),
    ("HTTP/1.1 404 Not Found\r\n\r\n", .refused("status 404")),
    ("HTTP/1.1 500 Oh\r\n\r\n", .refused("status 500")),
    ("HTTP/1.1 301 Elsewhere\r\n\r\n", .refused("status 301")),
    ("HTTP/1.1 503 Busy\r\nretry-after:  7 \r\n\r\n", .later("status 503", seconds: 7)),
    ("HTTP/1.1 429 Busy\r\nRetry-After: soon\r\n\r\n", .later("status 429", seconds: nil)),
    ("HTTP/1.1 503 Busy\r\nRetry-After: -1\r\n\r\n", .later("status 503", seconds: nil)),
    ("", .later("no answer that is HTTP", seconds: nil)),
    ("SSH-2.0-OpenSSH\r\n", .later("no answer that is HTTP", seconds: nil)),
    ("HTTP/1.1 abc\r\n\r\n", .later("no answer that is HTTP", seconds: nil)),
  ])
  func anAnswer(_ text: String, _ meaning: CollectorAnswer) {
    #expect(CollectorAnswer(Array(text.utf8)) == meaning)
  }

  @Test(
    "An answer that tells its length is whole at its end, also while the connection stays open",
    arguments: [
      ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", true),
      ("HTTP/1.1 200 OK\r\ncontent-length:0\r\n\r\n", true),
      ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}", false),
      ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", false),
      ("HTTP/1.1 200 OK\r\n\r\n{}", false),
    ])
  func wholeAnswers(_ text: String, _ isWhole: Bool) {
    #expect(CollectorAnswer.isWhole(Array(text.utf8)) == isWhole)
  }
}
