/// Writes bytes into memory that was measured before.
///
/// A head is about twenty short pieces; appending each to an array costs more than writing it.
/// Every piece is still checked against the end: a wrong length traps and cannot overrun.
struct ByteWriter {
  private let memory: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

  @inline(__always)
  mutating func put(_ bytes: UnsafeRawBufferPointer) {
    let end = count + bytes.count
    precondition(end <= memory.count, "the head was measured too short")
    guard let target = memory.baseAddress, let source = bytes.baseAddress else { return }
    (target + count).copyMemory(from: source, byteCount: bytes.count)
    count = end
  }

  @inline(__always)
  mutating func put(_ text: StaticString) {
    put(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Labelled, since a literal would rather be a String than a StaticString.
  mutating func put(text: String) {
    text.withBytes { put($0) }
  }

  mutating func put(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { put($0) }
  }

  /// Writes a number that is not negative.
  mutating func put(decimal number: Int) {
    put(number: number, base: 10)
  }

  mutating func put(hexadecimal number: Int) {
    put(number: number, base: 16)
  }

  private mutating func put(number: Int, base: Int) {
    if number >= base { put(number: number / base, base: base) }
    let digit = UInt8(number % base)
    let byte = digit < 10 ? Octet.zero + digit : 0x61 - 10 + digit
    withUnsafeBytes(of: byte) { put($0) }
  }
}

extension [UInt8] {
  /// Appends what `write` writes, at most `limit` bytes.
  mutating func append(atMost limit: Int, _ write: (inout ByteWriter) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: limit, alignment: 1) { memory in
      var writer = ByteWriter(memory)
      write(&writer)
      append(contentsOf: UnsafeRawBufferPointer(memory).slice(0, writer.count))
    }
  }
}
