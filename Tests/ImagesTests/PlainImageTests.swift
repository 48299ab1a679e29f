import Fakes
import Images
import Testing

/// What is left of a picture: nothing that tells of its place, its device, or its owner.
@Suite struct PlainImageTests {
  private static let start: [UInt8] = [0xFF, 0xD8]
  private static let jfif = SampleImages.segment(
    0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

  /// What follows JFIF in a sample.
  private static let picture = Array(SampleImages.jpeg()[(2 + 18)...])

  private func plain(_ bytes: [UInt8]) throws -> [UInt8] {
    try ImageReading(of: bytes, within: ImageReadingTests.limit).plain()
  }

  @Test func aFileWithoutNotesStaysAsItIs() throws {
    let files = [
      SampleImages.jpeg(), SampleImages.png(extra: [("PLTE", [1, 2, 3])]), SampleImages.gif(),
      SampleImages.webp(), SampleImages.losslessWebP(hasAlpha: true), SampleImages.heic(),
    ]
    for bytes in files { #expect(try plain(bytes) == bytes) }
  }

  @Test func placeAndDeviceAreTakenOutOfAJPEG() throws {
    let notes =
      SampleImages.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:gps/>".utf8))
      + SampleImages.segment(0xED, Array("Photoshop 3.0\0iptc".utf8))
      + SampleImages.segment(0xFE, Array("taken at home".utf8))
      + SampleImages.segment(0xE2, Array("MPF\0preview".utf8))
    let bytes =
      Self.start + SampleImages.exif(orientation: 1) + Self.jfif + notes + Self.picture
      + Array("PK\u{3}\u{4}<script>".utf8)
    let plain = try plain(bytes)
    #expect(plain == Self.start + Self.jfif + Self.picture)
    for text in ["Exif", "gps", "iptc", "home", "preview", "PK", "script"] {
      #expect(bytes.contains(Array(text.utf8)))
      #expect(!plain.contains(Array(text.utf8)), "\(text)")
    }
  }

  /// A preview may be of what was cut away.
  @Test func thePreviewInJFIFIsTakenOut() throws {
    let preview: [UInt8] = [1, 1, 0xAA, 0xBB, 0xCC]
    let jfif = SampleImages.segment(
      0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1] + preview)
    #expect(try plain(Self.start + jfif + Self.picture) == Self.start + Self.jfif + Self.picture)
  }

  @Test func whatTheColoursNeedStaysInAJPEG() throws {
    let profile = SampleImages.profileSegments(SampleProfiles.linearGray)[0]
    let adobe = SampleImages.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
    let bytes = Self.start + Self.jfif + profile + adobe + Self.picture
    #expect(try plain(bytes) == bytes)
  }

  /// Without it every other photograph of a phone would lie on its side.
  @Test(arguments: 2...8) func howTheCameraWasHeldStays(_ orientation: Int) throws {
    let exif = SampleImages.exif(orientation: UInt8(orientation))
    let plain = try plain(Self.start + exif + Self.picture)
    #expect(plain.count == 2 + 36 + Self.picture.count, "the place is gone")
    #expect(try self.plain(plain) == plain)
    #expect(plain[2 + 4 + 6 + 8 + 2 + 9] == UInt8(orientation))
  }

  @Test func textsAreTakenOutOfAPNG() throws {
    let notes: [(type: String, data: [UInt8])] = [
      ("eXIf", [1, 2]), ("tEXt", Array("place".utf8)), ("iTXt", [3]), ("tIME", [4]),
      ("prVt", [5]),
    ]
    let drawn: [(type: String, data: [UInt8])] = [("gAMA", [0, 0, 1, 0]), ("tRNS", [1])]
    let bytes = SampleImages.png(extra: notes + drawn) + Array("PK\u{3}\u{4}".utf8)
    #expect(try plain(bytes) == SampleImages.png(extra: drawn))
  }

  @Test func whatOnlyTheDecoderReadsStaysAsItCame() throws {
    let tail = Array("SEFH".utf8)
    for bytes in [SampleImages.gif(frames: 3), SampleImages.webp(), SampleImages.heic()] {
      #expect(try plain(bytes + tail) == bytes + tail)
    }
  }
}
