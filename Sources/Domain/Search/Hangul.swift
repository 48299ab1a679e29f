/// Hangul: composed syllables in Unicode, and the keys that type them on the Korean two-set
/// keyboard.
///
/// Source: Unicode Standard, section 3.12; KS X 5002 (two-set keyboard).
package enum Hangul {
  /// Consonants that can begin a syllable, as single letters, and their keys.
  private static let leads = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
  private static let leadKeys = [
    "r", "R", "s", "e", "E", "f", "a", "q", "Q", "t", "T", "d", "w", "W", "c", "z", "x", "v", "g",
  ]
  private static let vowelKeys = [
    "k", "o", "i", "O", "j", "p", "u", "P", "h", "hk", "ho", "hl", "y", "n", "nj", "np", "nl",
    "b", "m", "ml", "l",
  ]
  /// Keys of the consonants that can end a syllable; the first is none.
  private static let tailKeys = [
    "", "r", "R", "rt", "s", "sw", "sg", "e", "f", "fr", "fa", "fq", "ft", "fx", "fv", "fg", "a",
    "q", "qt", "t", "T", "d", "w", "c", "z", "x", "v", "g",
  ]
  private static let tails = Array("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)
  private static let firstVowel: UInt32 = 0x314F

  static let isSyllable: ClosedRange<UInt32> = 0xAC00...0xD7A3

  /// Keys of single letters.
  private static let letterKeys: [Unicode.Scalar: String] = {
    var keys: [Unicode.Scalar: String] = [:]
    for (letter, key) in zip(tails, tailKeys.dropFirst()) { keys[letter] = key }
    for (letter, key) in zip(leads, leadKeys) { keys[letter] = key }
    for (offset, key) in vowelKeys.enumerated() {
      if let vowel = Unicode.Scalar(firstVowel + UInt32(offset)) { keys[vowel] = key }
    }
    return keys
  }()

  /// Whether it is a syllable or a letter of Hangul.
  package static func holds(_ scalar: Unicode.Scalar) -> Bool {
    isSyllable.contains(scalar.value) || letterKeys[scalar] != nil
  }

  /// The ASCII keys that type a text; other characters are kept.
  package static func keys(of text: some Sequence<Unicode.Scalar>) -> String {
    var keys = ""
    for scalar in text {
      if isSyllable.contains(scalar.value) {
        let place = Int(scalar.value - 0xAC00)
        keys += leadKeys[place / 588]
        keys += vowelKeys[place % 588 / 28]
        keys += tailKeys[place % 28]
      } else if let key = letterKeys[scalar] {
        keys += key
      } else {
        keys.unicodeScalars.append(scalar)
      }
    }
    return keys
  }

  /// The syllables whose first letter this key types; empty for a vowel and other keys.
  static func syllables(beginningWith key: Unicode.Scalar) -> [Range<UInt32>] {
    leadKeys.firstIndex(of: String(key)).map { index in
      let first = 0xAC00 + UInt32(index) * 588
      return [first..<first + 588]
    } ?? []
  }

  /// The first letter of each syllable; other characters are kept.
  package static func initials(of text: some Sequence<Unicode.Scalar>) -> String {
    var initials = String.UnicodeScalarView()
    for scalar in text {
      let isWhole = isSyllable.contains(scalar.value)
      initials.append(isWhole ? leads[Int(scalar.value - 0xAC00) / 588] : scalar)
    }
    return String(initials)
  }

  /// A text of consonants, or consonants and digits, as initials: keyboards join `ㄱㅅ` to `ㄳ`. Nil
  /// for other texts.
  package static func asInitials(_ text: some Sequence<Unicode.Scalar>) -> String? {
    var initials = String.UnicodeScalarView()
    var hasConsonant = false
    for scalar in text {
      guard !("0"..."9").contains(scalar) else {
        initials.append(scalar)
        continue
      }
      guard scalar.value < firstVowel, let keys = letterKeys[scalar] else { return nil }
      hasConsonant = true
      for key in keys {
        guard let index = leadKeys.firstIndex(of: String(key)) else { return nil }
        initials.append(leads[index])
      }
    }
    return hasConsonant ? String(initials) : nil
  }

  /// The text that these keys type on a Korean keyboard; nil unless all of it is whole syllables.
  package static func typed(_ keys: String) -> String? {
    var typing = SyllableTyping()
    for key in keys {
      guard typing.press(String(key)) else { return nil }
    }
    return typing.whole
  }

  fileprivate static func lead(_ key: String) -> Int? { leadKeys.firstIndex(of: key) }
  fileprivate static func vowel(_ key: String) -> Int? { vowelKeys.firstIndex(of: key) }
  fileprivate static func tail(_ key: String) -> Int? { tailKeys.firstIndex(of: key) }
  fileprivate static func tailKey(_ index: Int) -> String { tailKeys[index] }
  fileprivate static func vowelKey(_ index: Int) -> String { vowelKeys[index] }

  /// A conjoining letter as the single letter that keyboards type.
  static func compatible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x1100...0x1112: leads[Int(scalar.value - 0x1100)]
    case 0x1161...0x1175: Unicode.Scalar(firstVowel + scalar.value - 0x1161) ?? scalar
    case 0x11A8...0x11C2: tails[Int(scalar.value - 0x11A8)]
    default: scalar
    }
  }

  /// Half-width letters have gaps between the vowels.
  static func usualWidth(ofHalfWidth scalar: Unicode.Scalar) -> Unicode.Scalar {
    let value = scalar.value
    let usual: UInt32 =
      switch value {
      case 0xFFA1...0xFFBE: value - 0xFFA1 + 0x3131
      case 0xFFC2...0xFFC7: value - 0xFFC2 + 0x314F
      case 0xFFCA...0xFFCF: value - 0xFFCA + 0x3155
      case 0xFFD2...0xFFD7: value - 0xFFD2 + 0x315B
      case 0xFFDA...0xFFDC: value - 0xFFDA + 0x3161
      default: value
      }
    return Unicode.Scalar(usual) ?? scalar
  }
}

/// Composes syllables key by key, as a two-set keyboard does.
private struct SyllableTyping {
  private var done = String.UnicodeScalarView()
  private var lead: Int?
  private var vowel: Int?
  private var tail = 0

  /// - Returns: false if no whole syllable can have this key here.
  mutating func press(_ key: String) -> Bool {
    if Hangul.vowel(key) != nil { return pressVowel(key) }
    guard let next = Hangul.lead(key) else { return false }
    guard vowel != nil else {
      guard lead == nil else { return false }
      lead = next
      return true
    }
    if let joined = Hangul.tail(Hangul.tailKey(tail) + key) {
      tail = joined
      return true
    }
    finish()
    lead = next
    return true
  }

  private mutating func pressVowel(_ key: String) -> Bool {
    if let vowel, tail == 0 {
      guard let joined = Hangul.vowel(Hangul.vowelKey(vowel) + key) else { return false }
      self.vowel = joined
      return true
    }
    // The last consonant begins the next syllable.
    if vowel != nil, let moved = Hangul.tailKey(tail).last {
      tail = Hangul.tail(String(Hangul.tailKey(tail).dropLast())) ?? 0
      finish()
      lead = Hangul.lead(String(moved))
    }
    guard lead != nil else { return false }
    vowel = Hangul.vowel(key)
    return true
  }

  private mutating func finish() {
    if let lead, let vowel,
      let syllable = Unicode.Scalar(UInt32(0xAC00 + lead * 588 + vowel * 28 + tail))
    {
      done.append(syllable)
    }
    lead = nil
    vowel = nil
    tail = 0
  }

  /// Nil when a syllable has no vowel, or nothing was typed.
  var whole: String? {
    guard lead != nil, vowel != nil else { return nil }
    var finished = self
    finished.finish()
    return String(finished.done)
  }
}
