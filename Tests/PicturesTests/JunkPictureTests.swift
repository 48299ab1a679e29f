import Domain
import Fakes
import Images
import Testing

@testable import Pictures

/// What decoders pass over is taken, and looks as it would without it.
@Suite struct JunkPictureTests {
  private static let picture = SampleImages.soft(160, 120)
  private static let trailer = Array("SEFH".utf8) + Array(0..<64) + Array("SEFT".utf8)

  private func original(_ bytes: [UInt8]) async throws -> [UInt8] {
    try await Intake().take(bytes).original.bytes
  }

  private static func jpeg(_ options: String = "Q=90") throws -> [UInt8] {
    try Photograph.converted(picture, to: ".jpg[\(options),strip]")
  }

  @Test(
    "a JPEG may have junk between its segments",
    arguments: [
      [0], [0xFF, 0xFF, 0xFF], [0xFF, 0x01], [1, 2, 3, 0xFF, 0],
      SampleImages.segment(0xE2, [1, 2]),
    ] as [[UInt8]])
  func between(_ junk: [UInt8]) async throws {
    let jpeg = try Self.jpeg()
    let expected = try await original(jpeg)
    // After the beginning, and after the first table.
    let table = 4 + Int(jpeg[4]) << 8 + Int(jpeg[5])
    for place in [2, table] {
      #expect(try await original(jpeg[..<place] + junk + jpeg[place...]) == expected, "\(place)")
    }
  }

  @Test("a JPEG may lack its end mark", arguments: ["Q=90", "Q=90,interlace"])
  func endless(_ options: String) async throws {
    let jpeg = try Self.jpeg(options)
    let expected = try await original(jpeg)
    for tail in [[], Self.trailer, try Self.jpeg("Q=40")] {
      #expect(try await original(jpeg.dropLast(2) + tail) == expected, "\(tail.count) bytes")
    }
  }

  @Test("a JPEG that is cut in its middle is refused", arguments: ["Q=90", "Q=90,interlace"])
  func cut(_ options: String) async throws {
    let jpeg = try Self.jpeg(options)
    for share in [30, 50, 80, 97] {
      let code = try await Intake().refusal(of: Array(jpeg.prefix(jpeg.count * share / 100)))
      #expect(code == "truncated", "\(share) hundredths")
    }
  }

  private static let trailers = [
    trailer, SampleImages.box("ftyp", Array("mp42".utf8)) + [UInt8](repeating: 7, count: 5_000),
    Array("<script>alert(1)</script>".utf8),
  ]

  private static let suffixes = [".jpg", ".png", ".webp", ".gif", ".heic"]

  @Test("what phones append is left out", arguments: suffixes)
  func trailers(_ suffix: String) async throws {
    try await expectLeftOut([Self.trailer], suffix)
  }

  @Test("whatever is appended is left out", arguments: suffixes)
  func allTrailers(_ suffix: String) async throws {
    try await expectLeftOut(Self.trailers, suffix)
  }

  private func expectLeftOut(_ tails: [[UInt8]], _ suffix: String) async throws {
    let picture = try Photograph.converted(Self.picture, to: suffix)
    let expected = try await original(picture)
    for tail in tails {
      #expect(try await original(picture + tail) == expected, "\(tail.count) bytes")
    }
  }

  @Test func aPNGMayBeBrokenInItsNotesAndAtItsEnd() async throws {
    let png = try Photograph.converted(Self.picture, to: ".png[strip]")
    let expected = try await original(png)
    var text = SampleImages.chunk("tEXt", [65, 0, 66])
    text[text.count - 1] ^= 1
    let broken: [[UInt8]] = [
      png[..<33] + text + png[33...], Array(png.dropLast(12)), png.dropLast(12) + [1, 2, 3],
    ]
    for bytes in broken { #expect(try await original(bytes) == expected) }
  }

  @Test func aPNGThatIsCutInItsMiddleIsRefused() async throws {
    let png = try Photograph.converted(Self.picture, to: ".png")
    for share in [4, 9] {
      let code = try await Intake().refusal(of: Array(png.prefix(png.count * share / 10)))
      #expect(code == "truncated", "\(share) tenths")
    }
  }

  @Test func anInterlacedPNGIsTaken() async throws {
    let plain = try Photograph.converted(Self.picture, to: ".png")
    let interlaced = try Photograph.converted(Self.picture, to: ".png[interlace]")
    #expect(try await original(interlaced) == original(plain))
  }

  @Test func anAnimationOfManyPicturesIsTaken() async throws {
    let gif = try Photograph.converted(Self.picture, to: ".gif")
    let frames = Array(
      repeatElement(SampleImages.gif(frames: 1)[19...].dropLast(), count: 400).joined())
    let animated = gif.dropLast() + frames + [0x3B]
    #expect(try await original(animated) == original(gif))
    #expect(try await original(Array(animated.dropLast(5))) == original(gif))
    #expect(try await original(Array(gif.dropLast())) == original(gif))
  }

  /// Some cameras keep a preview in the middle of their notes, and notes of megabytes.
  @Test func longNotesAndPreviewsDoNotMatter() async throws {
    let jpeg = try Self.jpeg()
    let preview = SampleImages.segment(
      0xE1, Array("Exif\0\0".utf8) + (try Self.jpeg("Q=10")).prefix(60_000))
    let long = SampleImages.segment(
      0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + [UInt8](repeating: 0x20, count: 65_000))
    let notes = [preview] + [[UInt8]](repeating: long, count: 30)
    #expect(try await original(SampleImages.jpeg(jpeg, with: notes)) == original(jpeg))
  }
}
