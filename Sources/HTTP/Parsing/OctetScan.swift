/// Scans over bytes.
///
/// The loops read through a plain pointer, whose bounds they keep themselves: the subscript of a
/// buffer looks at an optional base each time, which took half of the parser's instructions.
extension UnsafeRawBufferPointer {
  /// The first byte from `start` on that is no `tchar`, or the end.
  func endOfToken(from start: Int) -> Int {
    guard let base = baseAddress else { return start }
    let end = count
    var at = start
    while at < end, Octet.isToken(base.load(fromByteOffset: at, as: UInt8.self)) { at &+= 1 }
    return at
  }

  /// The first byte from `start` on that needs a thought in a target, or `limit`, or the end.
  ///
  /// Eight bytes at a time, as in values: targets with cursors are long.
  func endOfPlainTarget(from start: Int, limit: Int) -> Int {
    guard let base = baseAddress else { return start }
    let end = Swift.min(count, limit)
    var at = start
    while end &- at >= 8 {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let refused =
        Self.below(word, Octet.space + 1) | Self.matches(word, Octet.delete)
        | Self.matches(word, Octet.hash) | Self.aboveASCII(word)
      let stops = refused | Self.matches(word, Octet.percent) | Self.matches(word, Octet.question)
      guard stops == 0 else { return at &+ stops.trailingZeroBitCount >> 3 }
      at &+= 8
    }
    while at < end {
      let byte = base.load(fromByteOffset: at, as: UInt8.self)
      guard Octet.isTarget(byte), byte != Octet.percent, byte != Octet.question else { break }
      at &+= 1
    }
    return at
  }

  /// The first byte from `start` on that no field value may hold, or the end.
  ///
  /// Eight bytes at a time: values are most of a head, and nearly all of their bytes are plain.
  func endOfFieldText(from start: Int) -> Int {
    guard let base = baseAddress else { return start }
    let end = count
    var at = start
    while end &- at >= 8 {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let stops = Self.below(word, Octet.space) | Self.matches(word, Octet.delete)
      guard stops != 0 else {
        at &+= 8
        continue
      }
      at &+= stops.trailingZeroBitCount >> 3
      guard base.load(fromByteOffset: at, as: UInt8.self) == Octet.tab else { return at }
      at &+= 1
    }
    while at < end, Octet.isFieldText(base.load(fromByteOffset: at, as: UInt8.self)) { at &+= 1 }
    return at
  }

  /// The first such byte from `start` on, or the end.
  func next(_ byte: UInt8, from start: Int) -> Int {
    guard let base = baseAddress else { return start }
    let end = count
    var at = start
    while end &- at >= 8 {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let found = Self.matches(word, byte)
      guard found == 0 else { return at &+ found.trailingZeroBitCount >> 3 }
      at &+= 8
    }
    while at < end, base.load(fromByteOffset: at, as: UInt8.self) != byte { at &+= 1 }
    return at
  }

  func holds(_ byte: UInt8) -> Bool { next(byte, from: 0) < count }

  // All set the high bit of each matching byte; a borrow can only mark bytes above a true match,
  // so the lowest mark is always exact.
  @inline(__always)
  private static func below(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    (word &- 0x0101_0101_0101_0101 &* UInt64(byte)) & ~word & 0x8080_8080_8080_8080
  }

  @inline(__always)
  private static func aboveASCII(_ word: UInt64) -> UInt64 { word & 0x8080_8080_8080_8080 }

  @inline(__always)
  private static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let difference = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }

  /// Whether these bytes are `lowercase`, a literal of at least one byte in lower case, in any
  /// case.
  func equals(ignoringCase lowercase: StaticString) -> Bool {
    let end = count
    guard end == lowercase.utf8CodeUnitCount, let base = baseAddress else { return false }
    let wanted = lowercase.utf8Start
    var at = 0
    while at < end {
      let byte = base.load(fromByteOffset: at, as: UInt8.self)
      guard Octet.lowercased(byte) == wanted[at] else { return false }
      at &+= 1
    }
    return true
  }

  /// Whether both are equal when A to Z count as a to z.
  func equals(ignoringCase other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    for index in 0..<count
    where Octet.lowercased(self[index]) != Octet.lowercased(other[index]) {
      return false
    }
    return true
  }

  /// Whether no byte has its high bit set.
  var isASCII: Bool {
    var at = 0
    while count - at >= 8 {
      let word = loadUnaligned(fromByteOffset: at, as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { return false }
      at += 8
    }
    while at < count {
      guard self[at] < 0x80 else { return false }
      at += 1
    }
    return true
  }

  /// Labelled, since a literal would rather be a String than a StaticString.
  func equals(text: String) -> Bool { text.withBytes { equals($0) } }

  func equals(_ text: StaticString) -> Bool {
    equals(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private func equals(_ other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count, let base = baseAddress, let start = other.baseAddress else {
      return isEmpty && other.isEmpty
    }
    for offset in 0..<count {
      let byte = base.load(fromByteOffset: offset, as: UInt8.self)
      guard byte == start.load(fromByteOffset: offset, as: UInt8.self) else { return false }
    }
    return true
  }

  /// Without SP and HTAB at both ends.
  var trimmed: UnsafeRawBufferPointer {
    var start = 0
    var end = count
    while start < end, Octet.isBlank(self[start]) { start += 1 }
    while start < end, Octet.isBlank(self[end - 1]) { end -= 1 }
    return slice(start, end)
  }
}

extension String {
  /// Calls `body` with its UTF-8 without a copy. `withUTF8` needs a variable, and copying a text
  /// into one counts a reference to its memory.
  func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    let found = utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
    if let found { return found }
    var text = self
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
