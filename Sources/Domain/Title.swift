import Text

/// One line of text that a cell draws: 1 to 100 characters as a reader counts them.
///
/// A character is a grapheme cluster: a family emoji of seven code points is one. The text is in
/// NFC, and invisible characters at its ends are cut off: one title has one spelling.
package struct Title: Sendable, Hashable, CustomStringConvertible {
  package static let charactersMax = 100
  /// Bytes of UTF-8. One grapheme cluster may hold any number of combining marks; the longest emoji
  /// take 35 bytes, so a hundred of them fit.
  package static let bytesMax = 4_096
  /// The longest input in bytes of UTF-8: a decomposed text takes three times its space, and some
  /// programs pad it.
  private static let sentBytesMax = 16 * bytesMax
  package let text: String

  /// - Throws: `empty`, `too_long` or `control_character`.
  package init(_ text: String) throws(ValidationError) { try self.init(text, charactersMin: 1) }

  /// - Parameter charactersMin: the number that error messages name. The caller checks any number
  ///   above 1.
  init(_ sent: String, charactersMin: Int) throws(ValidationError) {
    func flaw(_ code: String, _ detail: String) -> ValidationError {
      Self.flaw(code, detail, charactersMin: charactersMin)
    }
    guard sent.utf8.count <= Self.sentBytesMax else {
      throw flaw("too_long", "Longer than \(Self.charactersMax) characters.")
    }
    let text = sent.tidied
    guard text.utf8.count <= Self.bytesMax || text.hasMore(than: Self.charactersMax) else {
      throw .tooManyBytes(limit: Self.bytesMax)
    }
    guard text.utf8.count <= Self.bytesMax, Self.characters(of: text) <= Self.charactersMax else {
      throw flaw("too_long", "Longer than \(Self.charactersMax) characters.")
    }
    guard !text.unicodeScalars.contains(where: Self.forbids) else {
      throw flaw("control_character", "Holds a control character or a line break.")
    }
    guard !text.isEmpty else { throw flaw("empty", Self.invisible) }
    self.text = text
  }

  /// A title from the store.
  ///
  /// `init(_:)` checked it when it was written, and the schema enforces the byte limit, so checking
  /// each character of each row again would find nothing. Only the free checks are made, which find
  /// a column that was emptied by hand.
  /// - Throws: `empty` or `too_long`, by bytes.
  package init(stored text: String) throws(ValidationError) {
    guard !text.isEmpty else { throw Self.flaw("empty", Self.invisible, charactersMin: 1) }
    guard text.utf8.count <= Self.bytesMax else { throw .tooManyBytes(limit: Self.bytesMax) }
    self.text = text
  }

  package var description: String { text }

  package static func == (left: Title, right: Title) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// The number of characters. Finding grapheme clusters takes a microsecond for each title of an
  /// import, so ASCII, Hangul syllables and Chinese characters, which never join others, are
  /// counted by code points.
  static func characters(of text: String) -> Int {
    var count = 0
    for scalar in text.unicodeScalars {
      guard standsAlone(scalar) else { return text.count }
      count += 1
    }
    return count
  }

  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7E, 0xAC00...0xD7A3, 0x4E00...0x9FFF: true
    default: false
    }
  }

  private static let invisible = "No visible character."

  private static func flaw(_ code: String, _ detail: String, charactersMin: Int) -> ValidationError
  {
    ValidationError(
      code, detail,
      hint: "Write \(charactersMin) to \(charactersMax) visible characters on one line.",
      allowed: code == "control_character" ? nil : .characters(charactersMin...charactersMax))
  }

  /// Control characters and line breaks break a cell's one line; bidirectional overrides and
  /// isolates can make a title look like another one. The zero-width joiner is allowed: family
  /// emoji need it.
  private static func forbids(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// Whether it has more characters than that; stops counting there.
  func hasMore(than characters: Int) -> Bool { !dropFirst(characters).isEmpty }
}

extension ValidationError {
  /// The error for too many bytes: a few characters can have any number of marks.
  static func tooManyBytes(limit: Int) -> ValidationError {
    ValidationError(
      "too_long", "Longer than \(limit) bytes of UTF-8.",
      hint: "Put fewer combining marks on the characters.")
  }
}

/// A readable name, for people and files: 1 to 64 of `a-z`, `0-9` and `-`; the first is not `-`.
///
/// It fits into URLs, file names and shells without escaping, and has only one spelling.
package struct Slug: Sendable, Hashable, CustomStringConvertible {
  package static let lengthMax = 64
  package let text: String

  /// - Throws: `empty`, `too_long` or `malformed`.
  package init(_ text: String) throws(ValidationError) {
    let bytes = text.utf8
    guard let first = bytes.first else { throw Self.flaw("empty", "The key is empty.") }
    guard bytes.count <= Self.lengthMax else {
      throw Self.flaw("too_long", "The key is longer than \(Self.lengthMax) characters.")
    }
    guard first != UInt8(ascii: "-"), bytes.allSatisfy(Self.allows) else {
      throw Self.flaw("malformed", "The key has an invalid character.")
    }
    self.text = text
  }

  package var description: String { text }

  private static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: byte == UInt8(ascii: "-")
    }
  }

  private static func flaw(_ code: String, _ detail: String) -> ValidationError {
    ValidationError(
      code, detail, hint: "Write 1 to \(lengthMax) of a-z, 0-9 and -, such as spring-outer.",
      allowed: code == "malformed" ? .example("spring-outer") : .characters(1...lengthMax))
  }
}
