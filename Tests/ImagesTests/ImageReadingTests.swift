import Fakes
import Images
import Testing

/// What pictures claim, and which of them are too dangerous to be decoded.
@Suite struct ImageReadingTests {
  static let limit = PixelLimit(sideMax: 65_500, pixelsMax: 52_428_800)

  static let samples: [(ImageFormat, @Sendable (Int, Int) -> [UInt8])] = [
    (.jpeg, { SampleImages.jpeg(width: $0, height: $1) }),
    (.png, { SampleImages.png(width: $0, height: $1) }),
    (.gif, { SampleImages.gif(width: $0, height: $1) }),
    (.webp, { SampleImages.webp(width: $0, height: $1) }),
    (.webp, { SampleImages.losslessWebP(width: $0, height: $1) }),
    (.webp, { SampleImages.animatedWebP(frames: 2, width: $0, height: $1) }),
    (.heic, { SampleImages.heic(sizes: [($0, $1)]) }),
  ]

  private func fault(_ bytes: [UInt8], _ type: String? = nil) -> ImageFault? {
    do throws(ImageFault) {
      _ = try ImageReading(of: bytes, within: Self.limit, declaredType: type)
      return nil
    } catch {
      return error
    }
  }

  private func code(_ bytes: [UInt8]) -> String { fault(bytes)?.code ?? "none" }

  private func claims(_ bytes: [UInt8]) throws -> ImageClaims {
    try ImageReading(of: bytes, within: Self.limit).claims
  }

  @Test func everyFormatIsRecognisedByItsBytes() throws {
    for (format, make) in Self.samples {
      for type in ["image/jpg", "multipart/form-data", "text/html", "", nil] {
        let claims = try ImageReading(
          of: make(300, 200), within: Self.limit, declaredType: type
        ).claims
        #expect(claims.format == format)
        #expect([claims.size.width, claims.size.height] == [300, 200], "\(format)")
      }
    }
  }

  /// 48 and 50 megapixels are what phones call so.
  @Test(
    "photographs of today's phones are taken in every format that can hold them",
    arguments: [(8_064, 6_048), (8_160, 6_144), (8_192, 6_144), (6_144, 8_192)])
  func photographs(_ width: Int, _ height: Int) {
    for (format, make) in Self.samples {
      #expect(code(make(width, height)) == "none", "\(format)")
    }
  }

  @Test func moreThanFiftyMegapixelsAreRefused() {
    for (format, make) in Self.samples {
      #expect(code(make(8_193, 6_400)) == "too_many_pixels", "\(format)")
    }
    for (width, height) in [(65_501, 1), (1, 65_501)] {
      #expect(code(SampleImages.jpeg(width: width, height: height)) == "too_many_pixels")
      #expect(code(SampleImages.png(width: width, height: height)) == "too_many_pixels")
    }
    #expect(code(SampleImages.jpeg(width: 65_500, height: 800)) == "none")
  }

  @Test func aBombIsToldWhatItIs() {
    let bomb = fault(SampleImages.png(width: 100_000, height: 100_000))
    #expect(
      bomb?.detail == "The picture is 100000 x 100000 pixels; at most 50 megapixels are taken, and"
        + " 65500 pixels a side.")
    #expect(bomb?.hint == "Make it smaller: apps show at most 1080 pixels a side.")
  }

  @Test func sizesThatOverflowAreRefused() {
    let numbers = [0x7FFF_FFFF, 0xFFFF_FFFF]
    for number in numbers {
      #expect(code(SampleImages.png(width: number, height: number)) == "too_many_pixels")
      #expect(code(SampleImages.heic(sizes: [(number, number)])) == "too_many_pixels")
      #expect(code(SampleImages.heic(sizes: [(number, 1)])) == "too_many_pixels")
    }
    // A part or a preview may not be larger either.
    #expect(code(SampleImages.heic(sizes: [(8, 8), (90_000, 8)])) == "too_many_pixels")
  }

  @Test func picturesOfNoPixelsAreRefused() {
    #expect(code(SampleImages.gif(width: 8, height: 0)) == "no_pixels")
    #expect(code(SampleImages.webp(width: 8, height: 0)) == "no_pixels")
    #expect(code(SampleImages.heic(sizes: [(0, 0)])) == "no_pixels")
  }

  /// Only the first one is ever shown.
  @Test func picturesThatAreNeverShownAreNotCounted() throws {
    #expect(code(SampleImages.gif(frames: 10_000)) == "none")
    #expect(code(SampleImages.animatedWebP(frames: 998)) == "none")
  }

  @Test func whatADecoderWouldReadForSecondsIsRefused() throws {
    #expect(code(SampleImages.animatedWebP(frames: 999)) == "malformed_image")
    let boxes = Array(repeatElement(SampleImages.box("free", []), count: 10_000).joined())
    #expect(code(SampleImages.heic() + boxes) == "malformed_image")
    #expect(code(SampleImages.heic() + boxes.dropLast(80)) == "none")
  }

  @Test func theLargestCanvasOfAWebPCounts() {
    let side = SampleImages.littleEndian(15_999, 3)
    let large = SampleImages.chunk("VP8X", littleEndian: [0x02, 0, 0, 0] + side + side)
    let small = SampleImages.animatedWebP(frames: 1)
    let length = SampleImages.littleEndian(small.count + large.count - 8, 4)
    #expect(code(small[..<4] + length + small[8..<12] + large + small[12...]) == "too_many_pixels")
  }

  @Test func aHEICTellsItsSizesAtOnePlaceOnly() {
    #expect(code(SampleImages.heic(depth: 1)) == "malformed_image")
    #expect(code(SampleImages.heic(depth: 100_000)) == "malformed_image")
  }

  @Test func scansAndSegmentsWithoutEndAreRefused() {
    let start: [UInt8] = [0xFF, 0xD8]
    let frame = SampleImages.segment(0xC2, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
    let scan = SampleImages.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x11]
    func file(_ scans: Int, notes: Int = 0) -> [UInt8] {
      start + Array(repeatElement(SampleImages.segment(0xFE, [65]), count: notes).joined()) + frame
        + Array(repeatElement(scan, count: scans).joined()) + [0xFF, 0xD9]
    }
    #expect(code(file(128)) == "none")
    #expect(code(file(129)) == "too_many_scans")
    #expect(code(file(1, notes: 4_094)) == "none")
    #expect(code(file(1, notes: 4_095)) == "malformed_image")
  }

  @Test func transparencyIsFoundWhereItMayBe() throws {
    func mayBe(_ bytes: [UInt8]) throws -> Bool { try claims(bytes).mayBeTransparent }
    #expect(try !mayBe(SampleImages.jpeg()))
    #expect(try !mayBe(SampleImages.png()))
    #expect(try mayBe(SampleImages.png(extra: [("tRNS", [0, 0, 0, 0, 0, 0])])))
    #expect(try mayBe(SampleImages.png(8, 8, kind: 4, rows: [])))
    #expect(try mayBe(SampleImages.png(8, 8, kind: 6, rows: [])))
    // Only the decoder knows.
    for bytes in [SampleImages.gif(), SampleImages.webp(), SampleImages.heic()] {
      #expect(try mayBe(bytes))
    }
  }

  @Test func howExactlyPixelsWereKeptIsFound() throws {
    func sampling(_ bytes: [UInt8]) throws -> ImageClaims.Sampling { try claims(bytes).sampling }
    #expect(try sampling(SampleImages.png(8, 8, depth: 4, kind: 3, rows: [])) == .palette(bits: 4))
    #expect(try sampling(SampleImages.png(8, 8, depth: 1, kind: 0, rows: [])) == .gray(bits: 1))
    #expect(try sampling(SampleImages.png(8, 8, depth: 16, kind: 0, rows: [])) == .exact)
    #expect(try sampling(SampleImages.png()) == .exact)
    #expect(try sampling(SampleImages.gif()) == .palette(bits: 8))
    #expect(try sampling(SampleImages.losslessWebP()) == .exact)
    #expect(try sampling(SampleImages.webp()) == .coarse)
    #expect(try sampling(SampleImages.heic()) == .coarse)
    #expect(try sampling(SampleImages.jpeg()) == .fullChroma)
    let halved = SampleImages.segment(
      0xC0, [8, 0, 8, 0, 8, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
    let scan = SampleImages.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x11, 0xFF, 0xD9]
    #expect(try sampling([0xFF, 0xD8] + halved + scan) == .coarse)
  }

  @Test func theWordsSayWhatItLooksLike() {
    let svg = "<?xml version=\"1.0\"?>\n<!-- --><SVG onload=\"alert(1)\">"
    let cases: [([UInt8], String)] = [
      (Array(svg.utf8), "SVG"), (Array("\u{FEFF} <!DOCTYPE html><p>".utf8), "HTML"),
      (Array("<script>".utf8), "HTML"), (Array("<note/>".utf8), "XML"), ([], "an empty file"),
      (Array("{\"a\":1}".utf8), "JSON"), (Array("%PDF-1.7".utf8), "PDF"),
      (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"), (Array("BM123".utf8), "BMP"),
      (SampleImages.heic(brand: "avif"), "AVIF"),
      (SampleImages.box("ftyp", Array("qt  ".utf8)), "a film (MP4 or QuickTime)"),
    ]
    for (bytes, name) in cases {
      let fault = fault(bytes, "image/jpeg")
      #expect(fault?.code == "unknown_format")
      #expect(
        fault?.detail == "The file is none of the formats that are taken (JPEG, PNG, GIF, WebP,"
          + " HEIC); it looks like \(name), and was sent as image/jpeg.")
    }
    #expect(
      fault(Array("hello".utf8))?.detail
        == "The file is none of the formats that are taken (JPEG, PNG, GIF, WebP, HEIC).")
  }
}
