import Domain
import Fakes
import Foundation
import Images
import Testing

@testable import Pictures

/// Texts on banners stay sharp: event categories are made of such pictures.
@Suite struct DrawnPictureTests {
  /// Letters of red on blue, more or less: strokes of one and two pixels.
  private static func isStroke(_ x: Int, _ y: Int) -> Bool {
    let (column, line) = (x % 12, y % 14)
    guard column < 8, line < 10 else { return false }
    let isB = (x / 12 + y / 14) % 2 == 0
    return column < 2 || line < 1 || (line == 5 && column < 6) || (column == 7 && isB)
  }

  private static func letters(_ width: Int, _ height: Int) -> [UInt8] {
    SampleImages.drawn(width, height) { x, y in
      isStroke(x, y) ? (255, 10, 10, 255) : (20, 40, 200, 255)
    }
  }

  /// The same, as few bits a pixel as it needs.
  private static func palette(_ width: Int, _ height: Int, isClear: Bool = false) -> [UInt8] {
    let rows = SampleImages.rows(height) { y in
      (0..<(width / 8)).map { byte in
        (0..<8).reduce(UInt8(0)) { $0 << 1 | (isStroke(8 * byte + $1, y) ? 1 : 0) }
      }
    }
    return SampleImages.png(
      width, height, depth: 1, kind: 3,
      extra: [("PLTE", [20, 40, 200, 255, 10, 10])] + (isClear ? [("tRNS", [0])] : []), rows: rows)
  }

  /// As a program that cares for bytes writes it.
  private func packed(_ png: [UInt8], _ options: String = "compression=9,strip") throws -> [UInt8] {
    try Photograph.converted(png, to: ".png[\(options)]")
  }

  @Test func lettersStayPNGAndNoLargerThanTheyCame() async throws {
    let png = try packed(Self.letters(240, 120))
    let image = try await Intake().take(png)
    #expect(image.original.mediaType == .png)
    #expect(image.original.bytes.count <= png.count)
    #expect(try Photograph.distance(image.original.bytes, png) == 0)
  }

  @Test func aPaletteStaysAPalette() async throws {
    let options = "compression=9,strip,palette,bitdepth=1,Q=100,dither=0"
    let png = try packed(Self.palette(240, 120), options)
    let original = try await Intake().take(png).original
    #expect(original.mediaType == .png)
    #expect(original.bytes.count <= png.count)
    #expect(try Photograph.distance(original.bytes, png) == 0)
    let claims = try ImageReading(of: original.bytes, within: .served).claims
    #expect(claims.sampling == .palette(bits: 1))
  }

  @Test func aPaletteWithTransparencyStaysExact() async throws {
    let png = Self.palette(240, 120, isClear: true)
    let original = try await Intake().take(png).original
    #expect(try Photograph.distance(original.bytes, png) == 0)
  }

  @Test func lettersOfGIFAndWebPStayExact() async throws {
    let png = Self.letters(240, 120)
    for suffix in [".gif[dither=0]", ".webp[lossless]"] {
      let original = try await Intake().take(Photograph.converted(png, to: suffix)).original
      #expect(original.mediaType == .png, "\(suffix)")
      #expect(try Photograph.distance(original.bytes, png) == 0, "\(suffix)")
    }
  }

  @Test("scans of two, four and sixteen shades stay exact", arguments: [1, 2, 4] as [UInt8])
  func shades(_ bits: UInt8) async throws {
    let samples = 8 / Int(bits)
    let rows = SampleImages.rows(40) { y in
      (0..<(160 / samples)).map { UInt8(truncatingIfNeeded: ($0 / 3 + y / 5) &* 0x5B) }
    }
    let png = SampleImages.png(160, 40, depth: bits, kind: 0, rows: rows)
    let original = try await Intake().take(png).original
    #expect(original.mediaType == .png)
    #expect(try Photograph.distance(original.bytes, png) == 0)
  }

  /// Halved colours would take a third of their red from thin strokes.
  @Test func aJPEGOfLettersKeepsItsColours() async throws {
    let png = Self.letters(240, 120)
    let jpeg = try Photograph.converted(png, to: ".jpg[Q=92,subsample_mode=off,strip]")
    let original = try await Intake().take(jpeg).original
    #expect(original.bytes.count <= jpeg.count)
    let claims = try ImageReading(of: original.bytes, within: .served).claims
    #expect(claims.sampling == .fullChroma)
  }

  @Test("a JPEG is no larger than it came", arguments: [30, 60, 75, 85, 92])
  func quality(_ quality: Int) async throws {
    let picture = SampleImages.soft(240, 180)
    for mode in ["on", "off"] {
      let jpeg = try Photograph.converted(
        picture, to: ".jpg[Q=\(quality),subsample_mode=\(mode),optimize_coding,strip]")
      let original = try await Intake().take(jpeg).original
      #expect(original.bytes.count <= jpeg.count, "\(mode)")
    }
  }

  @Test func aPosterThatDoesNotFitKeepsItsColours() async throws {
    // Noise in the background makes it too large for a PNG, not for being a drawing.
    let noise = SampleImages.noise(1, 997)
    let poster = SampleImages.drawn(2_400, 1_600) { x, y in
      let grain = noise[60 + (x * 31 + y * 17) % 2_900] & 1
      return Self.isStroke(x / 2, y / 2) ? (255, 10, 10 + grain, 255) : (20, 40, 200 - grain, 255)
    }
    let png = try packed(poster, "compression=9,strip,palette,Q=100,dither=0,bitdepth=2")
    try #require(png.count > ImageLimits.servedBytesMax)
    let original = try await Intake().take(png).original
    #expect(original.mediaType == .jpeg)
    let claims = try ImageReading(of: original.bytes, within: .served).claims
    #expect(claims.sampling == .fullChroma)
  }

  @Test func aPhotographInAPNGBecomesAJPEG() async throws {
    let photograph = try Photograph.large(1_200, 900, to: ".png[compression=1]")
    let image = try await Intake().take(photograph)
    #expect(image.original.mediaType == .jpeg)
    #expect(image.original.width == 1_200)
  }

  @Test("a drawing of few colours has all its sizes, as PNG, each with fewer bytes")
  func sizesOfADrawing() async throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../db/demo/images/product-mug-1.png").standardizedFileURL
    let image = try await Intake().take([UInt8](Data(contentsOf: file)))
    let sizes = image.renditions.filter { $0.preset != .wide }
    #expect(sizes.map(\.preset) == [.thumb, .cell])
    #expect(sizes.map(\.width) == [200, 400])
    #expect(sizes.allSatisfy { $0.mediaType == .png })
    #expect(sizes.allSatisfy { $0.bytes.count < image.original.bytes.count })
  }

  @Test func sizesOfLettersArePNGOrNotMade() async throws {
    let png = try packed(Self.letters(1_300, 700))
    let image = try await Intake().take(png)
    #expect(image.original.mediaType == .png)
    for rendition in image.renditions {
      #expect(rendition.mediaType == .png, "\(rendition.preset)")
      #expect(rendition.bytes.count < image.original.bytes.count)
    }
  }
}
