/// What JSON cannot hold as it is.
///
/// Source: RFC 8259 §7.
enum JSONEscape {
  /// The first octet that must be escaped, from `start` on; nil for none.
  ///
  /// Sixteen and eight at a time: nearly every text has none, and all text of all answers passes
  /// here.
  static func first(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let memory = UnsafeRawBufferPointer(text)
    func isClean(_ offset: Int) -> Bool {
      !needed(in: memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    var index = start
    while text.count - index >= 16,
      !needed(in: memory.loadUnaligned(fromByteOffset: index, as: SIMD2<UInt64>.self))
    { index += 16 }
    while text.count - index >= 8, isClean(index) { index += 8 }
    // The last eight once more, instead of up to seven one by one.
    if index > start, text.count - index < 8, isClean(text.count - 8) { return nil }
    while index < text.count {
      if isNeeded(by: text[index]) { return index }
      index += 1
    }
    return nil
  }

  /// `<` needs none in JSON. It is escaped so that no answer ever holds a tag that somebody sent,
  /// even where a browser is led to read it as a page.
  private static func isNeeded(by octet: UInt8) -> Bool {
    octet < 0x20 || octet == 0x22 || octet == 0x5C || octet == 0x3C
  }

  /// As for one word: a comparison of sixteen octets would be taken apart again by the compiler.
  private static func needed(in words: SIMD2<UInt64>) -> Bool {
    let ones = SIMD2(repeating: ones)
    let quote = words ^ SIMD2(repeating: 0x2222_2222_2222_2222)
    let backslash = words ^ SIMD2(repeating: 0x5C5C_5C5C_5C5C_5C5C)
    let less = words ^ SIMD2(repeating: 0x3C3C_3C3C_3C3C_3C3C)
    let control = words &- SIMD2(repeating: 0x2020_2020_2020_2020)
    let found =
      (control & ~words) | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
      | ((less &- ones) & ~less)
    return (found.x | found.y) & 0x8080_8080_8080_8080 != 0
  }

  /// Whether one of the eight octets of a word needs to be escaped.
  ///
  /// An octet becomes zero where it equals the one that is looked for, and only below a zero does
  /// subtracting one borrow into the highest bit of an octet that had none.
  /// Source: Sean Eron Anderson, "Bit Twiddling Hacks", "Determine if a word has a zero byte" and
  /// "a byte less than n".
  private static func needed(in word: UInt64) -> Bool {
    let quote = word ^ 0x2222_2222_2222_2222
    let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
    let less = word ^ 0x3C3C_3C3C_3C3C_3C3C
    let control = word &- 0x2020_2020_2020_2020
    let found =
      (control & ~word) | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
      | ((less &- ones) & ~less)
    return found & 0x8080_8080_8080_8080 != 0
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  static func escape(of octet: UInt8) -> [UInt8] {
    switch octet {
    case 0x22, 0x5C: [0x5C, octet]
    case 0x0A: Array("\\n".utf8)
    case 0x0D: Array("\\r".utf8)
    case 0x09: Array("\\t".utf8)
    default:
      Array("\\u00".utf8) + [digits[Int(octet >> 4)], digits[Int(octet & 0x0F)]]
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
