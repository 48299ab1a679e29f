/// The searchable text of a product: its title, brand and maker, folded.
package struct SearchDocument: Sendable, Hashable {
  /// The words of the title, with a space before and after each: ` 겨울 패딩 점퍼 `.
  package let title: String
  /// Title, brand and maker without spaces, one line each: `울블렌드` finds `울 블렌드`.
  package let body: String
  /// The grams of the body, each once; see ``SearchGram``.
  package let grams: [Int32]
  /// The words of the title, each once; suggestions are made of them.
  package let terms: [String]

  package init(title: String, brand: String?, maker: String?) {
    let folded = FoldedText(title)
    let parts = [folded.compact] + [brand, maker].map { FoldedText($0 ?? "").compact }
    self.title = " \(folded.text) "
    body = parts.joined(separator: "\n")
    grams = Array(Set(parts.flatMap { SearchGram.all(of: $0) })).sorted()
    terms = Self.terms(of: self.title)
  }

  /// The terms of a folded title, each once.
  ///
  /// - Parameter title: its words, between spaces.
  package static func terms(of title: String) -> [String] {
    Array(Set(title.split(separator: " ").map { String($0) }.filter(isTerm))).sorted()
  }

  package init(_ draft: ProductDraft) {
    self.init(
      title: draft.name.text, brand: draft.details.brand?.text, maker: draft.details.maker?.text)
  }

  package var compactTitle: String { String(body.prefix { $0 != "\n" }) }

  /// Single letters and very long words are not suggested.
  private static func isTerm(_ word: String) -> Bool {
    (2...30).contains(word.unicodeScalars.count)
      && word.unicodeScalars.contains { $0.properties.isAlphabetic }
  }
}

/// Numbers for single characters and pairs of adjacent ones, by which an index finds texts.
///
/// Two different ones may have the same number: the index only finds candidates. Source: FNV-1a,
/// Fowler, Noll, Vo.
package enum SearchGram {
  /// All grams of a text without spaces.
  package static func all(of text: String) -> [Int32] {
    let scalars = Array(text.unicodeScalars)
    return scalars.map { number([$0]) } + pairs(of: scalars)
  }

  /// The grams of every text that contains `part`: all pairs in it, or its only character.
  package static func needed(for part: String) -> [Int32] {
    let scalars = Array(part.unicodeScalars)
    return scalars.count == 1 ? [number(scalars)] : pairs(of: scalars)
  }

  private static func pairs(of scalars: [Unicode.Scalar]) -> [Int32] {
    zip(scalars, scalars.dropFirst()).map { number([$0, $1]) }
  }

  private static func number(_ scalars: [Unicode.Scalar]) -> Int32 {
    var hash: UInt32 = 0x811C_9DC5
    for scalar in scalars {
      for shift in [0, 8, 16] as [UInt32] {
        hash = (hash ^ (scalar.value >> shift & 0xFF)) &* 0x0100_0193
      }
    }
    return Int32(bitPattern: hash)
  }
}
