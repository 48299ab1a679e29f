import OTLP
import Testing

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
