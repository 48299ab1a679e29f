import Domain
import Fakes
import Testing

@Suite struct ImageFileTests {
  /// 33 octets of signature and IHDR.
  private static let headerEnd = 33

  private func flaw(_ octets: [UInt8]) -> String {
    do throws(ImageFlaw) {
      _ = try ImageFile(octets)
      return "none"
    } catch {
      return "\(error.flaw.code) at \(error.offset)"
    }
  }

  @Test func imagesAreLookedThrough() throws {
    let png = try ImageFile(SampleImages.png(width: 120, height: 80))
    #expect(png.mediaType == .png && png.width == 120 && png.height == 80)
    let octets = SampleImages.jpeg(width: 300, height: 200)
    let jpeg = try ImageFile(octets)
    #expect(jpeg.mediaType == .jpeg && jpeg.width == 300 && jpeg.height == 200)
    #expect(jpeg.octets == octets)
  }

  /// Made by another program (zlib's checksum, real pixels): 8 x 8 and all of one colour.
  @Test func aRealFileIsAccepted() throws {
    let octets: [UInt8] = [
      137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6,
      0, 0, 0, 31, 21, 196, 137, 0, 0, 0, 13, 73, 68, 65, 84, 120, 156, 99, 248, 207, 192, 240, 31,
      0, 5, 0, 1, 255, 137, 153, 61, 29, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
    ]
    let file = try ImageFile(octets)
    #expect(file.width == 1 && file.height == 1)
  }

  @Test func whatIsNotServedIsRefused() {
    let svg = #"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#
    let others = [SampleImages.gif(), SampleImages.webp(), SampleImages.heic()]
    for octets in [[], Array(svg.utf8), [0x89, 0x50], [0xFF, 0xD8]] + others {
      #expect(flaw(octets) == "unknown_format at 0")
    }
  }

  @Test("every beginning of an image is refused")
  func truncated() {
    for octets in [SampleImages.png(), SampleImages.jpeg()] {
      for count in 8..<octets.count {
        let flaw = flaw(Array(octets[..<count]))
        #expect(flaw == "truncated at \(count)", "\(count) octets")
      }
    }
  }

  @Test("nothing may follow an image")
  func trailing() {
    for octets in [SampleImages.png(), SampleImages.jpeg()] {
      for tail in [[0], [13, 10], Array("PK\u{3}\u{4}".utf8), octets] {
        #expect(flaw(octets + tail) == "trailing_octets at \(octets.count)")
      }
    }
  }

  @Test("sizes up to the limits, and not beyond")
  func sizes() throws {
    let within = [(8_192, 2_048), (2_048, 8_192), (4_096, 4_096), (1, 1)]
    let beyond = [(8_193, 1), (1, 8_193), (8_192, 2_049), (4_097, 4_096), (60_000, 60_000)]
    for (width, height) in within {
      #expect(flaw(SampleImages.png(width: width, height: height)) == "none")
      #expect(flaw(SampleImages.jpeg(width: width, height: height)) == "none")
    }
    for (width, height) in beyond {
      #expect(flaw(SampleImages.png(width: width, height: height)) == "too_many_pixels at 16")
      let jpeg = flaw(SampleImages.jpeg(width: width, height: height))
      #expect(jpeg == "too_many_pixels at 25")
    }
    for (width, height) in [(0, 1), (1, 0)] {
      #expect(flaw(SampleImages.png(width: width, height: height)) == "no_pixels at 16")
      #expect(flaw(SampleImages.jpeg(width: width, height: height)) == "no_pixels at 25")
    }
    // The largest number that the field can hold.
    #expect(flaw(SampleImages.png(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)).hasPrefix("too_many"))
  }

  @Test func filesUpToTheLimit() {
    let frame = SampleImages.png(data: []).count
    let full = [UInt8](repeating: 7, count: StoredImage.octetsMax - frame)
    #expect(flaw(SampleImages.png(data: full)) == "none")
    #expect(flaw(SampleImages.png(data: full + [7])) == "too_large at 307200")
  }

  @Test func pngsAreCheckedChunkByChunk() {
    let end = Self.headerEnd
    #expect(flaw(SampleImages.png(extra: [("tEXt", [65]), ("PLTE", [1, 2, 3])])) == "none")
    let misplaced = ["IHDR", "IEND", "ABCD"].map { flaw(SampleImages.png(extra: [($0, [])])) }
    #expect(misplaced.allSatisfy { $0 == "malformed_image at \(end)" }, "\(misplaced)")
    for type in ["\u{0}bcd", "a1cd", "abc "] {
      #expect(flaw(SampleImages.png(extra: [(type, [])])) == "malformed_image at \(end + 4)")
    }
    let palettes = flaw(SampleImages.png(extra: [("PLTE", []), ("PLTE", [])]))
    #expect(palettes == "malformed_image at 45")
    // Data that is interrupted.
    let split = flaw(SampleImages.png(extra: [("IDAT", [1]), ("tEXt", [])]))
    #expect(split == "malformed_image at 58")
    // Any octet of a chunk that is changed breaks its checksum, its length or its name.
    let octets = SampleImages.png()
    for index in 8..<octets.count {
      var changed = octets
      changed[index] ^= 0x10
      #expect(flaw(changed) != "none", "octet \(index)")
    }
  }

  @Test func theHeaderOfAPNGIsChecked() {
    // Depth, colour type, compression, filter, interlacing.
    let known: [[UInt8]] = [
      [1, 0, 0, 0, 0], [16, 0, 0, 0, 1], [8, 2, 0, 0, 0], [4, 3, 0, 0, 0], [16, 6, 0, 0, 1],
    ]
    let unknown: [[UInt8]] = [
      [3, 0, 0, 0, 0], [0, 0, 0, 0, 0], [4, 2, 0, 0, 0], [16, 3, 0, 0, 0], [8, 1, 0, 0, 0],
      [8, 7, 0, 0, 0], [8, 2, 1, 0, 0], [8, 2, 0, 1, 0], [8, 2, 0, 0, 2], [8, 2, 0, 0], [],
    ]
    func file(_ rest: [UInt8]) -> [UInt8] {
      SampleImages.png()[..<8] + SampleImages.chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1] + rest)
        + SampleImages.chunk("IDAT", [1]) + SampleImages.chunk("IEND", [])
    }
    for rest in known { #expect(flaw(file(rest)) == "none", "\(rest)") }
    for rest in unknown { #expect(flaw(file(rest)).hasPrefix("malformed_image"), "\(rest)") }
  }

  @Test func jpegsAreCheckedMarkerByMarker() {
    let start: [UInt8] = [0xFF, 0xD8]
    let frame = SampleImages.segment(0xC2, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
    let scan = SampleImages.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x11]
    let end: [UInt8] = [0xFF, 0xD9]
    #expect(flaw(start + frame + scan + scan + end) == "none")
    // Octets 0xFF may fill before a marker, also before one that restarts.
    #expect(flaw(start + [0xFF, 0xFF] + frame + scan + [0xFF, 0xFF, 0xD7, 1] + end) == "none")
    let refused: [[UInt8]] = [
      start + end + end, start + frame + end, start + scan + frame + end,
      start + frame + frame + scan + end, start + frame + scan + start + end,
      start + SampleImages.segment(0xC3, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]) + scan + end,
      start + SampleImages.segment(0xC0, [12, 0, 1, 0, 1, 1, 1, 0x11, 0]) + scan + end,
      start + SampleImages.segment(0xC0, [8, 0, 1, 0, 1, 2, 1, 0x11, 0]) + scan + end,
      start + SampleImages.segment(0xC0, [8]) + scan + end,
      start + frame + scan + [0xFF, 0x01] + end, start + [0xFF, 0xE0, 0, 1] + frame + scan + end,
      start + [0xFF, 0xE0, 0, 2, 0x41] + frame + scan + end,
    ]
    for octets in refused {
      #expect(flaw(octets).hasPrefix("malformed_image"), "\(octets): \(flaw(octets))")
    }
  }
}
