extension String {
  /// The text as it is stored, searched and compared: composed, and without invisible characters
  /// at its ends.
  ///
  /// The first cell of a spreadsheet begins with U+FEFF, and a suggested word of a keyboard ends
  /// with a space. A text of nothing else becomes empty.
  package var tidied: String { composed.trimmed }

  /// The text without white space and characters without a picture at its ends.
  ///
  /// Characters that belong to the picture of the visible character before them stay: variation
  /// selectors, and the tags that make flags of regions.
  package var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isInvisible }) else { return "" }
    let last = scalars.lastIndex { !$0.isInvisible } ?? first
    let end =
      scalars[scalars.index(after: last)...].firstIndex { !$0.isPartOfPicture } ?? scalars.endIndex
    guard first > scalars.startIndex || end < scalars.endIndex else { return self }
    return String(scalars[first..<end])
  }
}

extension Unicode.Scalar {
  /// Whether a reader sees nothing: white space, fillers, joiners and marks of direction, and the
  /// blank of braille, which Unicode does not call white space.
  package var isInvisible: Bool {
    switch value {
    case 0x20, 0x2800: true
    case 0x21...0x7E, 0xAC00...0xD7A3, 0x4E00...0x9FFF: false
    default: properties.isWhitespace || properties.isDefaultIgnorableCodePoint
    }
  }

  /// Source: Unicode Technical Standard #51, §1.4.4, §1.4.6 and annex C.
  fileprivate var isPartOfPicture: Bool {
    switch value {
    case 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F: true
    default: false
    }
  }
}
