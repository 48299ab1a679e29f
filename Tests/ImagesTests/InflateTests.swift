import Fakes
import Testing

@testable import Images

@Suite struct InflateTests {
  /// By zlib, with its fixed codes.
  private static let fixed: [UInt8] = [
    120, 1, 75, 76, 74, 78, 132, 33, 133, 140, 212, 156, 156, 124, 20, 50, 145, 34, 105, 0, 70,
    218, 33, 253,
  ]
  private static let text = String(repeating: "abcabcabcabc hello hello hello ", count: 3)

  private func inflated(_ stream: [UInt8], upTo limit: Int = 10_000) -> [UInt8]? {
    Inflate.zlib(stream[...], upTo: limit)
  }

  @Test func fixedCodesAreUnpacked() {
    #expect(inflated(Self.fixed) == Array(Self.text.utf8))
  }

  @Test func storedBlocksAreUnpacked() {
    let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(inflated(SampleImages.stored(bytes), upTo: 100_000) == bytes)
  }

  @Test func codesOfItsOwnAreUnpacked() {
    let letters = (0..<900).map { (index: Int) -> UInt8 in
      guard index % 3 != 0 else { return 101 }
      return UInt8(index * index / 7 % 23 + 97)
    }
    let bytes = [UInt8](repeating: 0, count: 300) + letters
    #expect(inflated(Self.ownCodes) == bytes)
  }

  @Test func whatIsCutIsNone() {
    // The last four bytes are the checksum, which is not looked at.
    for stream in [Self.fixed, Self.ownCodes] {
      for count in 0..<(stream.count - 4) {
        #expect(inflated(Array(stream[..<count])) == nil, "\(count) bytes")
      }
    }
  }

  @Test func whatIsLongerThanTheLimitIsNone() {
    #expect(inflated(Self.fixed, upTo: Self.text.utf8.count) != nil)
    #expect(inflated(Self.fixed, upTo: Self.text.utf8.count - 1) == nil)
    #expect(inflated(SampleImages.stored([1, 2, 3]), upTo: 2) == nil)
  }

  @Test func damagedStreamsAreAllAnswered() {
    for stream in [Self.fixed, Self.ownCodes] {
      for index in stream.indices {
        for bit in 0..<8 {
          var damaged = stream
          damaged[index] ^= 1 << UInt8(bit)
          let count = inflated(damaged)?.count ?? 0
          #expect(count <= 10_000)
        }
      }
    }
  }

  /// By zlib, with codes of its own.
  private static let ownCodes: [UInt8] = [
    120, 218, 237, 145, 75, 114, 196, 32, 12, 5, 231, 170, 124, 26, 99, 131, 133, 13, 35, 124,
    253, 136, 84, 178, 207, 50, 139, 97, 73, 193, 211, 235, 214, 235, 245, 57, 127, 61, 56, 71,
    136, 228, 131, 214, 241, 9, 25, 164, 138, 219, 80, 208, 196, 179, 67, 163, 62, 204, 66, 117,
    196, 155, 121, 50, 10, 163, 162, 141, 160, 148, 132, 222, 148, 76, 112, 232, 155, 222, 233, 3,
    157, 4, 40, 130, 122, 202, 69, 216, 87, 218, 8, 140, 200, 204, 68, 249, 13, 244, 208, 121,
    236, 217, 137, 10, 174, 147, 28, 114, 224, 149, 86, 201, 137, 224, 87, 61, 231, 137, 137, 163,
    210, 149, 116, 48, 28, 181, 179, 9, 156, 36, 97, 239, 52, 207, 83, 40, 15, 78, 184, 51, 103,
    164, 4, 170, 21, 183, 185, 23, 201, 115, 11, 25, 220, 228, 61, 86, 195, 241, 102, 58, 236, 74,
    238, 133, 124, 41, 123, 195, 62, 132, 66, 60, 201, 55, 226, 126, 2, 125, 163, 239, 72, 178,
    81, 200, 70, 55, 51, 131, 195, 144, 59, 245, 32, 69, 188, 91, 13, 125, 32, 101, 106, 91, 188,
    135, 129, 36, 186, 129, 40, 167, 34, 143, 33, 226, 43, 101, 242, 84, 196, 84, 79, 226, 32, 12,
    243, 203, 30, 184, 202, 226, 149, 130, 41, 155, 202, 232, 171, 225, 91, 113, 129, 92, 184, 13,
    185, 160, 129, 166, 212, 65, 25, 156, 147, 59, 226, 126, 3, 173, 248, 254, 144, 214, 182, 216,
    204, 76, 98, 200, 66, 238, 141, 195, 84, 135, 111, 129, 159, 21, 255, 235, 21, 127, 1, 16, 92,
    114, 141,
  ]
}
