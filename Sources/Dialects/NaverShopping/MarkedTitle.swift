/// A title as in Naver's search: HTML with `<b>` around the matches, and everything else escaped.
struct MarkedTitle {
  let html: String

  /// - Parameter matches: UTF-16 offsets into the title, in any order; those outside are ignored. A
  ///   character with a matching part is marked as a whole: a tag inside of an emoji or before an
  ///   accent would break it.
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
