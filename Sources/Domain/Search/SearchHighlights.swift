extension SearchPattern {
  /// The matches in a title: UTF-16 code units of the original title, in order, not overlapping.
  /// Spaces between matching letters are included.
  package func highlights(in title: String) -> [Range<Int>] {
    let folded = FoldedText(title)
    var letters: [Letter] = []
    var isInNumber = false
    for (scalar, range) in zip(folded.scalars, folded.ranges) {
      if scalar != " " {
        letters.append(Letter(scalar: scalar, range: range, isInNumber: isInNumber))
      }
      isInNumber = ("0"..."9").contains(scalar)
    }
    var marks: [Range<Int>] = []
    for reading in words.joined() {
      let wanted = Array(reading.unicodeScalars)
      guard !wanted.isEmpty, letters.count >= wanted.count else { continue }
      var start = 0
      while start <= letters.count - wanted.count {
        let piece = letters[start..<start + wanted.count]
        guard zip(piece, wanted).allSatisfy({ $0.scalar == $1 }), let first = piece.first,
          let last = piece.last, !(first.isInNumber && reading.beginsWithDigit)
        else {
          start += 1
          continue
        }
        marks.append(first.range.lowerBound..<last.range.upperBound)
        start += wanted.count
      }
    }
    return Self.joined(marks)
  }

  private struct Letter {
    let scalar: Unicode.Scalar
    let range: Range<Int>
    /// Whether a digit is right before it.
    let isInNumber: Bool
  }

  private static func joined(_ marks: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for mark in marks.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, mark.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, mark.upperBound)
      } else {
        joined.append(mark)
      }
    }
    return joined
  }
}

extension FoldedText {
  /// A word as the original text writes it: `Céline` for `celine`. Nil if the text has no such
  /// word, or only together with another.
  ///
  /// - Parameter original: the text that was folded.
  package func spelling(of word: String, in original: String) -> String? {
    let wanted = Array(word.unicodeScalars)
    for found in scalars.split(separator: " ") {
      guard found.elementsEqual(wanted) else { continue }
      let place = ranges[found.startIndex].lowerBound..<ranges[found.endIndex - 1].upperBound
      let spelling = String(decoding: Array(original.utf16)[place], as: UTF16.self)
      return FoldedText(spelling).scalars == wanted ? spelling : nil
    }
    return nil
  }
}
