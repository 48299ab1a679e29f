import Fakes
import Images
import Testing

/// How a camera was held, wherever it says so.
@Suite struct OrientationTests {
  private func plain(_ bytes: [UInt8]) throws -> [UInt8] {
    try ImageReading(of: bytes, within: ImageReadingTests.limit).plain()
  }

  /// What is left of the notes: the number, and nothing else.
  private static func note(_ orientation: UInt8) -> [UInt8] {
    [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  }

  private static func tiff(
    _ value: [UInt8], type: UInt8, isLittle: Bool = false
  ) -> [UInt8] {
    isLittle
      ? [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, type, 0, 1, 0, 0, 0] + value + [
        0, 0, 0, 0,
      ]
      : [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, type, 0, 0, 0, 1] + value + [
        0, 0, 0, 0,
      ]
  }

  @Test("the decoder is told", arguments: 2...8 as ClosedRange<UInt8>)
  func formats(_ orientation: UInt8) throws {
    let tiff = Self.tiff([0, orientation, 0, 0], type: 3)
    let exif = Array("Exif\0\0".utf8) + tiff
    let pictures = [
      SampleImages.jpeg(SampleImages.jpeg(), with: [SampleImages.segment(0xE1, exif)]),
      SampleImages.png(extra: [("eXIf", tiff)]), SampleImages.png(extra: [("eXIf", exif)]),
      SampleImages.png().dropLast(12) + SampleImages.chunk("eXIf", tiff)
        + SampleImages.chunk("IEND", []),
    ]
    for (index, picture) in pictures.enumerated() {
      #expect(try plain(picture).contains(Self.note(orientation)), "\(index)")
    }
  }

  @Test("numbers of any width are read", arguments: [true, false])
  func widths(isLittle: Bool) throws {
    let values: [(UInt8, [UInt8])] =
      isLittle
      ? [(1, [6, 0, 0, 0]), (3, [6, 0, 0, 0]), (4, [6, 0, 0, 0])]
      : [(1, [6, 0, 0, 0]), (3, [0, 6, 0, 0]), (4, [0, 0, 0, 6])]
    for (type, value) in values {
      let tiff = Self.tiff(value, type: type, isLittle: isLittle)
      let picture = SampleImages.png(extra: [("eXIf", tiff)])
      #expect(try plain(picture).contains(Self.note(6)), "type \(type)")
    }
  }

  @Test func theFirstNoteOfAJPEGCounts() throws {
    let notes = [6, 3].map { SampleImages.exif(orientation: $0) }
    let plain = try plain(SampleImages.jpeg(SampleImages.jpeg(), with: notes))
    #expect(plain.contains(Self.note(6)))
    #expect(!plain.contains(Self.note(3)))
  }

  @Test("turns that make no sense are dropped", arguments: [0, 1, 9, 255] as [UInt8])
  func nonsense(_ orientation: UInt8) throws {
    let notes = [SampleImages.exif(orientation: orientation)]
    #expect(
      try plain(SampleImages.jpeg(SampleImages.jpeg(), with: notes)) == plain(SampleImages.jpeg()))
  }
}
