import Domain
import Fakes
import Testing

@Suite struct PlainImageTests {
  private static let start: [UInt8] = [0xFF, 0xD8]
  private static let jfif = SampleImages.segment(
    0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])

  /// What is behind JFIF in a sample.
  private static let picture = Array(SampleImages.jpeg()[(2 + 18)...])

  private func contains(_ octets: [UInt8], _ text: String) -> Bool {
    octets.indices.contains { octets[$0...].starts(with: text.utf8) }
  }

  @Test func aFileWithoutNotesStaysAsItIs() throws {
    for octets in [SampleImages.jpeg(), SampleImages.png(extra: [("PLTE", [1, 2, 3])])] {
      #expect(try PlainImage.octets(of: octets) == octets)
    }
  }

  @Test func placeAndDeviceAreTakenOutOfAJPEG() throws {
    let notes =
      SampleImages.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:gps/>".utf8))
      + SampleImages.segment(0xED, Array("Photoshop 3.0\0iptc".utf8))
      + SampleImages.segment(0xFE, Array("taken at home".utf8))
      + SampleImages.segment(0xE2, Array("MPF\0preview".utf8))
    let octets =
      Self.start + SampleImages.exif(orientation: 1) + Self.jfif + notes + Self.picture
      + Array("PK\u{3}\u{4}<script>".utf8)
    let plain = try PlainImage.octets(of: octets)
    #expect(plain == Self.start + Self.jfif + Self.picture)
    for text in ["Exif", "gps", "iptc", "home", "preview", "PK", "script"] {
      #expect(contains(octets, text) && !contains(plain, text), "\(text)")
    }
  }

  @Test func whatTheColoursNeedStaysInAJPEG() throws {
    let profile = SampleImages.segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}P3".utf8))
    let adobe = SampleImages.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
    let octets = Self.start + Self.jfif + profile + adobe + Self.picture
    #expect(try PlainImage.octets(of: octets) == octets)
  }

  /// Without it every other photograph of a phone would lie on its side.
  @Test(arguments: 2...8) func howTheCameraWasHeldStays(_ orientation: Int) throws {
    let exif = SampleImages.exif(orientation: UInt8(orientation))
    let plain = try PlainImage.octets(of: Self.start + exif + Self.picture)
    #expect(contains(plain, "Exif\0\0MM") && !contains(plain, "%"))
    // The place is gone, and the second look finds the same turn.
    #expect(plain.count == 2 + 36 + Self.picture.count)
    #expect(try PlainImage.octets(of: plain) == plain)
    #expect(plain[2 + 4 + 6 + 8 + 2 + 9] == UInt8(orientation))
  }

  @Test func turnsThatMakeNoSenseAreDropped() throws {
    for orientation: UInt8 in [0, 1, 9, 255] {
      let octets = Self.start + SampleImages.exif(orientation: orientation) + Self.picture
      #expect(try PlainImage.octets(of: octets) == Self.start + Self.picture)
    }
  }

  @Test func textsAreTakenOutOfAPNG() throws {
    let notes: [(type: String, data: [UInt8])] = [
      ("eXIf", [1, 2]), ("tEXt", Array("place".utf8)), ("iTXt", [3]), ("tIME", [4]),
      ("prVt", [5]),
    ]
    let drawn: [(type: String, data: [UInt8])] = [("gAMA", [0, 0, 1, 0]), ("tRNS", [1])]
    let octets = SampleImages.png(extra: notes + drawn) + Array("PK\u{3}\u{4}".utf8)
    #expect(try PlainImage.octets(of: octets) == SampleImages.png(extra: drawn))
  }

  @Test func otherFormatsNeedTheTool() {
    for (octets, name) in [
      (SampleImages.gif(), "GIF"), (SampleImages.webp(), "WebP"), (SampleImages.heic(), "HEIC"),
    ] {
      #expect {
        try PlainImage.octets(of: octets)
      } throws: { error in
        (error as? ImageFlaw)?.flaw.detail == "This server cannot read \(name)."
      }
    }
  }
}
