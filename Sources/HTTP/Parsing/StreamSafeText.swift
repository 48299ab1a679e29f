/// Texts of clients, as far as they can be compared in a time that grows with their length alone.
///
/// To compare, hash or compose a text, Swift sorts each run of combining marks in it, in a time
/// that grows with the square of its length: one of 28 KB takes a tenth of a second, each time. No
/// writing system needs more than a few marks on a letter. So a longer run never becomes a
/// `String` that is compared: it is refused, or ignored together with what it stands in.
/// Source: Unicode Standard Annex #15, §13 (Stream-Safe Text Format).
extension String {
  /// Marks in a row. Source: the same.
  package static var marksMax: Int { 30 }

  /// Whether no run of marks in it is longer than ``marksMax``.
  package var isStreamSafe: Bool {
    guard !withBytes(\.isASCII) else { return true }
    var marks = 0
    for scalar in unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      guard marks <= Self.marksMax else { return false }
    }
    return true
  }

  /// The beginning of a text that must not be repeated, for an error that names it, with U+FFFD for
  /// the rest: no name of ours is equal to it.
  package var shownBeginning: String {
    String(unicodeScalars.prefix(Self.marksMax)) + Self.unreadable
  }

  /// Stands for a text that is not stream-safe where nothing can be refused: a field of a request
  /// or the name of a part. It is the name or the value of nothing.
  static var unreadable: String { "\u{FFFD}" }

  /// - Throws: `invalidText` for bytes that are not UTF-8, `tooManyMarks` if they are not
  ///   stream-safe. Nearly all are ASCII, which need not be validated the long way.
  init(received bytes: UnsafeRawBufferPointer) throws(TargetError) {
    guard !bytes.isASCII else {
      self.init(decoding: bytes, as: UTF8.self)
      return
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidText }
    guard text.isStreamSafe else { throw .tooManyMarks(in: text.shownBeginning) }
    self = text
  }
}

extension Unicode.Scalar {
  /// Whether it is a non-starter, or becomes nothing but non-starters when it is decomposed.
  fileprivate var isMark: Bool {
    switch value {
    case ..<0x0300, 0x4E00...0x9FFF, 0xAC00...0xD7A3: false
    case 0x0F73, 0x0F75, 0x0F81, 0xFF9E, 0xFF9F: true
    default: properties.canonicalCombiningClass != .notReordered
    }
  }
}
