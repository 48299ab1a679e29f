import Domain
import Fakes
import Images
import Testing

@testable import Pictures

/// A cover for previews of links is 2:1: the whole picture on a ground of its colour.
@Suite struct WidePictureTests {
  private static let red: (UInt8, UInt8, UInt8, UInt8) = (200, 40, 40, 255)
  private static let blue: (UInt8, UInt8, UInt8, UInt8) = (24, 56, 200, 255)

  /// Red, with a blue edge that a cut would lose.
  private static func edged(_ width: Int, _ height: Int) -> [UInt8] {
    let edge = min(width, height) / 8
    return SampleImages.drawn(width, height) { x, y in
      let isInside =
        (edge..<(width - edge)).contains(x) && (edge..<(height - edge)).contains(y)
      return isInside ? red : blue
    }
  }

  private func wide(_ bytes: [UInt8], isCover: Bool = true) async throws -> PreparedRendition? {
    let intake = try Intake()
    let image = try await intake.take(bytes, isCover: isCover)
    #expect(intake.told.all == [])
    return image.renditions.first { $0.preset == .wide }
  }

  /// The colour at a place, each of 0 to 1; JPEG is not exact.
  private static func color(
    of rendition: PreparedRendition, _ across: Double, _ down: Double
  ) throws -> [Int] {
    let pixels = try Photograph.pixels(rendition.bytes)
    let (width, height) = (256, 128)
    try #require(pixels.count == 4 * width * height)
    let (x, y) = (Int(across * Double(width - 1)), Int(down * Double(height - 1)))
    return pixels[(4 * (y * width + x))...].prefix(3).map { Int($0) / 16 }
  }

  private static func step(_ color: (UInt8, UInt8, UInt8, UInt8)) -> [Int] {
    [color.0, color.1, color.2].map { Int($0) / 16 }
  }

  @Test("a tall picture is made smaller, keeps its edges, and has a ground of its colour")
  func tall() async throws {
    let made = try #require(try await wide(Self.edged(500, 1_000)))
    #expect(made.mediaType == .jpeg)
    #expect(made.width == 1_200)
    #expect(made.height == 600)
    let size = try ImageFile(made.bytes, within: .served).size
    #expect(size.width == 1_200)
    #expect(size.height == 600)
    #expect(try Self.color(of: made, 0.02, 0.02) == Self.step(Self.red))
    #expect(try Self.color(of: made, 0.98, 0.98) == Self.step(Self.red))
    #expect(try Self.color(of: made, 0.5, 0.5) == Self.step(Self.red))
    for (across, down) in [(0.5, 0.02), (0.5, 0.98), (0.39, 0.5), (0.61, 0.5)] {
      #expect(try Self.color(of: made, across, down) == Self.step(Self.blue))
    }
  }

  @Test("a small and wider picture is not enlarged: it gets a ground above and below")
  func wider() async throws {
    let made = try #require(try await wide(Self.edged(640, 160)))
    #expect(made.width == 640)
    #expect(made.height == 320)
    #expect(try Self.color(of: made, 0.5, 0.05) == Self.step(Self.red))
    #expect(try Self.color(of: made, 0.5, 0.95) == Self.step(Self.red))
    #expect(try Self.color(of: made, 0.02, 0.5) == Self.step(Self.blue))
    #expect(try Self.color(of: made, 0.5, 0.28) == Self.step(Self.blue))
  }

  @Test func aGrayPictureHasAGrayGround() async throws {
    let rows = SampleImages.rows(300) { _ in [UInt8](repeating: 90, count: 300) }
    let made = try #require(try await wide(SampleImages.png(300, 300, kind: 0, rows: rows)))
    #expect(made.width == 600)
    #expect(try Self.color(of: made, 0.02, 0.5) == [5, 5, 5])
  }

  @Test func aTransparentPictureIsOnWhite() async throws {
    let clear = SampleImages.drawn(300, 300, hasAlpha: true) { x, _ in
      x < 150 ? (0, 0, 0, 0) : Self.red
    }
    let made = try #require(try await wide(clear))
    #expect(made.mediaType == .jpeg)
    #expect(try Self.color(of: made, 0.02, 0.5) == [15, 15, 15])
    #expect(try Self.color(of: made, 0.4, 0.5) == [15, 15, 15])
    #expect(try Self.color(of: made, 0.6, 0.5) == Self.step(Self.red))
  }

  @Test func onlyCoversThatHaveAnotherShapeAreMadeWide() async throws {
    #expect(try await wide(Self.edged(300, 300), isCover: false) == nil)
    #expect(try await wide(Self.edged(600, 300)) == nil)
  }
}
