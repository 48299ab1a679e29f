/// Writes a text piece by piece into memory that was measured before.
///
/// Joining texts by `+` and interpolation makes a String for each step, and every cell of every list
/// has a dozen of them. Each piece is held against the end: a wrong measure traps and cannot overrun.
package struct TextWriter: ~Copyable {
  private let start: UnsafeMutablePointer<UInt8>
  private let end: UnsafeMutablePointer<UInt8>
  /// What is in front of it is written.
  private var next: UnsafeMutablePointer<UInt8>

  /// How many octets are written.
  package var count: Int { next - start }

  /// - Parameter memory: at least `capacity` octets, for as long as the writer is used.
  package init(_ memory: UnsafeMutablePointer<UInt8>, capacity: Int) {
    start = memory
    end = memory + capacity
    next = memory
  }

  /// All pieces are texts or ASCII, so together they are UTF-8 that nobody has to look at again.
  fileprivate var text: String {
    let octets = UnsafeBufferPointer(start: start, count: count)
    guard #available(macOS 26, *) else { return String(decoding: octets, as: UTF8.self) }
    var span = UTF8Span(unchecked: octets.span)
    _ = span.checkForASCII()
    return String(copying: span)
  }

  /// Labelled, since a literal would rather be a String than a StaticString.
  package mutating func put(text: String) {
    text.withOctets { put(utf8: $0) }
  }

  /// Inlined where optimisation crosses modules, since the length of a literal is known there.
  @inline(__always)
  package mutating func put(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    claim(count).initialize(fromShort: text.utf8Start, count: count)
  }

  /// The digits of a number; it is not negative. In place where there is room for any number, which
  /// texts that are measured generously have; else aside.
  package mutating func put(decimal number: Int64) {
    precondition(number >= 0, "a negative number has no digits to put")
    put(atMost: DecimalDigits.octetsMax) { DecimalDigits.put(number.magnitude, at: $0) }
  }

  /// Digits in groups of three: `1,234,567`, `-1,000`. In place as `put(decimal:)`.
  package mutating func put(grouped number: Int64) {
    if number < 0 { put(UInt8(ascii: "-")) }
    put(atMost: DecimalDigits.groupedOctetsMax) {
      DecimalDigits.put(grouped: number.magnitude, at: $0)
    }
  }

  /// The last digits of a number that is not negative, with zeros in front.
  ///
  /// - Parameter width: at most 8 digits.
  package mutating func put(_ number: Int, digits width: Int) {
    precondition(number >= 0, "a negative number has no digits to put")
    DecimalDigits.put(UInt64(number.magnitude), width: width, at: claim(width))
  }

  /// The 16 hexadecimal digits of a number.
  package mutating func put(hexadecimal number: UInt64, isUpperCase: Bool = false) {
    let digits = Hexadecimal.digits(of: number, isUpperCase: isUpperCase)
    let target = UnsafeMutableRawPointer(claim(16))
    target.storeBytes(of: digits.x.littleEndian, as: UInt64.self)
    target.storeBytes(of: digits.y.littleEndian, toByteOffset: 8, as: UInt64.self)
  }

  /// The last `width` lower-case hexadecimal digits of a number, at most 8.
  package mutating func put(hexadecimal number: UInt32, digits width: Int) {
    precondition(width <= 8, "a number of 32 bits has 8 hexadecimal digits")
    let target = claim(width)
    let digits = Hexadecimal.digits(of: UInt64(number)).y &>> UInt64(8 * (8 - width))
    target.initialize(fromLow: digits, count: width)
  }

  /// A UUID: 8, 4, 4, 4 and 12 lower-case hexadecimal digits.
  ///
  /// Source: RFC 9562 §4.
  package mutating func put(uuid number: SixteenOctets) {
    let first = Hexadecimal.digits(of: number.high)
    let second = Hexadecimal.digits(of: number.low)
    let target = claim(36)
    target.initialize(fromLow: first.x, count: 8)
    (target + 9).initialize(fromLow: first.y, count: 4)
    (target + 14).initialize(fromLow: first.y >> 32, count: 4)
    (target + 19).initialize(fromLow: second.x, count: 4)
    (target + 24).initialize(fromLow: second.x >> 32, count: 4)
    (target + 28).initialize(fromLow: second.y, count: 8)
    for offset in stride(from: 8, through: 23, by: 5) {
      (target + offset).initialize(to: UInt8(ascii: "-"))
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

  /// What `write` writes and tells the count of. It may write to all of its room, so it gets memory
  /// of its own where there is less.
  @inline(__always)
  private mutating func put(
    atMost room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    guard end - next < room else {
      let octets = write(next)
      precondition(0...room ~= octets, "a number was measured too short")
      return next += octets
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { aside in
      guard let start = aside.baseAddress else { return }
      put(utf8: UnsafeBufferPointer(start: start, count: write(start)))
    }
  }

  /// The next octets of the memory, all of which the caller fills.
  @inline(__always)
  private mutating func claim(_ octets: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(octets >= 0 && octets <= end - next, "the text was measured too short")
    defer { next += octets }
    return next
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
