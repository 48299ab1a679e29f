/// Puts a text of a known size together in its own memory, which is asked for once.
package struct TextWriter: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  fileprivate private(set) var count = 0

  fileprivate init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

  package mutating func put(_ text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { put($0) }
    guard isWritten == nil else { return }
    var copy = text
    copy.withUTF8 { put($0) }
  }

  /// Two digits for each byte.
  package mutating func put(hexadecimal bytes: [UInt8], isUpperCase: Bool = false) {
    let target = claim(2 * bytes.count)
    for (index, byte) in bytes.enumerated() {
      let digits = target + 2 * index
      digits.initialize(to: Hexadecimal.digit(byte >> 4, isUpperCase: isUpperCase))
      (digits + 1).initialize(to: Hexadecimal.digit(byte & 0x0F, isUpperCase: isUpperCase))
    }
  }

  /// The last digits of a number, in lower case.
  package mutating func put(hexadecimal number: UInt64, digits count: Int) {
    precondition(0...16 ~= count, "a number has sixteen digits")
    let (upper, lower) = (max(count - 8, 0), min(count, 8))
    let target = claim(count)
    target.initialize(
      fromLow: Hexadecimal.word(UInt32(number >> 32)) >> (64 - 8 * upper), count: upper)
    (target + upper).initialize(
      fromLow: Hexadecimal.word(UInt32(truncatingIfNeeded: number)) >> (64 - 8 * lower),
      count: lower)
  }

  private mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    claim(bytes.count).initialize(fromShort: source, count: bytes.count)
  }

  /// The next bytes, all of which the caller fills.
  @inline(__always)
  private mutating func claim(_ bytes: Int) -> UnsafeMutablePointer<UInt8> {
    guard let start = memory.baseAddress, bytes <= memory.count - count else {
      preconditionFailure("a text was measured too short")
    }
    defer { count += bytes }
    return start + count
  }
}

extension String {
  /// The text that `write` writes.
  ///
  /// - Parameter bytesMax: of UTF-8; more than that traps.
  package init(bytesMax: Int, _ write: (inout TextWriter) -> Void) {
    self.init(unsafeUninitializedCapacity: bytesMax) { memory in
      var writer = TextWriter(memory)
      write(&writer)
      return writer.count
    }
  }
}
