import Testing

@testable import HTTP

/// RFC 9110 §8.4, §12.5.3, §14, §15.3.7, §15.4.5, §15.5.17.
@Suite struct FixedContentTests {
  static let text = Array("0123456789".utf8)
  static let gzip: [UInt8] = [0x1F, 0x8B, 0x08]

  static func content(gzip: Bool = false, tag: String? = "v1") throws -> FixedContent {
    try FixedContent(
      text, contentType: "text/plain", entityTag: tag.flatMap { EntityTag($0) },
      lastModified: 784_111_777,
      gzip: gzip ? .init(Self.gzip, entityTag: EntityTag("v1-gzip")) : nil,
      fields: [ResponseField("Cache-Control", "max-age=60")],
      shared: FieldBlock(validating: [ResponseField("X-Shared", "yes")]))
  }

  /// The answer as it goes over the wire, without `Date`.
  static func answer(
    _ content: FixedContent, _ fields: [(String, String)], method: HTTP.Method = .get
  ) throws -> String {
    let request = try Request.with(method, fields)
    var bytes: [UInt8] = []
    _ = try ResponseEncoder.encode(
      content.response(to: request, now: 1_772_323_200),
      .init(
        method: method, version: .http11, keepsAlive: true,
        date: DateField(secondsSince1970: 0), requestID: ""), into: &bytes)
    return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
      .replacing("Date: Thu, 01 Jan 1970 00:00:00 GMT\n", with: "")
  }

  @Test func theWhole() throws {
    let expected = """
      HTTP/1.1 200 OK
      Content-Type: text/plain
      Content-Length: 10
      X-Shared: yes
      Cache-Control: max-age=60
      ETag: "v1"
      Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT
      Accept-Ranges: bytes


      """
    #expect(try Self.answer(Self.content(), []) == expected + "0123456789")
    #expect(try Self.answer(Self.content(), [("Range", "bytes=0-1")], method: .head) == expected)
  }

  @Test func aPart() throws {
    #expect(
      try Self.answer(Self.content(), [("Range", "bytes=2-4")]) == """
        HTTP/1.1 206 Partial Content
        Content-Type: text/plain
        Content-Length: 3
        X-Shared: yes
        Cache-Control: max-age=60
        ETag: "v1"
        Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT
        Accept-Ranges: bytes
        Content-Range: bytes 2-4/10

        234
        """)
  }

  @Test func theClientHasIt() throws {
    #expect(
      try Self.answer(Self.content(gzip: true), [("If-None-Match", "\"v1\"")]) == """
        HTTP/1.1 304 Not Modified
        X-Shared: yes
        Cache-Control: max-age=60
        ETag: "v1"
        Vary: Accept-Encoding


        """)
    // Without a tag the date is what a cache has.
    #expect(
      try Self.answer(
        Self.content(tag: nil), [("If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT")]) == """
          HTTP/1.1 304 Not Modified
          X-Shared: yes
          Cache-Control: max-age=60
          Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT


          """)
  }

  @Test func refusalsHaveNoContentAndAreNotToBeKept() throws {
    #expect(
      try Self.answer(Self.content(), [("Range", "bytes=10-")]) == """
        HTTP/1.1 416 Range Not Satisfiable
        Content-Length: 0
        X-Shared: yes
        Content-Range: bytes */10


        """)
    #expect(
      try Self.answer(Self.content(gzip: true), [("If-Match", "\"v0\"")]) == """
        HTTP/1.1 412 Precondition Failed
        Content-Length: 0
        X-Shared: yes
        ETag: "v1"
        Vary: Accept-Encoding


        """)
  }

  /// Of ten bytes; nil means the whole with 200, an empty text 416.
  @Test(
    "ranges",
    arguments: [
      ("bytes=0-0", "0"), ("bytes=0-9", "0123456789"), ("bytes=9-9", "9"), ("bytes=5-", "56789"),
      ("bytes=-3", "789"), ("bytes=-10", "0123456789"), ("bytes=-99", "0123456789"),
      ("bytes=5-99", "56789"), ("BYTES=0-0", "0"), ("bytes= 0-0", "0"), ("bytes=0-0 ,", "0"),
      ("bytes=5-99999999999999999999999999", "56789"),
      ("bytes=-99999999999999999999", "0123456789"),
      ("bytes=00000000000000000000000000005-6", "56"),
      ("bytes=10-", ""), ("bytes=10-20", ""), ("bytes=-0", ""),
      ("bytes=18446744073709551616-", ""), ("bytes=18446744073709551616-18446744073709551617", ""),
      // Malformed, or of another unit: ignored.
      ("bytes=5-4", nil), ("bytes=", nil), ("bytes", nil), ("bytes=a-b", nil), ("bytes=-", nil),
      ("bytes=--1", nil), ("bytes=1", nil), ("bytes=0-1x", nil), ("bytes 0-1", nil),
      ("bytes =0-1", nil), ("bytes=0 -1", nil), ("bytes=0- 1", nil), ("bytes=+0-1", nil),
      ("bytes=0x0-0x1", nil), ("items=0-1", nil), ("", nil), ("=0-1", nil), ("byte=0-1", nil),
      // Several: ignored.
      ("bytes=0-0,-1", nil), ("bytes=0-,0-,0-", nil), ("bytes=0-1,2-3", nil),
    ] as [(String, String?)]) func ranges(_ value: String, _ wanted: String?) throws
  {
    let answer = try Self.answer(Self.content(), [("Range", value)])
    let status = wanted.map { $0.isEmpty ? "416" : "206" } ?? "200"
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(answer.hasSuffix("\n\n" + (wanted ?? "0123456789")))
  }

  @Test func twoLinesOfRangeAreNone() throws {
    let fields = [("Range", "bytes=0-0"), ("Range", "bytes=1-1")]
    #expect(try Self.answer(Self.content(), fields).hasPrefix("HTTP/1.1 200 "))
  }

  @Test func nothingHasNoParts() throws {
    let empty = try FixedContent([], contentType: "text/plain", entityTag: nil)
    for range in ["bytes=0-", "bytes=-1"] {
      #expect(try Self.answer(empty, [("Range", range)]).hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test(
    "the coding is what the client asks for",
    arguments: [
      (nil, "plain"), ("", "plain"), ("gzip", "gzip"), ("GZIP", "gzip"), ("x-gzip", "gzip"),
      ("deflate, gzip;q=1.0, *;q=0.5", "gzip"), ("br", "plain"), ("*", "gzip"),
      ("gzip;q=0", "plain"), ("gzip;q=0.000", "plain"), ("gzip;q=0.001", "gzip"),
      ("gzip;q=0.5, identity", "plain"), ("gzip;q=0.5, identity;q=0.5", "gzip"),
      ("gzip ; Q=0.8 , identity;q=0.9", "plain"), ("identity", "plain"), ("*;q=0.5", "gzip"),
      ("*, gzip;q=0", "plain"), ("gzip, *;q=0", "gzip"), ("gzip;q=0, gzip", "plain"),
      ("gzip,identity;q=0", "gzip"),
      ("identity;q=0", "none"), ("*;q=0", "none"), ("identity;q=0, gzip;q=0", "none"),
      ("br, *;q=0", "none"), ("*;q=0, identity;q=0.1", "plain"),
      // Malformed: no wish.
      ("gzip;q=2", "plain"), ("gzip;q=1.001", "plain"), ("gzip;q=0.1234", "plain"),
      ("gzip;q=-1", "plain"), ("gzip;level=9", "plain"), ("gzip q=1", "plain"), ("@", "plain"),
      ("gzip;q=", "plain"), ("gzip;q=.5", "plain"), (",,gzip,", "gzip"),
    ] as [(String?, String)]) func codings(_ value: String?, _ wanted: String) throws
  {
    let fields = value.map { [("Accept-Encoding", $0)] } ?? []
    let answer = try Self.answer(Self.content(gzip: true), fields)
    #expect(answer.contains("\nVary: Accept-Encoding\n"))
    #expect(answer.contains("\nContent-Encoding: gzip\nVary") == (wanted == "gzip"))
    #expect(answer.contains("\nETag: \"v1-gzip\"\n") == (wanted == "gzip"))
    #expect(answer.contains("\nETag: \"v1\"\n") == (wanted == "plain"))
    #expect(answer.hasPrefix(wanted == "none" ? "HTTP/1.1 406 " : "HTTP/1.1 200 "))
  }

  @Test func conditionsAndRangesAreThoseOfTheChosenVariant() throws {
    let content = try Self.content(gzip: true)
    let gzip = ("Accept-Encoding", "gzip")
    func status(_ fields: [(String, String)]) throws -> String {
      String(try Self.answer(content, fields).dropFirst(9).prefix(3))
    }
    #expect(try status([gzip, ("If-None-Match", "\"v1\"")]) == "200")
    #expect(try status([gzip, ("If-None-Match", "\"v1-gzip\"")]) == "304")
    #expect(try status([gzip, ("Range", "bytes=3-")]) == "416")
    #expect(try status([("Range", "bytes=3-")]) == "206")
    #expect(try status([gzip, ("Range", "bytes=0-1"), ("If-Range", "\"v1\"")]) == "200")
    // Both variants have one date, so that a date cannot say to which one a part belongs.
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    #expect(try status([("Range", "bytes=0-1"), ("If-Range", date)]) == "200")
    #expect(
      try Self.answer(Self.content(), [("Range", "bytes=0-1"), ("If-Range", date)])
        .hasPrefix("HTTP/1.1 206"))
  }

  @Test func contentWithoutVariantsDoesNotNegotiate() throws {
    let answer = try Self.answer(Self.content(), [("Accept-Encoding", "identity;q=0")])
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(!answer.contains("Vary"))
  }

  @Test func aBadFieldIsRefusedWhenTheContentIsMade() {
    #expect(throws: ResponseError.malformedValue(name: "X-A")) {
      try FixedContent(
        [], contentType: "text/plain", entityTag: nil, fields: [ResponseField("X-A", "a\nb")])
    }
  }
}
