#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension String {
  /// Nil for bytes that are not UTF-8.
  ///
  /// Decoded and compared, because decoding replaces whatever is not UTF-8 by U+FFFD, and is done
  /// in a third of the time that `String(validating:as:)` takes.
  init?(utf8 bytes: UnsafeRawBufferPointer) {
    var text = String(decoding: bytes, as: UTF8.self)
    let isSame = text.withUTF8 { decoded in
      guard decoded.count == bytes.count else { return false }
      guard let one = decoded.baseAddress, let other = bytes.baseAddress else { return true }
      return memcmp(one, other, bytes.count) == 0
    }
    guard isSame else { return nil }
    self = text
  }
}

extension UnsafeRawBufferPointer {
  /// Whether one of the bytes is zero.
  var hasZero: Bool {
    guard let baseAddress else { return false }
    return memchr(baseAddress, 0, count) != nil
  }
}
