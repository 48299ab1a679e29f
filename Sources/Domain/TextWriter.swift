/// Writes a text piece by piece into memory that was measured before.
///
/// Joining texts by `+` and interpolation makes a String for each step, and every cell of every list
/// has a dozen of them. Each piece is held against the end: a wrong measure traps and cannot overrun.
package struct TextWriter {
  private let memory: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0

  fileprivate init(_ memory: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.memory = memory
    self.capacity = capacity
  }

  fileprivate var text: String {
    String(decoding: UnsafeBufferPointer(start: memory, count: count), as: UTF8.self)
  }

  package mutating func put(_ text: String) {
    let isPlain: Void? = text.utf8.withContiguousStorageIfAvailable { put($0) }
    guard isPlain == nil else { return }
    for octet in text.utf8 { put(octet) }
  }

  package mutating func put(_ text: StaticString) {
    put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The digits of a number; it is not negative.
  package mutating func put(decimal number: Int64) {
    precondition(number >= 0, "a negative number has no digits to put")
    put(number, groupedBy: 0)
  }

  /// Digits in groups of three: `1,234,567`, `-1,000`.
  package mutating func put(grouped number: Int64) {
    if number < 0 { put(UInt8(ascii: "-")) }
    put(number, groupedBy: 3)
  }

  /// The last digits of a number that is not negative, with zeros in front.
  package mutating func put(_ number: Int, digits width: Int) {
    let target = claim(width)
    var (index, rest) = (width, number.magnitude)
    while index > 0 {
      index -= 1
      (target + index).initialize(to: 0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
  }

  /// The 16 hexadecimal digits of a number.
  package mutating func put(hexadecimal number: UInt64, isUpperCase: Bool = false) {
    let target = UnsafeMutableRawPointer(claim(16))
    let (first, last) = (UInt32(number >> 32), UInt32(truncatingIfNeeded: number))
    target.storeBytes(
      of: Hexadecimal.digits(of: first, isUpperCase: isUpperCase).bigEndian, as: UInt64.self)
    target.storeBytes(
      of: Hexadecimal.digits(of: last, isUpperCase: isUpperCase).bigEndian, toByteOffset: 8,
      as: UInt64.self)
  }

  /// The last `width` lower-case hexadecimal digits of a number.
  package mutating func put(hexadecimal number: UInt64, digits width: Int) {
    let target = claim(width)
    var (index, rest) = (width, number)
    while index > 0 {
      index -= 1
      (target + index).initialize(to: Hexadecimal.digit(UInt8(truncatingIfNeeded: rest & 0x0F)))
      rest >>= 4
    }
  }

  package mutating func put(_ octet: UInt8) { claim(1).initialize(to: octet) }

  private mutating func put(_ octets: UnsafeBufferPointer<UInt8>) {
    guard let source = octets.baseAddress else { return }
    claim(octets.count).initialize(from: source, count: octets.count)
  }

  /// Counted before it is written, from its end, because its length is known only then.
  private mutating func put(_ number: Int64, groupedBy group: Int) {
    var (digits, rest) = (1, number.magnitude / 10)
    while rest > 0 { (digits, rest) = (digits + 1, rest / 10) }
    _ = claim(digits + (group > 0 ? (digits - 1) / group : 0))
    var (end, untilComma) = (count, group)
    rest = number.magnitude
    while digits > 0 {
      if group > 0, untilComma == 0 {
        end -= 1
        (memory + end).initialize(to: UInt8(ascii: ","))
        untilComma = group
      }
      end -= 1
      (memory + end).initialize(to: 0x30 + UInt8(truncatingIfNeeded: rest % 10))
      (digits, rest, untilComma) = (digits - 1, rest / 10, untilComma - 1)
    }
  }

  /// The next octets of the memory, all of which the caller fills.
  @inline(__always)
  private mutating func claim(_ octets: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(octets <= capacity - count, "the text was measured too short")
    defer { count += octets }
    return memory + count
  }
}

extension String {
  /// What `write` writes, at most `octetsMax` octets of UTF-8.
  ///
  /// Written beside the text and then copied: so a text of up to 15 octets, as prices are, becomes
  /// one without memory of its own.
  package init(octetsMax: Int, _ write: (inout TextWriter) -> Void) {
    self = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: octetsMax) { memory in
      guard let start = memory.baseAddress else { return "" }
      var writer = TextWriter(start, capacity: memory.count)
      write(&writer)
      return writer.text
    }
  }
}
