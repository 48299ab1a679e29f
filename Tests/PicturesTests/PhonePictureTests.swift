import Domain
import Fakes
import Images
import Testing
import UseCases

@testable import Pictures

/// Photographs of today's phones, at their full size. Before, more than 16 megapixels were refused.
@Suite(.serialized) struct PhonePictureTests {
  private func take(_ bytes: [UInt8]) async throws -> PreparedImage {
    try #require(bytes.count <= ImageLimits.arrivingBytesMax)
    let image = try await Intake().take(bytes)
    #expect(image.original.bytes.count <= ImageLimits.servedBytesMax)
    let pixels = image.original.width * image.original.height
    #expect(pixels <= ImageLimits.servedPixelsMax)
    #expect(image.renditions.map(\.preset) == [.thumb, .cell, .full])
    return image
  }

  private func shape(_ image: StoredImage) -> Double {
    Double(image.width) / Double(image.height)
  }

  @Test func aJPEGOfFiftyMegapixelsIsTaken() async throws {
    let image = try await take(Photograph.large(8_160, 6_144, to: ".jpg[Q=50]"))
    #expect(abs(shape(image.original) - 8_160 / 6_144) < 0.01)
    #expect(image.original.width > 1_080)
  }

  /// Its decoder needs all of it at once, and it has to be turned besides.
  @Test func aProgressiveJPEGOfFiftyMegapixelsIsTakenAndUpright() async throws {
    let jpeg = try Photograph.large(8_160, 6_144, to: ".jpg[Q=40,interlace,strip]")
    let turned = SampleImages.jpeg(jpeg, with: [SampleImages.exif(orientation: 6)])
    let image = try await take(turned)
    #expect(abs(shape(image.original) - 6_144 / 8_160) < 0.01)
  }

  @Test func aHEICOfFiftyMegapixelsIsTaken() async throws {
    let tile = try Photograph.converted(SampleImages.soft(512, 512), to: ".heic[strip]")
    let grid = SampleImages.heicGrid(of: tile, side: 512, columns: 16, rows: 12)
    let image = try await take(grid)
    #expect(image.original.mediaType == .jpeg)
    #expect(abs(shape(image.original) - 16 / 12) < 0.01)
  }

  @Test func aWebPOfFiftyMegapixelsIsTaken() async throws {
    _ = try await take(Photograph.large(8_160, 6_144, to: ".webp[Q=30,effort=0]"))
  }

  /// The dearest PNG: sixteen bits a channel, transparent, and interlaced.
  @Test func theDearestPNGOfFiftyMegapixelsIsTaken() async throws {
    _ = try await take(
      Photograph.flat(8_192, 6_144, to: ".png[interlace,compression=1,bitdepth=16]"))
  }

  @Test func aPanoramaIsTaken() async throws {
    let image = try await take(Photograph.large(9_000, 1_800, to: ".jpg[Q=60]"))
    #expect(abs(shape(image.original) - 5) < 0.02)
  }

  @Test("pictures of one line are taken", arguments: [(5_000, 1), (1, 20_000), (1, 1)])
  func lines(_ width: Int, _ height: Int) async throws {
    let line = SampleImages.drawn(width, height) { x, y in (UInt8(x & 63), UInt8(y & 63), 9, 255) }
    let original = try await Intake().take(line).original
    #expect([original.width, original.height].max() == min(max(width, height), 8_192))
    #expect([original.width, original.height].min() == 1)
  }

  /// How long detail pictures of Korean shops are.
  @Test func aVeryTallPictureIsMadeToFit() async throws {
    let tall = try Photograph.large(860, 20_000, to: ".jpg[Q=50]")
    let original = try await Intake().take(tall).original
    #expect(original.height <= ImageLimits.servedSidePixelsMax)
    #expect(original.height > 4_000)
  }

  @Test func memoryThatRunsOutIsToldWithItsCure() async throws {
    let picture = try Photograph.flat(8_192, 6_144, to: ".png[interlace,compression=1]")
    let intake = try Intake { $0.tool?.memoryMax = 200 << 20 }
    await #expect(
      throws: IntakeError.flaw(
        ImageFlaw(
          ValidationError(
            "undecodable_image",
            "The picture of 8192 x 6144 pixels cannot be decoded, or takes more memory than it may.",
            hint: "Save it again as plain JPEG with fewer pixels.")))
    ) { try await intake.take(picture) }
  }
}
