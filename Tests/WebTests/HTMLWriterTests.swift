import Testing

@testable import Web

/// Whatever somebody calls a product, it stays a text.
@Suite struct HTMLWriterTests {
  private static func written(_ write: (inout HTMLWriter) -> Void) -> String {
    var writer = HTMLWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    "a text never becomes markup",
    arguments: [
      ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
      (#"" onload="x"#, "&quot; onload=&quot;x"), ("' x='", "&#39; x=&#39;"),
      ("&lt;b&gt; &amp;", "&amp;lt;b&amp;gt; &amp;amp;"), ("]]>-->", "]]&gt;--&gt;"),
      ("팥빙수 👨‍👩‍👧‍👦 e\u{301}", "팥빙수 👨‍👩‍👧‍👦 e\u{301}"), ("a\0b", "a\u{FFFD}b"), ("", ""),
      ("</title><script>", "&lt;/title&gt;&lt;script&gt;"),
    ])
  func texts(_ text: String, _ expected: String) {
    #expect(Self.written { $0.text(text) } == expected)
    #expect(Self.written { $0.element("p", [:], text) } == "<p>\(expected)</p>")
    #expect(Self.written { $0.void("img", ["alt": text]) } == "<img alt=\"\(expected)\">")
  }

  @Test("an attribute without a value is left out, and one with an empty value is not")
  func attributes() {
    let written = Self.written { writer in
      writer.void("img", ["src": "/a.png", "srcset": nil, "alt": ""])
    }
    #expect(written == #"<img src="/a.png" alt="">"#)
  }

  @Test func elementsStandInsideOfEachOther() {
    let written = Self.written { writer in
      writer.element("ul", ["class": "a"]) { list in
        for text in ["1", "<2>"] { list.element("li", [:], text) }
      }
    }
    #expect(written == #"<ul class="a"><li>1</li><li>&lt;2&gt;</li></ul>"#)
  }

  @Test("of many random texts none brings a bracket, a quote or an entity of its own")
  func randomTexts() {
    let alphabet = Array("<>&\"'/=!-; \0\n\t`scriptonload가😀\u{301}\u{202E}")
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let text = String((0..<24).map { _ in alphabet.randomElement(using: &generator) ?? "a" })
      let written = Self.written { $0.void("p", ["title": text]) }
      let inside = written.dropFirst("<p title=\"".count).dropLast("\">".count)
      #expect(!inside.contains { "<>\"'\0".contains($0) }, "\(text.debugDescription)")
      #expect(Self.decoded(String(inside)) == text.replacing("\0", with: "\u{FFFD}"))
    }
  }

  /// As a browser reads it.
  private static func decoded(_ html: String) -> String {
    html.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}
