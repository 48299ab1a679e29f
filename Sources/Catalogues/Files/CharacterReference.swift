/// A character that XML or HTML names: `&amp;`, `&#54616;`, `&#xD55C;`.
///
/// Of HTML's two thousand names those that shops write. An unknown one stays as it is written.
struct CharacterReference {
  let text: String
  /// Bytes, with the ampersand and the semicolon.
  let length: Int

  /// Nil for anything else.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.first == 0x26, let end = bytes.prefix(12).firstIndex(of: 0x3B) else { return nil }
    let name = bytes[(bytes.startIndex + 1)..<end]
    guard let text = Self.numbered(name) ?? Self.names[String(decoding: name, as: UTF8.self)]
    else { return nil }
    self.text = text
    length = end + 1 - bytes.startIndex
  }

  private static func numbered(_ name: ArraySlice<UInt8>) -> String? {
    guard name.first == 0x23 else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == 0x78 || digits.first == 0x58
    let written = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
    return UInt32(written, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
      .map { String($0) }
  }

  private static let names = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ensp": " ",
    "emsp": " ", "thinsp": " ", "zwnj": "", "zwj": "\u{200D}", "shy": "", "copy": "©", "reg": "®",
    "trade": "™", "deg": "°", "plusmn": "±", "sup1": "¹", "sup2": "²", "sup3": "³", "micro": "µ",
    "middot": "·", "bull": "•", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘",
    "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«",
    "raquo": "»", "times": "×", "divide": "÷", "frac12": "½", "frac14": "¼", "frac34": "¾",
    "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "sect": "§", "para": "¶", "hearts": "♥",
    "star": "☆", "check": "✓", "larr": "←", "rarr": "→", "uarr": "↑", "darr": "↓", "agrave": "à",
    "aacute": "á", "acirc": "â", "atilde": "ã", "auml": "ä", "aring": "å", "aelig": "æ",
    "ccedil": "ç", "egrave": "è", "eacute": "é", "ecirc": "ê", "euml": "ë", "iacute": "í",
    "icirc": "î", "iuml": "ï", "ntilde": "ñ", "oacute": "ó", "ocirc": "ô", "ouml": "ö",
    "oslash": "ø", "uacute": "ú", "ucirc": "û", "uuml": "ü", "szlig": "ß", "Eacute": "É",
    "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "prime": "′", "Prime": "″", "infin": "∞", "ne": "≠",
    "le": "≤", "ge": "≥", "asymp": "≈", "ordm": "º", "ordf": "ª", "iexcl": "¡", "iquest": "¿",
  ]
}
