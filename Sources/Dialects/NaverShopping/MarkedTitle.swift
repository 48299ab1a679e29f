/// A title as Naver's search shows it: HTML in which `<b>` stands around what was searched for, and
/// everything else is escaped.
struct MarkedTitle {
  let html: String

  /// - Parameter matches: offsets of UTF-16 into the title, in any order; what lies outside counts
  ///   for nothing. A character of which any part matches is marked as a whole: a mark inside of an
  ///   emoji or before an accent would tear it apart.
  init(_ title: String, matches: [Range<Int>]) {
    let sorted = matches.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
    var rest = sorted[...]
    var html = ""
    var (isMarked, offset) = (false, 0)
    for character in title {
      let end = offset + character.utf16.count
      while let match = rest.first, match.upperBound <= offset { rest.removeFirst() }
      let matches = rest.contains { $0.lowerBound < end && $0.upperBound > offset }
      if matches != isMarked { html += matches ? "<b>" : "</b>" }
      isMarked = matches
      html += Self.escaped(character)
      offset = end
    }
    self.html = isMarked ? html + "</b>" : html
  }

  private static func escaped(_ character: Character) -> String {
    var text = ""
    for scalar in character.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
