import Fakes
import Images
import Testing

/// What decoders pass over is no reason to refuse a picture; and what is left for the decoder is
/// the picture alone.
@Suite struct JunkTests {
  private func reading(_ bytes: [UInt8]) throws -> ImageReading {
    try ImageReading(of: bytes, within: ImageReadingTests.limit)
  }

  private func code(_ bytes: [UInt8]) -> String {
    do throws(ImageFault) {
      _ = try ImageReading(of: bytes, within: ImageReadingTests.limit)
      return "none"
    } catch {
      return error.code
    }
  }

  private static let tails: [[UInt8]] = [
    [0], [0x0D, 0x0A], Array("PK\u{3}\u{4}".utf8), Array("<script>alert(1)</script>".utf8),
    Array("SEFH".utf8) + Array(0..<64) + Array("SEFT".utf8),
    SampleImages.box("ftyp", Array("mp42".utf8)) + [UInt8](repeating: 7, count: 500),
    SampleImages.jpeg(width: 20, height: 10),
  ]

  @Test("what follows a JPEG or PNG does not reach the decoder", arguments: tails)
  func trailers(_ tail: [UInt8]) throws {
    for (format, make) in ImageReadingTests.samples {
      let bytes = make(30, 20)
      let (alone, followed) = (try reading(bytes), try reading(bytes + tail))
      #expect(followed.claims == alone.claims, "\(format)")
      guard [.jpeg, .png].contains(format) else { continue }
      #expect(followed.plain() == alone.plain(), "\(format)")
    }
  }

  @Test func betweenTheSegmentsOfAJPEGMayBeAnything() throws {
    let jpeg = SampleImages.jpeg(width: 30, height: 20)
    let plain = try reading(jpeg).plain()
    let junk: [[UInt8]] = [
      [0], [0xFF, 0xFF, 0xFF], [0xFF, 0], [1, 2, 3, 0xFF, 0, 4], [0xFF, 0x01], [0xFF, 0xD3],
      [0xFF, 0xD8], SampleImages.segment(0xF3, [1, 2]), SampleImages.segment(0xFE, [0xFF, 0xD9]),
    ]
    for bytes in junk {
      // After the beginning, after JFIF, and before the scan.
      for place in [2, 20, 20 + 13] {
        let between = jpeg[..<place] + bytes + jpeg[place...]
        #expect(try reading(Array(between)).plain() == plain, "\(bytes) at \(place)")
      }
    }
  }

  @Test func aJPEGMayLackItsEnd() throws {
    let jpeg = SampleImages.jpeg(width: 30, height: 20)
    let plain = try reading(jpeg).plain()
    // Whether more is missing the decoder finds out, which reads some bytes ahead.
    let open: [UInt8] = plain.dropLast(2) + [UInt8](repeating: 0, count: 16)
    let cut = try reading(Array(jpeg.dropLast(2)))
    #expect(cut.plain() == open)
    #expect(cut.claims.isCut)
    #expect(try !reading(jpeg).claims.isCut)
    let followed = try reading(jpeg.dropLast(2) + SampleImages.jpeg(width: 8, height: 8))
    #expect(followed.plain() == open)
    for broken: [UInt8] in [
      [0xFF, 0xE1], [0xFF, 0xE1, 0], [0xFF, 0xE1, 9, 9, 1], [0xFF, 0xDB, 0, 1],
    ] {
      #expect(try reading(jpeg.dropLast(2) + broken).plain() == open, "\(broken)")
    }
  }

  @Test func aJPEGOfSeveralScansThatLacksItsEndIsReadStrictly() throws {
    let frame = SampleImages.segment(0xC2, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
    let scan = SampleImages.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x11]
    let cut = try reading([0xFF, 0xD8] + frame + scan + scan)
    #expect(cut.claims.needsStrictDecoder)
    #expect(cut.plain().suffix(2) == [0xFF, 0xD9])
    #expect(try !reading([0xFF, 0xD8] + frame + scan).claims.needsStrictDecoder)
    #expect(
      try !reading([0xFF, 0xD8] + frame + scan + scan + [0xFF, 0xD9]).claims.needsStrictDecoder)
  }

  @Test func aJPEGThatEndsBeforeItsPictureIsRefused() {
    let jpeg = SampleImages.jpeg()
    let scan = jpeg.count - 2 - 7
    for count in 3..<(scan - 8) {
      let code = code(Array(jpeg[..<count]))
      #expect(code == "truncated", "\(count) bytes")
    }
  }

  /// Arithmetic coding, no losses, twelve bits: which ones can be decoded is for the decoder to
  /// say.
  @Test(
    "frames of every kind are left to the decoder",
    arguments: [
      0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF,
    ] as [UInt8])
  func frames(_ marker: UInt8) throws {
    #expect(code(SampleImages.jpeg(frame: marker)) == "none")
    let conditions = SampleImages.segment(0xCC, [0, 0x10])
    let jpeg = SampleImages.jpeg(SampleImages.jpeg(frame: marker), with: [conditions])
    #expect(try reading(jpeg).plain().contains(conditions))
  }

  @Test func aPNGMayLackItsEndOrHaveJunkInsteadOfIt() throws {
    let png = SampleImages.png()
    let plain = try reading(png).plain()
    for tail: [UInt8] in [
      [], [0, 0, 0, 0], [0, 0, 0, 9, 0x49, 0x45, 0x4E, 0x44], [1, 2, 3, 4, 5, 6, 7, 8, 9],
    ] {
      #expect(try reading(png.dropLast(12) + tail).plain() == plain, "\(tail)")
    }
    // The file ends in the checksum of its data.
    for count in 1...4 {
      let cut = try reading(Array(png.dropLast(12 + count)))
      #expect(cut.plain() == plain, "\(count)")
      #expect(cut.claims.isCut)
    }
  }

  @Test func notesOfAPNGMayBeBroken() throws {
    let plain = try reading(SampleImages.png()).plain()
    for type in ["tEXt", "gAMA", "eXIf", "iCCP", "sRGB", "tIME"] {
      var broken = SampleImages.chunk(type, [1, 2, 3])
      broken[broken.count - 1] ^= 1
      let png = SampleImages.png()
      #expect(try reading(png[..<33] + broken + png[33...]).plain() == plain, "\(type)")
    }
    // A text may even lie between the data.
    let data: [UInt8] = [0x78, 0x9C, 0x03, 0x00]
    let split = SampleImages.png(extra: [("IDAT", data), ("tEXt", [1])])
    #expect(code(split) == "none")
  }

  @Test func thePicturesOfAnAnimatedPNGThatAreNeverShownAreLeftOut() throws {
    let frames = [(type: String, data: [UInt8])](repeating: ("fdAT", [1, 2, 3]), count: 10_000)
    let png = SampleImages.png()
    let animated = png.dropLast(12) + frames.flatMap { SampleImages.chunk($0.type, $0.data) }
    #expect(try reading(animated + png.suffix(12)).plain() == reading(png).plain())
  }

  /// Some decoders make the whole as large as its picture then.
  @Test func aPictureBeyondItsCanvasIsJudgedByBoth() throws {
    let size = try reading(SampleImages.gif(width: 8, height: 8, frameWidth: 9)).claims.size
    #expect([size.width, size.height] == [9, 8])
    #expect(
      code(SampleImages.gif(width: 8, height: 2_000, frameWidth: 60_000)) == "too_many_pixels")
    let canvas: [UInt8] = [0, 0, 0, 0, 3, 0, 0, 3, 0, 0]
    let other = Array(SampleImages.webp()[20...])
    let webp = try reading(SampleImages.riff([("VP8X", canvas), ("VP8 ", other)])).claims.size
    #expect([webp.width, webp.height] == [8, 8])
  }

  @Test func aWebPThatEndsInItsPictureIsRefused() {
    let webp = SampleImages.webp()
    for count in 12..<(webp.count - 1) {
      #expect(code(Array(webp[..<count])) != "none", "\(count) bytes")
    }
    let hollow: [[(String, [UInt8])]] = [
      [("VP8X", [0, 0, 0, 0, 3, 0, 0, 3, 0, 0])], [("ICCP", [1, 2])],
    ]
    for chunks in hollow { #expect(code(SampleImages.riff(chunks)) == "malformed_image") }
  }

  @Test func aHEICThatEndsBeforeItsSizesIsRefused() {
    let heic = SampleImages.heic(sizes: [(30, 20)])
    // The last box has the data, which only the decoder reads.
    for count in 0..<(heic.count - 12) {
      #expect(code(Array(heic[..<count])) != "none", "\(count) of \(heic.count) bytes")
    }
  }
}
