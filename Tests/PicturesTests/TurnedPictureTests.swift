import Domain
import Fakes
import Images
import Testing

@testable import Pictures

/// A picture is turned as it wants to be shown, once, in every format.
@Suite struct TurnedPictureTests {
  private static let corners = SampleImages.corners(64, 32)

  /// The colours of the corners, from the top left along the lines.
  private func corners(_ bytes: [UInt8], _ width: Int, _ height: Int) throws -> String {
    let pixels = try Photograph.pixels(bytes)
    try #require(pixels.count == width * height * 4)
    return [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)].map { x, y in
      let at = 4 * (y * width + x)
      let (red, green, blue) = (pixels[at], pixels[at + 1], pixels[at + 2])
      return switch (red > 120, green > 120, blue > 120) {
      case (true, false, false): "R"
      case (false, true, false): "G"
      case (false, false, true): "B"
      case (true, true, true): "W"
      default: "?"
      }
    }.joined()
  }

  /// Source: Exif 2.32 §4.6.4 A.
  private static let upright = [
    1: "RGBW", 2: "GRWB", 3: "WBGR", 4: "BWRG", 5: "RBGW", 6: "BRWG", 7: "WGBR", 8: "GWRB",
  ]

  @Test("as the camera was held", arguments: 1...8)
  func orientations(_ orientation: Int) async throws {
    let isSide = orientation > 4
    let expected = Self.upright[orientation]
    let note = SampleImages.exif(orientation: UInt8(orientation))
    let tiff = Array(note.dropFirst(10))
    let jpeg = try Photograph.converted(Self.corners, to: ".jpg[Q=95,strip]")
    let webp = try Photograph.converted(Self.corners, to: ".webp[lossless,strip]")
    let pictures: [(String, [UInt8])] = [
      ("JPEG", SampleImages.jpeg(jpeg, with: [note])),
      ("PNG", SampleImages.png(Self.corners, with: [("eXIf", tiff)])),
      ("WebP", SampleImages.webp(webp, 64, 32, flags: 0x08, after: [("EXIF", tiff)])),
    ]
    for (name, picture) in pictures {
      let original = try await Intake().take(picture).original
      #expect([original.width, original.height] == (isSide ? [32, 64] : [64, 32]), "\(name)")
      let seen = try corners(original.bytes, original.width, original.height)
      #expect(seen == expected, "\(name)")
    }
  }

  /// HEIC is turned by its decoder, and the notes of the camera, which say the same, are not
  /// obeyed.
  @Test func aHEICIsTurnedOnce() async throws {
    let tile = try Photograph.converted(SampleImages.corners(64), to: ".heic[Q=95,strip]")
    func seen(_ properties: [[UInt8]]) async throws -> String {
      let grid = SampleImages.heicGrid(
        of: tile, side: 64, columns: 1, rows: 1, properties: properties)
      return try corners(try await Intake().take(grid).original.bytes, 64, 64)
    }
    #expect(try await seen([]) == "RGBW")
    for (quarters, expected) in [(1, "GWRB"), (2, "WBGR"), (3, "BRWG")] as [(UInt8, String)] {
      #expect(try await seen([SampleImages.turned(quarters)]) == expected)
    }
    // Which axis is which has changed between the editions of the standard.
    let mirrored = [
      try await seen([SampleImages.mirrored(0)]), try await seen([SampleImages.mirrored(1)]),
    ]
    #expect(mirrored.sorted() == ["BWRG", "GRWB"])
  }
}
