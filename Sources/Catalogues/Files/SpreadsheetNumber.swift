import Domain

/// Numbers as spreadsheets keep and show them.
enum SpreadsheetNumber {
  /// A number of a sheet as its reader typed it: `19.989999999999998` is 19.99, and
  /// `1.2E+3` is 1200. Beyond fifteen digits a spreadsheet has lost some; such texts stay, so that
  /// they are told.
  static func text(_ kept: String) -> String {
    let isLong = kept.utf8.count > 15 && kept.utf8.contains(0x2E)
    guard isLong || kept.utf8.contains(0x45) || kept.utf8.contains(0x65),
      let number = Double(kept), number.magnitude < 1e15
    else { return kept }
    guard number.rounded() != number else { return String(Int64(number)) }
    let rounded = (number * 1e6).rounded() / 1e6
    return rounded.magnitude > 1e-4 ? "\(rounded)" : kept
  }

  /// `2.3424544E+17`: a code of many digits that a spreadsheet has taken for a number.
  static func isDamaged(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let power = bytes.firstIndex(where: { $0 == 0x45 || $0 == 0x65 }), power > 0,
      power + 2 < bytes.count, bytes[power + 1] == 0x2B
    else { return false }
    return bytes[..<power].allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) }
      && bytes[(power + 2)...].allSatisfy { (0x30...0x39).contains($0) }
  }

  /// An amount as people of any country write it: `12,000원`, `₩12000`, `1.234,50 €`.
  ///
  /// - Throws: for anything that can be read in two ways.
  static func minorUnits(_ text: String, in currency: Currency) throws(Unreadable) -> Int64 {
    var digits = ""
    for character in text.unicodeScalars {
      switch character {
      case "0"..."9", ".", ",", "-": digits.unicodeScalars.append(character)
      case "E", "e", "+": digits.unicodeScalars.append(character)
      case "'", "’", "원", "円", "元", "₩", "￦", "$", "€", "¥", "￥", "£", "\\": continue
      case _ where character.isInvisibleBlank: continue
      default: throw Unreadable()
      }
    }
    guard digits.utf8.count <= 40,
      let plain = point(in: digits, places: currency.fractionDigits),
      let amount = try? Amount(plain),
      let units = try? amount.minorUnits(of: currency, at: "")
    else { throw Unreadable() }
    return units
  }

  struct Unreadable: Error {}

  /// The number with a point before its decimals, and without marks between its thousands.
  private static func point(in text: String, places: Int) -> String? {
    let commas = text.utf8.count { $0 == 0x2C }
    let points = text.utf8.count { $0 == 0x2E }
    switch (commas, points) {
    case (0, 0): return text
    case (0, 1):
      // `12.000` is twelve, or twelve thousand.
      let behind = text.split(separator: ".", omittingEmptySubsequences: false)[1].utf8.count
      return behind == 3 ? nil : text
    case (0, _): return grouped(text, by: ".")
    case (1, 0):
      let behind = text.split(separator: ",", omittingEmptySubsequences: false)[1].utf8.count
      if behind == 3 { return grouped(text, by: ",") }
      return places > 0 && behind <= places && behind > 0
        ? text.replacing(",", with: ".") : nil
    case (_, 0): return grouped(text, by: ",")
    default:
      guard let comma = text.lastIndex(of: ","), let point = text.lastIndex(of: ".") else {
        return nil
      }
      let last = max(comma, point)
      let mark: Character = last == comma ? "." : ","
      guard (last == comma ? commas : points) == 1,
        let whole = grouped(String(text[..<last]), by: mark)
      else { return nil }
      return whole + "." + text[text.index(after: last)...]
    }
  }

  /// The digits, if all groups but the first have three.
  private static func grouped(_ text: String, by mark: Character) -> String? {
    let groups = text.split(separator: mark, omittingEmptySubsequences: false)
    guard groups.dropFirst().allSatisfy({ $0.utf8.count == 3 }),
      (groups.first?.utf8.count ?? 0) <= 4
    else { return nil }
    return groups.joined()
  }
}

extension Unicode.Scalar {
  fileprivate var isInvisibleBlank: Bool { properties.isWhitespace || value == 0xFEFF }
}
