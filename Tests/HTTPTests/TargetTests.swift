import HTTP
import Testing

@Suite struct TargetTests {
  private func target(_ text: String) throws -> RequestTarget {
    try Request(text == "*" ? .options : .get, text).target
  }

  @Test func decodesEachSegmentOnce() throws {
    #expect(try target("/").decodedSegments() == [""])
    #expect(try target("/a/b").decodedSegments() == ["a", "b"])
    #expect(try target("/a//b/").decodedSegments() == ["a", "", "b", ""])
    #expect(try target("/%EC%83%81%EC%9D%98/x%20y+z").decodedSegments() == ["상의", "x y+z"])
    #expect(try target("/%252F").decodedSegments() == ["%2F"])
    #expect(try target("/...").decodedSegments() == ["..."])
    #expect(try target("/a?b/c").decodedSegments() == ["a"])
    #expect(try target("http://shop").decodedSegments() == [""])
    #expect(try target("*").decodedSegments() == [])
    #expect(try target("http://shop").path == "/")
  }

  @Test(arguments: [
    "/..", "/.", "/a/../b", "/%2e%2E/x", "/%2e", "/a%2Fb", "/a%2fb", "/a\\b", "/a%5Cb",
  ])
  func refusesSegmentsThatLeadElsewhere(_ text: String) throws {
    let target = try target(text)
    #expect(throws: TargetError.traversal) { try target.decodedSegments() }
  }

  @Test func refusesWhatIsNotText() throws {
    let null = try target("/a%00b?c%00")
    #expect(throws: TargetError.containsNull) { try null.decodedSegments() }
    #expect(throws: TargetError.containsNull) { try null.queryItems() }
    let invalid = try target("/%C0%AF?%ff=1")
    #expect(throws: TargetError.invalidText) { try invalid.decodedSegments() }
    #expect(throws: TargetError.invalidText) { try invalid.queryItems() }
    for query in ["%", "a=%", "a=%2", "a=%zz", "%u0041"] {
      let broken = try target("/?\(query)")
      #expect(throws: TargetError.malformedEncoding) { try broken.queryItems() }
    }
  }

  @Test func readsQueryItemsInOrder() throws {
    let items = try target("/?a=1&b&&c=&a=x%26y&d=e=f+g%2B&%EC%83%81=%ED%95%98").queryItems()
    let wanted = [
      ("a", "1"), ("b", ""), ("c", ""), ("a", "x&y"), ("d", "e=f g+"), ("상", "하"),
    ].map { QueryItem(name: $0.0, value: $0.1) }
    #expect(items == wanted)
    #expect(try target("/").queryItems().isEmpty)
    let raw = try target("/?b&a&&c=%31&a=x%26y=z&a=2&d=&=e")
    #expect(raw.rawQueryValue(of: "a") == "x%26y=z")
    #expect(raw.rawQueryValue(of: "c") == "%31")
    #expect(raw.rawQueryValue(of: "b") == nil)
    #expect(raw.rawQueryValue(of: "d")?.isEmpty == true)
    #expect(raw.rawQueryValue(of: "") == "e")
    #expect(raw.rawQueryValue(of: "f") == nil)
    #expect(try target("/").rawQueryValue(of: "a") == nil)
    #expect(try target("/?").queryItems().isEmpty)
    #expect(try target("/?&").queryItems().isEmpty)
  }

  @Test func readsOnlyTheItemsThatHaveAName() throws {
    let query = try target("/?c=%&a=1&%61=2+2&b&a%=3&=4&ab=%zz&b=%42")
    let items = try query.queryItems(named: ["b", "a"])
    let wanted = [("a", "1"), ("a", "2 2"), ("b", ""), ("b", "B")]
    #expect(items == wanted.map { QueryItem(name: $0.0, value: $0.1) })
    #expect(throws: TargetError.malformedEncoding) { try query.queryItems(named: ["c"]) }
    #expect(try target("/").queryItems(named: ["a"]).isEmpty)
  }

  /// Signs at every distance from each other, since several bytes are looked at in one step.
  @Test func findsSignsWhereverTheyStand() throws {
    for _ in 0..<2_000 {
      let length = Int.random(in: 0...40)
      let query = String((0..<length).map { _ in "ab&=+&~d".randomElement() ?? "a" })
      let wanted = query.split(separator: "&").map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let texts = parts.map { String($0.map { $0 == "+" ? " " : $0 }) }
        return QueryItem(name: texts[0], value: texts.count > 1 ? texts[1] : "")
      }
      #expect(try target("/?\(query)").queryItems() == wanted, "\(query)")
      let named = wanted.filter { ["a", "b ", "ab"].contains($0.name) }
      #expect(try target("/?\(query)").queryItems(named: ["a", "b ", "ab"]) == named, "\(query)")
    }
  }

  @Test func keepsPathAndQueryAsReceived() throws {
    let both = try target("/a%2Fb?c=%20&d")
    #expect(both.path == "/a%2Fb")
    #expect(both.rawQuery == "c=%20&d")
    #expect(both.withPath { String(decoding: $0, as: UTF8.self) } == "/a%2Fb")
    #expect(try target("/a").rawQuery == nil)
    #expect(try target("/a?").rawQuery == "")
    let absolute = try target("http://shop:80?q")
    #expect(absolute.path == "/")
    #expect(absolute.withPath { String(decoding: $0, as: UTF8.self) } == "/")
    #expect(absolute.rawQuery == "q")
  }
}
