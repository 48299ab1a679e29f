import Text

/// Bytes that grow while JSON is written, in pieces as large as they come.
///
/// An array checks its count, its capacity and its other owners for each byte that is appended.
/// Here memory is reserved once for each piece; no pointer outlives the call that receives it, and
/// the owner of the memory cannot be copied.
package struct JSONOutput: ~Copyable {
  /// Nil while the caller's memory is large enough.
  private var buffer: Buffer?
  /// Of `buffer`, or of the caller's memory.
  private var start: UnsafeMutablePointer<UInt8>
  /// Bytes before it are written; bytes after it are not even initialised.
  private var next: UnsafeMutablePointer<UInt8>
  private var end: UnsafeMutablePointer<UInt8>

  /// How many bytes are written.
  package var count: Int { next - start }

  package init(capacity: Int) {
    let capacity = max(64, capacity)
    let (buffer, memory) = Self.allocate(capacity)
    self.init(memory, capacity: capacity)
    self.buffer = buffer
  }

  /// Writes into the caller's memory, which outlives it; nothing of it need be initialised.
  package init(into memory: UnsafeMutableBufferPointer<UInt8>) {
    guard let start = memory.baseAddress else {
      self.init(capacity: 0)
      return
    }
    self.init(start, capacity: memory.count)
  }

  private init(_ memory: UnsafeMutablePointer<UInt8>, capacity: Int) {
    start = memory
    next = memory
    end = memory + capacity
  }

  /// Whether the text has outgrown the caller's memory.
  package var isOnItsOwn: Bool { buffer != nil }

  /// The pointers would not keep it.
  deinit { withExtendedLifetime(buffer) {} }

  /// An object, whose memory comes from `malloc`. That of `UnsafeMutablePointer.allocate` comes
  /// from `posix_memalign` on Linux, which takes several times as long.
  private typealias Buffer = ManagedBuffer<Void, UInt8>

  private static func allocate(_ capacity: Int) -> (Buffer, UnsafeMutablePointer<UInt8>) {
    let buffer = Buffer.create(minimumCapacity: capacity) { _ in }
    return (buffer, buffer.withUnsafeMutablePointerToElements { $0 })
  }

  package var bytes: [UInt8] {
    withExtendedLifetime(buffer) { Array(UnsafeBufferPointer(start: start, count: count)) }
  }

  @inline(__always)
  package mutating func put(_ byte: UInt8) { claim(1).initialize(to: byte) }

  package mutating func put(_ text: StaticString) {
    let count = text.utf8CodeUnitCount
    claim(count).initialize(fromShort: text.utf8Start, count: count)
  }

  /// Writes the lead of a value and then the value: `value` writes at most `bytesMax` bytes, for
  /// which there is room, and returns their number. Room is claimed once.
  @inline(__always)
  package mutating func put(
    _ lead: JSONLead, atMost bytesMax: Int, _ value: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    precondition(bytesMax >= 0, "a value of less than no bytes")
    let length = lead.key?.utf8CodeUnitCount ?? 0
    ensure(length + 4 + bytesMax)
    next.initialize(to: UInt8(ascii: ","))
    if lead.hasComma { next += 1 }
    if let key = lead.key {
      next.initialize(to: UInt8(ascii: "\""))
      (next + 1).initialize(fromShort: key.utf8Start, count: length)
      (next + 1 + length).initialize(to: UInt8(ascii: "\""))
      (next + 2 + length).initialize(to: UInt8(ascii: ":"))
      next += length + 3
    }
    let bytes = value(next)
    precondition(0...bytesMax ~= bytes, "a value was measured too short")
    next += bytes
  }

  /// A text between quotes, escaped where it must be.
  package mutating func put(quoted text: String, keepsLessThan: Bool = false) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable {
      put(quoted: $0, keepsLessThan: keepsLessThan)
    }
    guard isWritten == nil else { return }
    var copy = text
    copy.withUTF8 { put(quoted: $0, keepsLessThan: keepsLessThan) }
  }

  /// A text between quotes, escaped where it must be; UTF-8.
  package mutating func put(
    quoted text: UnsafeBufferPointer<UInt8>, keepsLessThan: Bool = false
  ) {
    guard JSONEscape.isNeeded(in: text) else {
      let target = claim(text.count + 2)
      target.initialize(to: UInt8(ascii: "\""))
      if let source = text.baseAddress {
        (target + 1).initialize(fromShort: source, count: text.count)
      }
      return (target + 1 + text.count).initialize(to: UInt8(ascii: "\""))
    }
    // Room for all of it at once, so that what follows asks for nothing more but for escapes.
    ensure(text.count + 2)
    put(UInt8(ascii: "\""))
    var start = 0
    while let index = JSONEscape.first(in: text, from: start) {
      put(text, start, index)
      let byte = text[index]
      if keepsLessThan, byte == UInt8(ascii: "<") { put(byte) } else { put(escaped: byte) }
      start = index + 1
    }
    put(text, start, text.count)
    put(UInt8(ascii: "\""))
  }

  private mutating func put(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): put("\\\"")
    case UInt8(ascii: "\\"): put("\\\\")
    case UInt8(ascii: "\n"): put("\\n")
    case UInt8(ascii: "\r"): put("\\r")
    case UInt8(ascii: "\t"): put("\\t")
    default:
      put("\\u00")
      put(JSONEscape.digit(byte >> 4))
      put(JSONEscape.digit(byte & 0x0F))
    }
  }

  /// The bytes from `start` up to `end`.
  @inline(__always)
  private mutating func put(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
    guard let source = text.baseAddress, start < end else { return }
    claim(end - start).initialize(fromShort: source + start, count: end - start)
  }

  /// The next bytes, all of which the caller fills.
  @inline(__always)
  private mutating func claim(_ bytes: Int) -> UnsafeMutablePointer<UInt8> {
    ensure(bytes)
    defer { next += bytes }
    return next
  }

  @inline(__always)
  private mutating func ensure(_ bytes: Int) {
    if bytes > end - next { grow(by: bytes) }
  }

  /// To twice the size, so that all growing together costs no more than writing once more.
  @inline(never)
  private mutating func grow(by bytes: Int) {
    let (count, capacity) = (count, end - start)
    let larger = capacity + max(capacity, bytes)
    let (buffer, target) = Self.allocate(larger)
    target.moveInitialize(from: start, count: count)
    self.buffer = buffer
    (start, next, end) = (target, target + count, target + larger)
  }
}
