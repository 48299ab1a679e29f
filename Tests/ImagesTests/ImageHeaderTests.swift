import Domain
import Fakes
import Testing

@Suite struct ImageHeaderTests {
  private func refusal(_ octets: [UInt8], _ type: String? = nil) -> Flaw? {
    do throws(ImageFlaw) {
      _ = try ImageHeader(of: octets, declaredType: type)
      return nil
    } catch {
      return error.flaw
    }
  }

  private func code(_ octets: [UInt8]) -> String { refusal(octets)?.code ?? "none" }

  static let samples: [(ImageFormat, @Sendable (Int, Int) -> [UInt8])] = [
    (.jpeg, { SampleImages.jpeg(width: $0, height: $1) }),
    (.png, { SampleImages.png(width: $0, height: $1) }),
    (.gif, { SampleImages.gif(width: $0, height: $1) }),
    (.webp, { SampleImages.webp(width: $0, height: $1) }),
    (.webp, { SampleImages.losslessWebP(width: $0, height: $1) }),
    (.webp, { SampleImages.animatedWebP(frames: 2, width: $0, height: $1) }),
    (.heic, { SampleImages.heic(sizes: [($0, $1)]) }),
  ]

  @Test func everyFormatIsRecognisedByItsOctets() throws {
    for (format, make) in Self.samples {
      for type in ["image/jpg", "multipart/form-data", "text/html", "", nil] {
        let header = try ImageHeader(of: make(300, 200), declaredType: type)
        #expect(header.format == format && header.width == 300 && header.height == 200)
      }
    }
    #expect(try ImageHeader(of: SampleImages.gif(frames: 256)).frames == 256)
    #expect(try ImageHeader(of: SampleImages.animatedWebP(frames: 256)).frames == 256)
  }

  @Test func sizesUpToTheLimitsAreTakenAndNoOthers() {
    for (format, make) in Self.samples {
      for (width, height) in [(8_192, 2_048), (2_048, 8_192), (4_096, 4_096)] {
        #expect(code(make(width, height)) == "none", "\(format)")
      }
      for (width, height) in [(8_193, 1), (1, 8_193), (4_097, 4_096)] {
        #expect(code(make(width, height)) == "too_many_pixels", "\(format) \(width) x \(height)")
      }
    }
    let bomb = refusal(SampleImages.png(width: 100_000, height: 100_000))
    #expect(
      bomb?.detail == "100000 x 100000 pixels are more than 8192 a side or 16777216 in all.")
    #expect(code(SampleImages.heic(sizes: [(100_000, 100_000)])) == "too_many_pixels")
    #expect(code(SampleImages.heic(sizes: [(0xFFFF_FFFF, 1)])) == "too_many_pixels")
    // A part or a preview may not be larger either.
    #expect(code(SampleImages.heic(sizes: [(8, 8), (9_000, 8)])) == "too_many_pixels")
    #expect(code(SampleImages.gif(width: 0, height: 8)) == "no_pixels")
    #expect(code(SampleImages.webp(width: 8, height: 0)) == "no_pixels")
    #expect(code(SampleImages.heic(sizes: [(0, 0)])) == "no_pixels")
  }

  @Test func animationsWithoutEndAreRefused() {
    for octets in [
      SampleImages.gif(frames: 257), SampleImages.gif(frames: 10_000),
      SampleImages.animatedWebP(frames: 257),
    ] {
      let flaw = refusal(octets)
      #expect(flaw?.code == "too_many_frames")
      #expect(flaw?.detail == "The animation has more than 256 pictures.")
    }
  }

  @Test func boxesWithinBoxesAreFollowedToALimit() {
    #expect(code(SampleImages.heic(depth: 4)) == "none")
    #expect(code(SampleImages.heic(depth: 5)) == "too_deep")
    #expect(code(SampleImages.heic(depth: 100_000)) == "too_deep")
    let many = Array(repeatElement(SampleImages.box("free", []), count: 10_001).joined())
    #expect(code(SampleImages.heic() + many) == "malformed_image")
  }

  @Test func transparencyIsFoundWhereItMayBe() throws {
    func mayBe(_ octets: [UInt8]) throws -> Bool { try ImageHeader(of: octets).mayBeTransparent }
    #expect(try !mayBe(SampleImages.jpeg()))
    #expect(try !mayBe(SampleImages.png()))
    #expect(try mayBe(SampleImages.png(extra: [("tRNS", [0, 0, 0, 0, 0, 0])])))
    #expect(try !mayBe(SampleImages.gif()))
    #expect(try mayBe(SampleImages.gif(isTransparent: true)))
    #expect(try mayBe(SampleImages.gif(frameWidth: 7)))
    #expect(try !mayBe(SampleImages.webp()))
    #expect(try mayBe(SampleImages.losslessWebP(hasAlpha: true)))
    #expect(try !mayBe(SampleImages.heic()))
  }

  @Test func coloursThatAreNotThoseOfScreensAreFound() throws {
    func areOther(_ octets: [UInt8]) throws -> Bool { try ImageHeader(of: octets).hasOtherColors }
    for (_, make) in Self.samples { #expect(try !areOther(make(8, 8))) }
    let jpeg = SampleImages.jpeg()
    let profile = SampleImages.segment(0xE2, Array("ICC_PROFILE\0".utf8))
    #expect(try areOther([0xFF, 0xD8] + profile + jpeg[2...]))
    #expect(try areOther(SampleImages.png(extra: [("iCCP", [65, 0, 0])])))
    let canvas: [UInt8] = [0x20, 0, 0, 0, 7, 0, 0, 7, 0, 0]
    let lossy = Array(SampleImages.webp()[20...])
    #expect(try areOther(SampleImages.riff([("VP8X", canvas), ("ICCP", [1]), ("VP8 ", lossy)])))
    let colr = SampleImages.box("colr", Array("prof".utf8))
    #expect(try areOther(SampleImages.heic() + SampleImages.box("ipco", colr)))
  }

  @Test func everyBeginningOfAnImageIsRefused() {
    for (format, make) in Self.samples {
      let octets = make(8, 8)
      for count in 0..<octets.count {
        let flaw = code(Array(octets[..<count]))
        // The data of a HEIC is at its end, and a walker cannot miss what it does not look for.
        if format == .heic, flaw == "none" { continue }
        #expect(flaw != "none", "\(format): \(count) of \(octets.count) octets")
      }
    }
  }

  @Test func whatFollowsTheImageIsNotLookedAt() throws {
    let page = Array("<html><script>alert(1)</script></html>".utf8)
    let originals = [
      SampleImages.jpeg(), SampleImages.png(), SampleImages.gif(), SampleImages.webp(),
    ]
    for octets in originals {
      for tail in [[0], Array("PK\u{3}\u{4}".utf8), page] {
        #expect(try ImageHeader(of: octets + tail) == ImageHeader(of: octets))
      }
    }
  }

  @Test func aLineEndBehindAHEICIsNoPartOfIt() throws {
    let heic = SampleImages.heic(sizes: [(30, 20)])
    #expect(try ImageHeader(of: heic + [0x0D, 0x0A]) == ImageHeader(of: heic))
    let tails: [[UInt8]] = [
      [0x0D], [0x0A], [0x0A, 0x0D], [0, 0], [0x0D, 0x0A, 0x0D, 0x0A], [0, 0, 0, 10],
    ]
    for tail in tails { #expect(code(heic + tail) == "truncated", "\(tail)") }
    // In a box it is as little a box as elsewhere.
    let inner = SampleImages.box("moov", [0x0D, 0x0A])
    #expect(code(heic + inner) == "truncated")
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
    for (octets, name) in cases {
      let flaw = refusal(octets, "image/jpeg")
      #expect(flaw?.code == "unknown_format")
      #expect(
        flaw?.detail == "Begins like no image that is taken (JPEG, PNG, GIF, WebP, HEIC); it looks "
          + "like \(name), and was sent as image/jpeg.")
    }
    #expect(
      refusal(Array("hello".utf8))?.detail
        == "Begins like no image that is taken (JPEG, PNG, GIF, WebP, HEIC).")
  }

  @Test func aFileUpToTenMegabytesIsLookedAt() {
    let largest = SampleImages.jpeg() + [UInt8](repeating: 0, count: ImageHeader.octetsMax)
    #expect(code(Array(largest.prefix(ImageHeader.octetsMax))) == "none")
    #expect(code(Array(largest.prefix(ImageHeader.octetsMax + 1))) == "too_large")
  }

  @Test func scansAndSegmentsWithoutEndAreRefused() {
    let start: [UInt8] = [0xFF, 0xD8]
    let frame = SampleImages.segment(0xC2, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
    let scan = SampleImages.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x11]
    func file(_ scans: Int, notes: Int = 0) -> [UInt8] {
      start + Array(repeatElement(SampleImages.segment(0xFE, [65]), count: notes).joined()) + frame
        + Array(repeatElement(scan, count: scans).joined()) + [0xFF, 0xD9]
    }
    #expect(code(file(128)) == "none" && code(file(129)) == "malformed_image")
    #expect(code(file(1, notes: 4_094)) == "none")
    #expect(code(file(1, notes: 4_095)) == "malformed_image")
    let texts = [(type: String, data: [UInt8])](repeating: ("tEXt", []), count: 4_096)
    #expect(code(SampleImages.png(extra: texts)) == "none")
    #expect(code(SampleImages.png(extra: texts + [("tEXt", [])])) == "malformed_image")
  }

  @Test func picturesOutsideTheirCanvasAreRefused() {
    #expect(code(SampleImages.gif(width: 8, height: 8, frameWidth: 9)) == "malformed_image")
    let canvas: [UInt8] = [0, 0, 0, 0, 3, 0, 0, 3, 0, 0]
    let other = SampleImages.webp()[20...]
    #expect(
      code(SampleImages.riff([("VP8X", canvas), ("VP8 ", Array(other))])) == "malformed_image")
    #expect(code(SampleImages.riff([("VP8X", canvas)])) == "malformed_image")
    #expect(code(SampleImages.riff([("ICCP", canvas)])) == "malformed_image")
    #expect(code(SampleImages.gif(frames: 0)) == "malformed_image")
  }
}
