/// Characters that JSON must escape.
///
/// Source: RFC 8259 §7.
package enum JSONEscape {
  /// Whether any byte must be escaped.
  ///
  /// Sixteen at a time, and the last sixteen once more: nearly every text has none, and all text of
  /// all answers passes here.
  package static func isNeeded(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let (memory, count) = (UnsafeRawBufferPointer(text), text.count)
    guard count >= 8 else { return text.contains(where: isNeeded) }
    guard count > 16 else {
      let first = memory.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
      let last = memory.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      return needed(in: SIMD2(first, last))
    }
    var index = 0
    while count - index > 16 {
      if needed(in: memory.loadUnaligned(fromByteOffset: index, as: SIMD2<UInt64>.self)) {
        return true
      }
      index += 16
    }
    return needed(in: memory.loadUnaligned(fromByteOffset: count - 16, as: SIMD2<UInt64>.self))
  }

  /// The first byte that must be escaped, from `start` on; nil for none.
  ///
  /// Eight at a time, for texts that have one, such as descriptions of several lines.
  package static func first(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let memory = UnsafeRawBufferPointer(text)
    var index = start
    while text.count - index >= 8,
      !needed(in: SIMD2(repeating: memory.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
    { index += 8 }
    return text[index...].firstIndex(where: isNeeded)
  }

  /// `<` needs none in JSON. It is escaped so that no answer ever holds a tag that a client sent,
  /// even where a browser is led to read it as a page.
  private static func isNeeded(by byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x3C
  }

  /// Whether one of the bytes of two words needs to be escaped.
  ///
  /// A byte becomes zero where it equals the one that is looked for, and only below a zero does
  /// subtracting one borrow into the highest bit of a byte that had none. A comparison of sixteen
  /// bytes would be taken apart again by the compiler.
  /// Source: Sean Eron Anderson, "Bit Twiddling Hacks", "Determine if a word has a zero byte" and
  /// "a byte less than n".
  @inline(__always)
  private static func needed(in words: SIMD2<UInt64>) -> Bool {
    let ones = SIMD2<UInt64>(repeating: 0x0101_0101_0101_0101)
    let quote = words ^ SIMD2(repeating: 0x2222_2222_2222_2222)
    let backslash = words ^ SIMD2(repeating: 0x5C5C_5C5C_5C5C_5C5C)
    let less = words ^ SIMD2(repeating: 0x3C3C_3C3C_3C3C_3C3C)
    let control = words &- SIMD2(repeating: 0x2020_2020_2020_2020)
    let found =
      (control & ~words) | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
      | ((less &- ones) & ~less)
    return (found.x | found.y) & 0x8080_8080_8080_8080 != 0
  }

  /// The upper-case hexadecimal digit of a number below 16.
  package static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
