extension String {
  /// What `body` makes of its UTF-8, where it lies, for as long as `body` runs. `withUTF8` wants a
  /// variable, and to copy a text into one counts a reference to its memory.
  @inlinable @inline(__always)
  package func withOctets<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    let found = utf8.withContiguousStorageIfAvailable(body)
    if let found { return found }
    var text = self
    return text.withUTF8(body)
  }

  /// Whether both are the same octets of UTF-8.
  ///
  /// Swift's strings are equal when they look alike: a text that is sent again in another
  /// normalization would count as unchanged. Eight at a time, because a list that nothing happened
  /// to is known by it.
  func hasSameOctets(as other: String) -> Bool {
    let areEqual = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        UnsafeRawBufferPointer(left).hasSameOctets(as: UnsafeRawBufferPointer(right))
      }
    }
    return areEqual.flatMap { $0 } ?? utf8.elementsEqual(other.utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether both are the same octets, wherever they lie.
  package func hasSameOctets(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard count >= 8 else { return elementsEqual(other) }
    var offset = 0
    while count - offset > 8 {
      guard word(at: offset) == other.word(at: offset) else { return false }
      offset += 8
    }
    return word(at: count - 8) == other.word(at: count - 8)
  }

  private func word(at offset: Int) -> UInt64 {
    loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }
}
