import Domain
import Fakes
import Testing

@Suite struct ImageReferenceTests {
  @Test(
    "an https URL or a path of this site is a reference",
    arguments: [
      "https://a", "https://image.msscdn.net/mfile_s01/_lookbook/list63f2d10b7f7ec",
      "https://cdn.example:8443/a.png?w=120&h=80#top", "https://cdn.example?x", "/", "/a.png",
      "https://[2001:db8::1]:443/a", "/images/%ED%95%9C.png", "/a//b", "https://a_b.example/~c",
      "/" + String(repeating: "a", count: 2_047), "/a:b@c;d=e,f!$&'()*+",
    ])
  func accepts(_ text: String) throws {
    #expect(try ImageReference(text).text == text)
  }

  @Test(
    "anything else is refused with its reason",
    arguments: [
      ("", "empty"), ("http://a/b", "not_https"), ("HTTPS://a/b", "not_https"),
      ("//evil.example/x", "not_https"), ("javascript:alert(1)", "not_https"),
      ("data:image/png;base64,AA", "not_https"), ("images/a.png", "not_https"),
      (" https://a", "not_https"), ("https:/a", "not_https"),
      ("https://", "malformed_host"), ("https:///a", "malformed_host"),
      ("https://user@host/a", "malformed_host"), ("https://ho st/a", "malformed_host"),
      ("https://host:/a", "malformed_host"), ("https://host:65536/a", "malformed_host"),
      ("https://host:80a/a", "malformed_host"), ("https://[::1/a", "malformed_host"),
      ("https://[]/a", "malformed_host"), ("https://[::1]x/a", "malformed_host"),
      ("https://한국/a", "malformed_host"), ("https://a%2eb/c", "malformed_host"),
      ("https://\\evil/a", "malformed_host"), ("https://:80/a", "malformed_host"),
      ("/a b", "malformed"), ("/a\\b", "malformed"), ("/\\evil.example", "malformed"),
      ("/a\nb", "malformed"), ("/a\u{0}", "malformed"), ("/한글.png", "malformed"),
      ("/a\"b", "malformed"), ("/<a>", "malformed"), ("/a%", "malformed"), ("/a%4", "malformed"),
      ("/a%zz", "malformed"), ("/a{b}", "malformed"), ("/a|b^c`d", "malformed"),
      ("https://a/[b]", "malformed"), ("/a\u{7F}", "malformed"),
      ("/" + String(repeating: "a", count: 2_048), "too_long"),
      ("/./images/a.png", "dot_segment"), ("/x/../images/a.png", "dot_segment"),
      ("/x/..", "dot_segment"), ("/.", "dot_segment"), ("/x/.?y", "dot_segment"),
      ("/%2e/images/a.png", "dot_segment"), ("/x/%2E./images/a.png", "dot_segment"),
    ])
  func refuses(_ text: String, _ code: String) {
    #expect(flaw { () throws(ValidationError) in try ImageReference(text) } == code)
  }

  @Test(
    "a path of this site is kept in its plainest spelling",
    arguments: [
      ("/%69mages/%61%2d%7E.png", "/images/a-~.png"), ("/%49mages/a", "/Images/a"),
      ("/images/%ED%95%9C.png", "/images/%ED%95%9C.png"), ("/a%2Fb%20c%25", "/a%2Fb%20c%25"),
      ("/a?b=%69&../c", "/a?b=%69&../c"), ("/a#%69/../b", "/a#%69/../b"), ("/..a/b..", "/..a/b.."),
      ("https://cdn.example/%69/../a", "https://cdn.example/%69/../a"),
    ])
  func spelling(_ text: String, _ kept: String) throws {
    #expect(try ImageReference(text).text == kept)
  }

  @Test(
    "an image of this site is known in every spelling",
    arguments: [
      ("/images/a.png", true), ("/%69mages/a.png", true), ("/images%2Fa.png", true),
      ("/images%2fa.png", true), ("/im%61ges/", true), ("/images", false), ("/Images/a", false),
      ("/x?/images/a", false), ("/images/none.png", false),
      ("https://cdn.example/images/a.png", false),
    ])
  func ownImages(_ text: String, _ isOwn: Bool) throws {
    #expect(try ImageReference(text).isOwnImage == isOwn)
  }

  @Test func aPathBecomesAbsoluteAndAnURLStays() throws {
    let origin = try #require(Origin("https://shop.example/"))
    let path = try ImageReference("/images/a.png")
    let url = try ImageReference("https://cdn.example/a.png")
    #expect(path.url(from: origin) == "https://shop.example/images/a.png")
    #expect(path.url(from: nil) == "/images/a.png")
    #expect(url.url(from: origin) == "https://cdn.example/a.png")
  }
}

@Suite struct OriginTests {
  @Test(arguments: [
    ("http://localhost:8080", "http://localhost:8080"), ("https://a.example/", "https://a.example"),
    ("http://[::1]:8080", "http://[::1]:8080"),
  ])
  func accepts(_ text: String, _ written: String) {
    #expect(Origin(text)?.text == written)
  }

  @Test(arguments: [
    "", "localhost", "ftp://a", "http://", "http:///", "https://a/b", "https://a?b", "https://a//",
    "https://u:p@a", "https://a:99999", "https://a b", "https://a\r\nb",
  ])
  func refuses(_ text: String) {
    #expect(Origin(text) == nil)
  }

  @Test func theHostOfARequestIsAnOriginOverPlainHTTP() {
    #expect(Origin(host: "127.0.0.1:8080", isSecure: false)?.text == "http://127.0.0.1:8080")
    #expect(Origin(host: "shop.example", isSecure: true)?.text == "https://shop.example")
    for host in ["", "a/b", "a@b", "a b", "a:b", "<script>", String(repeating: "a", count: 262)] {
      #expect(Origin(host: host, isSecure: true) == nil)
    }
  }
}

@Suite struct DominantColorTests {
  private func pixels(_ parts: (count: Int, rgba: [UInt8])...) -> [UInt8] {
    parts.flatMap { Array(repeatElement($0.rgba, count: $0.count).joined()) }
  }

  @Test func mostOfThePictureDecides() {
    let picture = pixels((3, [250, 10, 10, 255]), (4, [10, 10, 250, 255]))
    #expect(Color.dominant(ofRGBA: picture).description == "#0a0afa")
  }

  @Test func shadesOfOneColourCountTogether() {
    let picture = pixels((2, [32, 32, 32, 255]), (2, [47, 47, 47, 255]), (3, [200, 0, 0, 255]))
    #expect(Color.dominant(ofRGBA: picture).description == "#272727")
  }

  @Test func whatIsNotSeenDoesNotCount() {
    let picture = pixels((9, [0, 0, 0, 0]), (1, [255, 255, 255, 255]))
    #expect(Color.dominant(ofRGBA: picture).description == "#ffffff")
    #expect(Color.dominant(ofRGBA: pixels((9, [0, 0, 0, 127]))) == .gray)
    #expect(Color.dominant(ofRGBA: []) == .gray)
    #expect(Color.dominant(ofRGBA: [1, 2, 3]) == .gray)
  }
}

@Suite struct ImageURLTests {
  @Test(
    "every size of every kind of image has its URL, behind an origin and without one",
    arguments: ImagePreset.allCases, StoredImage.MediaType.allCases)
  func urls(_ preset: ImagePreset, _ mediaType: StoredImage.MediaType) throws {
    let hex = String(repeating: "0a", count: 32)
    let digest = try #require(ImageDigest(hex: hex))
    let origin = Origin("https://shop.example:8443")
    var renditions = Renditions()
    func url(_ origin: Origin?) -> String {
      let picture = Picture(
        digest: digest, mediaType: mediaType, width: 2, height: 1, byteCount: 3, color: .gray,
        renditions: renditions
      ).served(as: preset)
      return picture.url(from: origin)
    }
    let suffix = mediaType == .png ? "png" : "jpg"
    #expect(url(nil) == "/images/\(hex)/original.\(suffix)")
    #expect(url(origin) == "https://shop.example:8443/images/\(hex)/original.\(suffix)")
    renditions.insert(
      Rendition(preset: preset, mediaType: mediaType, width: 2, height: 1, byteCount: 3))
    #expect(url(nil) == "/images/\(hex)/\(preset.rawValue).\(suffix)")
    #expect(url(origin) == "https://shop.example:8443/images/\(hex)/\(preset.rawValue).\(suffix)")
  }
}
