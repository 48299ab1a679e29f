#if canImport(Darwin)
  import Foundation
#else
  // Used by Swift's own comparison of strings; it has no public name yet.
  @_spi(_Unicode) import Swift
#endif

extension String {
  /// The text in Unicode's composed form, NFC: `e` and a combining accent become `é`, and the
  /// jamo of a syllable become the syllable.
  ///
  /// macOS takes names of files apart, so one title arrives in two spellings. A store compares
  /// bytes and must see one.
  /// Source: Unicode Standard Annex #15.
  package var composed: String {
    guard unicodeScalars.contains(where: { !$0.isAlwaysComposed }) else { return self }
    #if canImport(Darwin)
      return precomposedStringWithCanonicalMapping
    #else
      var scalars = UnicodeScalarView()
      for scalar in _nfc { scalars.append(scalar) }
      return String(scalars)
    #endif
  }

  /// The text in Unicode's decomposed form, NFD: each mark is a scalar after its letter.
  package var decomposed: String {
    #if canImport(Darwin)
      return decomposedStringWithCanonicalMapping
    #else
      var scalars = UnicodeScalarView()
      for scalar in _nfd { scalars.append(scalar) }
      return String(scalars)
    #endif
  }
}

extension Unicode.Scalar {
  /// Whether it never changes by composition with others of its kind: Latin letters,
  /// Hangul syllables and Chinese characters, which most texts consist of.
  fileprivate var isAlwaysComposed: Bool {
    switch value {
    case 0..<0x0300, 0xAC00...0xD7A3, 0x4E00...0x9FFF: true
    default: false
    }
  }
}
