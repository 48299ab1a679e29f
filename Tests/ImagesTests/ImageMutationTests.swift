import Fakes
import Images
import Testing

/// Damaged images: whatever is in them, a walker answers and never traps.
@Suite struct ImageMutationTests {
  /// Always the same sequence, so that what is found can be found again.
  private struct Sequence: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static let originals: [[UInt8]] = [
    SampleImages.jpeg(
      SampleImages.rgbJPEG(),
      with: [SampleImages.exif(orientation: 6)]
        + SampleImages.profileSegments(SampleProfiles.displayP3, pieces: 2)),
    SampleImages.png(extra: [SampleImages.iccp(SampleProfiles.sRGB)]),
    SampleImages.png(extra: [("PLTE", [1, 2, 3]), ("tRNS", [4])]),
    SampleImages.gif(frames: 3, isTransparent: true), SampleImages.webp(),
    SampleImages.losslessWebP(hasAlpha: true), SampleImages.animatedWebP(frames: 3),
    SampleImages.heic(sizes: [(64, 64), (8, 8)]),
  ]

  /// Bytes that lengths are made of, at their ends.
  private static let edges: [UInt8] = [0, 1, 2, 7, 8, 0x7F, 0x80, 0xD9, 0xDA, 0xFE, 0xFF]

  private static func mutated(
    _ original: [UInt8], _ random: inout Sequence
  ) -> [UInt8] {
    var bytes = original
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let at = bytes.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[at] = edges.randomElement(using: &random) ?? 0
      case 2: bytes.removeSubrange(at..<min(bytes.count, at + 4))
      case 3: bytes.insert(contentsOf: [0xFF, 0xFF, 0xFF, 0xFF], at: at)
      case 4: bytes.removeLast(bytes.count - at)
      default:
        // Four bytes of length at once.
        for index in at..<min(bytes.count, at + 4) { bytes[index] = 0xFF }
      }
    }
    return bytes
  }

  @Test func tenThousandDamagedImagesAreAllAnswered() {
    var random = Sequence(state: 4)
    var outcomes: [String: Int] = [:]
    for round in 0..<10_000 {
      let bytes = Self.mutated(Self.originals[round % Self.originals.count], &random)
      do throws(ImageFault) {
        let reading = try ImageReading(of: bytes, within: ImageReadingTests.limit)
        #expect(reading.claims.size.pixels <= ImageReadingTests.limit.pixelsMax)
        outcomes["taken", default: 0] += 1
        // What is kept of a file is a file again, and nothing more can be taken from it.
        guard !reading.claims.isCut else { continue }
        let plain = reading.plain()
        let again = try? ImageReading(of: plain, within: ImageReadingTests.limit)
        #expect(again?.plain() == plain, "round \(round)")
        #expect(again?.claims.size == reading.claims.size, "round \(round)")
      } catch {
        #expect((0...max(bytes.count, 1)).contains(error.offset))
        outcomes[error.code, default: 0] += 1
      }
    }
    // All kinds of answers were reached, so that this has tried what it says.
    for code in ["taken", "truncated", "malformed_image", "unknown_format"] {
      #expect(outcomes[code, default: 0] > 50, "\(outcomes)")
    }
  }

  @Test func samplesOfADecoderThatWasTakenOverAreAllAnswered() {
    var random = Sequence(state: 5)
    let rows = [UInt8](repeating: 0, count: 8 * 25)
    let stored = [0x78, 1, 1, 200, 0, 55, 255] + rows + [0, 0, 0, 0]
    let original = SampleImages.png(data: stored)
    #expect((try? PixelSample(original))?.rgba.count == 256)
    for _ in 0..<3_000 {
      _ = try? PixelSample(Self.mutated(original, &random))
      let data = Self.mutated(stored, &random)
      if let sample = try? PixelSample(SampleImages.png(data: data)) {
        #expect(sample.rgba.count == 256)
      }
    }
  }
}
