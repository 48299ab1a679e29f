/// Bytes of a line while it is written, in its own memory.
///
/// A line is some forty short pieces, and there is one for every request. Appending each to an
/// array costs several times what copying it does.
struct LineBuffer: ~Copyable {
  /// A usual line has 300 bytes; larger ones get new memory.
  private static let bytesAtFirst = 512
  private var memory: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init() {
    memory = .allocate(byteCount: Self.bytesAtFirst, alignment: 1)
  }

  deinit { memory.deallocate() }

  /// The written bytes, in the form that the queue takes.
  var bytes: [UInt8] { [UInt8](UnsafeRawBufferPointer(rebasing: memory[..<count])) }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    if count == memory.count { grow(by: 1) }
    memory[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func put(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count > memory.count - count { grow(by: bytes.count) }
    guard let source = bytes.baseAddress, let target = memory.baseAddress else { return }
    (target + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  /// Named apart from text: without a name, a literal in quotes would become a String first.
  @inline(__always)
  mutating func put(literal text: StaticString) {
    put(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func put(_ text: String) {
    var text = text
    text.withUTF8 { put(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a number with as many digits as it needs.
  mutating func put(decimal number: Int) {
    if number < 0 { put(UInt8(ascii: "-")) }
    var (rest, width) = (number.magnitude, 1)
    while rest >= 10 {
      rest /= 10
      width += 1
    }
    put(digitsOf: number.magnitude, width: width)
  }

  /// Writes the last `width` digits of a number, with leading zeros.
  mutating func put(digitsOf number: UInt, width: Int) {
    if width > memory.count - count { grow(by: width) }
    var rest = number
    for place in stride(from: count + width - 1, through: count, by: -1) {
      memory[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += width
  }

  private mutating func grow(by wanted: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(2 * memory.count, count + wanted), alignment: 1)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    memory.deallocate()
    memory = larger
  }
}
