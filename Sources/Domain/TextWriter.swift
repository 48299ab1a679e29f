/// Writes a text piece by piece into memory that was measured before.
///
/// Joining texts by `+` and interpolation makes a String for each step, and every cell of every list
/// has a dozen of them. Each piece is held against the end: a wrong measure traps and cannot overrun.
package struct TextWriter: ~Copyable {
  private let memory: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// How many octets are written.
  package private(set) var count = 0

  /// - Parameter memory: at least `capacity` octets, for as long as the writer is used.
  package init(_ memory: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.memory = memory
    self.capacity = capacity
  }

  /// All pieces are texts or ASCII, so together they are UTF-8 that nobody has to look at again.
  fileprivate var text: String {
    let octets = UnsafeBufferPointer(start: memory, count: count)
    guard #available(macOS 26, *) else { return String(decoding: octets, as: UTF8.self) }
    var span = UTF8Span(unchecked: octets.span)
    _ = span.checkForASCII()
    return String(copying: span)
  }

  package mutating func put(_ text: String) {
    let isPlain: Void? = text.utf8.withContiguousStorageIfAvailable { put(utf8: $0) }
    guard isPlain == nil else { return }
    var text = text
    text.withUTF8 { put(utf8: $0) }
  }

  /// Inlined where optimisation crosses modules, since the length of a literal is known there.
  @inline(__always)
  package mutating func put(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    claim(count).initialize(fromShort: text.utf8Start, count: count)
  }

  /// The digits of a number; it is not negative.
  package mutating func put(decimal number: Int64) {
    precondition(number >= 0, "a negative number has no digits to put")
    let digits = DecimalDigits.count(number.magnitude)
    DecimalDigits.put(number.magnitude, before: claim(digits) + digits)
  }

  /// Digits in groups of three: `1,234,567`, `-1,000`.
  package mutating func put(grouped number: Int64) {
    if number < 0 { put(UInt8(ascii: "-")) }
    let octets = DecimalDigits.groupedCount(number.magnitude)
    DecimalDigits.put(grouped: number.magnitude, before: claim(octets) + octets)
  }

  /// The last digits of a number that is not negative, with zeros in front.
  package mutating func put(_ number: Int, digits width: Int) {
    precondition(number >= 0, "a negative number has no digits to put")
    let target = claim(width)
    var (end, rest) = (target + width, UInt64(number.magnitude))
    while end - target >= 2 {
      end = DecimalDigits.putPair(rest % 100, before: end)
      rest /= 100
    }
    if end > target { _ = DecimalDigits.putDigit(rest % 10, before: end) }
  }

  /// The 16 hexadecimal digits of a number.
  package mutating func put(hexadecimal number: UInt64, isUpperCase: Bool = false) {
    let digits = Hexadecimal.digits(of: number, isUpperCase: isUpperCase)
    let target = UnsafeMutableRawPointer(claim(16))
    target.storeBytes(of: digits.high.bigEndian, as: UInt64.self)
    target.storeBytes(of: digits.low.bigEndian, toByteOffset: 8, as: UInt64.self)
  }

  /// The last `width` lower-case hexadecimal digits of a number, at most 16.
  package mutating func put(hexadecimal number: UInt64, digits width: Int) {
    precondition(width <= 16, "a number of 64 bits has 16 hexadecimal digits")
    let target = claim(width)
    let digits = Hexadecimal.digits(of: number)
    withUnsafeBytes(of: (digits.high.bigEndian, digits.low.bigEndian)) { digits in
      UnsafeMutableRawBufferPointer(start: target, count: width)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: digits.suffix(width)))
    }
  }

  /// A UUID: 8, 4, 4, 4 and 12 lower-case hexadecimal digits.
  ///
  /// Source: RFC 9562 §4.
  package mutating func put(uuid number: SixteenOctets) {
    let first = Hexadecimal.digits(of: number.high)
    let second = Hexadecimal.digits(of: number.low)
    let target = UnsafeMutableRawPointer(claim(36))
    target.storeBytes(of: first.high.bigEndian, as: UInt64.self)
    target.storeBytes(of: UInt32(first.low >> 32).bigEndian, toByteOffset: 9, as: UInt32.self)
    target.storeBytes(
      of: UInt32(truncatingIfNeeded: first.low).bigEndian, toByteOffset: 14, as: UInt32.self)
    target.storeBytes(of: UInt32(second.high >> 32).bigEndian, toByteOffset: 19, as: UInt32.self)
    target.storeBytes(
      of: UInt32(truncatingIfNeeded: second.high).bigEndian, toByteOffset: 24, as: UInt32.self)
    target.storeBytes(of: second.low.bigEndian, toByteOffset: 28, as: UInt64.self)
    for offset in stride(from: 8, through: 23, by: 5) {
      target.storeBytes(of: UInt8(ascii: "-"), toByteOffset: offset, as: UInt8.self)
    }
  }

  /// One octet of ASCII: half a character would make the text no text.
  package mutating func put(_ octet: UInt8) {
    precondition(octet < 0x80, "an octet of ASCII")
    claim(1).initialize(to: octet)
  }

  /// The octets of a text.
  mutating func put(utf8 octets: UnsafeBufferPointer<UInt8>) {
    guard let source = octets.baseAddress else { return }
    claim(octets.count).initialize(fromShort: source, count: octets.count)
  }

  /// The next octets of the memory, all of which the caller fills.
  @inline(__always)
  private mutating func claim(_ octets: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(octets >= 0 && octets <= capacity - count, "the text was measured too short")
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
