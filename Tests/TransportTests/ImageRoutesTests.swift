import Domain
import Fakes
import HTTP
import Testing

@Suite(.realStore) struct ImageRoutesTests {
  @Test func anImageIsServedForEver() async throws {
    let shop = try await Shop()
    let image = try StoredImage.sample(4)
    try await shop.put(image)
    let request = try Request(.get, image.path)
    let response = await shop.response(request)
    let answer = try Answer(response, to: .head)
    #expect(
      answer.text == """
        HTTP/1.1 200 OK
        Content-Type: image/png
        (image security)
        Cache-Control: public, max-age=31536000, immutable
        Content-Disposition: inline; filename="\(image.digest.hex.prefix(12))-original.png"
        ETag: "\(image.digest)"
        Accept-Ranges: bytes


        """)
    guard case .bytes(let bytes) = response.content else {
      Issue.record("there is no content")
      return
    }
    #expect(bytes == image.bytes)
  }

  @Test func whoHasItGetsNoContent() async throws {
    let shop = try await Shop()
    let image = try StoredImage.sample(5)
    try await shop.put(image)
    for tag in ["\"\(image.digest)\"", "W/\"\(image.digest)\"", "\"x\", \"\(image.digest)\"", "*"] {
      let answer = try await shop.send(.get, image.path, ["If-None-Match": tag])
      #expect(answer.status == 304)
      #expect(answer.isSecured)
      #expect(answer.fields["etag"] == "\"\(image.digest)\"")
    }
    let other = try await shop.send(.get, image.path, ["If-None-Match": "\"x\", \(image.digest)"])
    #expect(other.status == 200)
    #expect(other.fields["content-type"] == "image/jpeg")
  }

  @Test func aPartOfAnImageIsServed() async throws {
    let shop = try await Shop()
    let image = try StoredImage.sample(6)
    try await shop.put(image)
    let fields: KeyValuePairs = ["Range": "bytes=1-2", "If-Range": "\"\(image.digest)\""]
    let response = await shop.response(try Request(.get, image.path, fields: fields))
    guard case .bytes(let part) = response.content else {
      Issue.record("there is no content")
      return
    }
    #expect(response.status == .partialContent)
    #expect(part == [0, 6])
    let answer = try Answer(response, to: .head)
    #expect(answer.isSecured)
    #expect(answer.fields["content-range"] == "bytes 1-2/4")
    let stale = try await shop.send(
      .get, image.path, ["Range": "bytes=1-2", "If-Range": "\"older\""])
    #expect(stale.status == 200)
  }

  @Test("refusals of conditions and ranges are problems like all others")
  func refusals() async throws {
    let shop = try await Shop()
    let image = try StoredImage.sample(7)
    try await shop.put(image)
    let beyond = try await shop.send(.get, image.path, ["Range": "bytes=4-"])
    #expect(beyond.status == 416)
    #expect(beyond.code == "range_not_satisfiable")
    #expect(beyond.isSecured)
    #expect(beyond.fields["content-range"] == "bytes */4")
    #expect(beyond.fields["cache-control"] == "no-store")
    let changed = try await shop.send(.get, image.path, ["If-Match": "\"older\""])
    #expect(changed.status == 412)
    #expect(changed.code == "precondition_failed")
    #expect(changed.isSecured)
    #expect(changed.fields["etag"] == "\"\(image.digest)\"")
    let missing = "/images/\(try StoredImage.sample(9).digest)/original.jpg"
    #expect(try await shop.send(.get, missing, ["If-Match": "*"]).status == 404)
  }

  @Test func aQueryAgainstCachesIsIgnored() async throws {
    let shop = try await Shop()
    let image = try StoredImage.sample(10)
    try await shop.put(image)
    let plain = try await shop.send(.get, image.path)
    let asked = try await shop.send(.get, image.path + "?t=123&%zz")
    #expect(asked.status == 200)
    #expect(asked.fields["etag"] == plain.fields["etag"])
  }

  @Test func anythingButTheOneNameIsNotFound() async throws {
    let shop = try await Shop()
    let image = try StoredImage.sample(10)
    try await shop.put(image)
    #expect(try await shop.send(.get, image.path).status == 200)
    let hex = image.digest.hex
    for path in [
      "/images/\(hex)/original.jpg", "/images/\(hex)/thumb.jpg", "/images/\(hex)/original.PNG",
      "/images/\(hex)/large.png", "/images/\(hex)/400.png", "/images/\(hex)/cell",
      "/images/\(hex)/cell.png.png", "/images/\(hex)/.png", "/images/\(hex)/Thumb.png",
      "/images/\(hex.uppercased())/original.png", "/images/\(hex.dropLast())/original.png",
      "/images/\(try StoredImage.sample(11).digest)/original.jpg", "/images/\(hex)/", "/images/",
      "/images/\(hex)", "/images/\(hex)/original.png/x", "/images/..%2f\(hex)/original.png",
      "/images/\(hex)/..", "/images/../images/../../../etc/passwd%00.png",
    ] {
      let answer = try await shop.send(.get, path)
      #expect(answer.status == 404, "\(path)")
      #expect(answer.code == "not_found", "\(path)")
    }
  }

  /// An image with something else behind each of its sizes but one.
  private func prepared(_ number: UInt8) throws -> PreparedImage {
    let sizes = [ImagePreset.thumb, .cell].map { preset in
      PreparedRendition(
        preset: preset, mediaType: .jpeg, width: preset.side, height: preset.side,
        bytes: Array("the \(preset)".utf8))
    }
    let sample = try StoredImage.sample(number)
    let original = StoredImage(
      digest: sample.digest, mediaType: sample.mediaType, bytes: sample.bytes, width: 1_200,
      height: 800)
    return PreparedImage(original: original, color: .gray, renditions: sizes)
  }

  @Test func everySizeHasAURLAndATagOfItsOwn() async throws {
    let shop = try await Shop()
    let image = try prepared(4)
    try await shop.put(image)
    for preset in [ImagePreset.thumb, .cell] {
      let path = "/images/\(image.original.digest)/\(preset.rawValue).jpg"
      #expect(image.picture.served(as: preset).url(from: nil) == path)
      let answer = try await shop.send(.get, path)
      let name = "\(image.original.digest.hex.prefix(12))-\(preset.rawValue).jpg"
      #expect(
        answer.text == """
          HTTP/1.1 200 OK
          Content-Type: image/jpeg
          (image security)
          Cache-Control: public, max-age=31536000, immutable
          Content-Disposition: inline; filename="\(name)"
          ETag: "\(image.original.digest)-\(preset.rawValue)"
          Accept-Ranges: bytes

          the \(preset.rawValue)
          """)
      let tag = try #require(answer.fields["etag"])
      #expect(try await shop.send(.get, path, ["If-None-Match": tag]).status == 304)
      let part = try await shop.send(.get, path, ["Range": "bytes=4-", "If-Range": tag])
      #expect(part.status == 206)
      #expect(part.body == preset.rawValue)
      let head = try await shop.send(.head, path)
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(head.fields["etag"] == tag)
      #expect(try await shop.send(.get, path.dropLast(3) + "png").status == 404)
    }
  }

  @Test func anOriginalThatIsSmallIsThatSizeForEver() async throws {
    let shop = try await Shop()
    for (fill, (width, preset, isFinal)) in [
      (199, "thumb", true), (200, "thumb", true), (201, "thumb", false), (400, "cell", true),
      (401, "cell", false), (1_080, "full", true), (1_081, "full", false),
    ].enumerated() {
      for (isTall, (width, height)) in [(width, 9), (9, width)].enumerated() {
        let digest = try StoredImage.sample(UInt8(2 * fill + isTall)).digest
        try await shop.put(
          StoredImage(
            digest: digest, mediaType: .png, bytes: [1, 2], width: width, height: height))
        let answer = try await shop.send(.get, "/images/\(digest)/\(preset).png")
        let lifetime = isFinal ? "public, max-age=31536000, immutable" : "public, max-age=3600"
        #expect(answer.fields["cache-control"] == lifetime, "\(width) x \(height) \(preset)")
      }
    }
  }

  @Test func onlyAnOriginalOfThatShapeIsWideForEver() async throws {
    let shop = try await Shop()
    let sizes = [(18, 9, true), (9, 18, false), (18, 10, false), (1_202, 601, false)]
    for (fill, (width, height, isFinal)) in sizes.enumerated() {
      let digest = try StoredImage.sample(UInt8(fill)).digest
      try await shop.put(
        StoredImage(digest: digest, mediaType: .png, bytes: [1, 2], width: width, height: height))
      let answer = try await shop.send(.get, "/images/\(digest)/wide.png")
      let isImmutable = answer.fields["cache-control"]?.contains("immutable")
      #expect(isImmutable == isFinal, "\(width) x \(height)")
    }
  }

  /// A client that makes its own URLs gets a picture all the same, and no cache keeps it for ever.
  @Test func theOriginalStandsInForASizeThatWasNotMade() async throws {
    let shop = try await Shop()
    let image = try prepared(4)
    try await shop.put(image)
    #expect(image.picture.served(as: .full).url(from: nil) == image.original.path)
    let answer = try await shop.send(.get, "/images/\(image.original.digest)/full.png")
    #expect(answer.status == 200)
    #expect(answer.fields["content-type"] == "image/png")
    #expect(answer.fields["etag"] == "\"\(image.original.digest)\"")
    #expect(answer.fields["cache-control"] == "public, max-age=3600")
    #expect(answer.fields["content-disposition"]?.hasSuffix("-original.png\"") == true)
    // Its own type, and not the one that sizes are usually made in.
    let other = try await shop.send(.get, "/images/\(image.original.digest)/full.jpg")
    #expect(other.status == 404)
  }
}
