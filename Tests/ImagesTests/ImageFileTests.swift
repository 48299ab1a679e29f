import Fakes
import Images
import Testing

/// What is stored and served: nothing is forgiven here.
@Suite struct ImageFileTests {
  /// 33 bytes of signature and IHDR.
  private static let headerEnd = 33
  private static let served = PixelLimit(sideMax: 8_192, pixelsMax: 16_777_216)

  private func fault(_ bytes: [UInt8]) -> String {
    do throws(ImageFault) {
      _ = try ImageFile(bytes, within: Self.served)
      return "none"
    } catch {
      return "\(error.code) at \(error.offset)"
    }
  }

  @Test func picturesAreLookedThrough() throws {
    let png = try ImageFile(SampleImages.png(width: 120, height: 80), within: Self.served)
    #expect(png.format == .png)
    #expect([png.size.width, png.size.height] == [120, 80])
    let bytes = SampleImages.jpeg(width: 300, height: 200)
    let jpeg = try ImageFile(bytes, within: Self.served)
    #expect(jpeg.format == .jpeg)
    #expect([jpeg.size.width, jpeg.size.height] == [300, 200])
    #expect(jpeg.bytes == bytes)
  }

  /// Made by another program (zlib's checksum, real pixels): one pixel of one colour.
  @Test func aRealFileIsAccepted() throws {
    let bytes: [UInt8] = [
      137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6,
      0, 0, 0, 31, 21, 196, 137, 0, 0, 0, 13, 73, 68, 65, 84, 120, 156, 99, 248, 207, 192, 240, 31,
      0, 5, 0, 1, 255, 137, 153, 61, 29, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
    ]
    #expect(try ImageFile(bytes, within: Self.served).size.pixels == 1)
  }

  @Test func whatIsNotServedIsRefused() {
    let svg = #"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#
    let others = [SampleImages.gif(), SampleImages.webp(), SampleImages.heic()]
    for bytes in [[], Array(svg.utf8), [0x89, 0x50], [0xFF]] + others {
      #expect(fault(bytes) == "unknown_format at 0")
    }
  }

  @Test func everyBeginningOfAPictureIsRefused() {
    for bytes in [SampleImages.png(), SampleImages.jpeg()] {
      for count in 8..<bytes.count {
        #expect(fault(Array(bytes[..<count])) == "truncated at \(count)", "\(count) bytes")
      }
    }
  }

  @Test func nothingMayFollowAPicture() {
    for bytes in [SampleImages.png(), SampleImages.jpeg()] {
      for tail in [[0], [13, 10], Array("PK\u{3}\u{4}".utf8), bytes] {
        #expect(fault(bytes + tail) == "trailing_bytes at \(bytes.count)")
      }
    }
  }

  @Test func sizesUpToTheLimitsAreServedAndNoOthers() {
    let within = [(8_192, 2_048), (2_048, 8_192), (4_096, 4_096), (1, 1)]
    let beyond = [(8_193, 1), (1, 8_193), (8_192, 2_049), (4_097, 4_096), (60_000, 60_000)]
    for (width, height) in within {
      #expect(fault(SampleImages.png(width: width, height: height)) == "none")
      #expect(fault(SampleImages.jpeg(width: width, height: height)) == "none")
    }
    for (width, height) in beyond {
      #expect(fault(SampleImages.png(width: width, height: height)) == "too_many_pixels at 16")
      #expect(fault(SampleImages.jpeg(width: width, height: height)) == "too_many_pixels at 25")
    }
    for (width, height) in [(0, 1), (1, 0)] {
      #expect(fault(SampleImages.png(width: width, height: height)) == "no_pixels at 16")
      #expect(fault(SampleImages.jpeg(width: width, height: height)) == "no_pixels at 25")
    }
    // The largest number that the field can hold.
    let largest = SampleImages.png(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)
    #expect(fault(largest).hasPrefix("too_many"))
  }

  @Test func pngsAreCheckedChunkByChunk() {
    let end = Self.headerEnd
    #expect(fault(SampleImages.png(extra: [("tEXt", [65]), ("PLTE", [1, 2, 3])])) == "none")
    let misplaced = ["IHDR", "IEND", "ABCD"].map { fault(SampleImages.png(extra: [($0, [])])) }
    #expect(misplaced.allSatisfy { $0 == "malformed_image at \(end)" }, "\(misplaced)")
    for type in ["\u{0}bcd", "a1cd", "abc "] {
      #expect(fault(SampleImages.png(extra: [(type, [])])) == "malformed_image at \(end + 4)")
    }
    let palettes = fault(SampleImages.png(extra: [("PLTE", []), ("PLTE", [])]))
    #expect(palettes == "malformed_image at 45")
    // Data that is interrupted.
    let split = fault(SampleImages.png(extra: [("IDAT", [1]), ("tEXt", [])]))
    #expect(split == "malformed_image at 58")
  }

  @Test func aChangeOfAnyByteOfAPNGIsFound() {
    let bytes = SampleImages.png()
    for index in 8..<bytes.count {
      var changed = bytes
      changed[index] ^= 0x10
      #expect(fault(changed) != "none", "byte \(index)")
    }
  }

  @Test func betweenTheSegmentsOfAJPEGIsNothing() {
    let start: [UInt8] = [0xFF, 0xD8]
    let frame = SampleImages.segment(0xC2, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
    let scan = SampleImages.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x11]
    let end: [UInt8] = [0xFF, 0xD9]
    #expect(fault(start + frame + scan + scan + end) == "none")
    // Bytes 0xFF may fill before a marker, also before one that restarts.
    #expect(fault(start + [0xFF, 0xFF] + frame + scan + [0xFF, 0xFF, 0xD7, 1] + end) == "none")
    let refused: [[UInt8]] = [
      start + end + end, start + frame + end, start + scan + frame + end,
      start + frame + frame + scan + end, start + [0] + frame + scan + end,
      start + start + frame + scan + end, start + [0xFF, 0x01] + frame + scan + end,
      start + SampleImages.segment(0xC0, [8]) + scan + end,
      start + [0xFF, 0xE0, 0, 1] + frame + scan + end,
      start + [0xFF, 0xE0, 0, 2, 0x41] + frame + scan + end,
      start + frame + scan + SampleImages.segment(0xF0, [1]) + end,
    ]
    for bytes in refused {
      #expect(fault(bytes).hasPrefix("malformed_image"), "\(bytes): \(fault(bytes))")
    }
  }

  @Test func notesOfAnEncoderAreLeftOut() throws {
    let bytes = SampleImages.png(extra: [("pHYs", [0, 0, 0, 1, 0, 0, 0, 1, 0])])
    let file = try ImageFile(bytes, within: Self.served)
    #expect(try file.withoutNotes(within: Self.served).bytes == SampleImages.png())
  }
}
