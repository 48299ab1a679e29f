import Domain
import Postgres

/// The input of the search statements.
struct SearchCall: Sendable {
  let search: ProductSearch
  let plan: SearchPlan
  /// Whether it may take long, so that other statements do not wait for it.
  let isLong: Bool

  /// The start of the page; before all products for the first page.
  fileprivate var start: ProductPosition {
    let isAscending = search.sort == .relevance || search.sort == .priceAscending
    return search.position ?? ProductPosition(rank: isAscending ? .min : .max, id: .max)
  }
}

/// The parameters of all search statements; each statement uses some of them.
typealias P = SearchParameters

enum SearchParameters {
  static let (startRank, startID) = ("$1::int8", "$2::int8")
  static let (skip, limit) = ("$3::int8", "$4::int8")
  /// The number of products that a walk reads, and the number of its matches that are ranked.
  static let (rows, ranked) = ("$5::int8", "$6::int8")
  static let (anyGram, allGrams) = ("$7::int4[]", "$8::int4[]")
  /// The query without spaces.
  static let whole = "$9::text"
  static let (isFiltered, onSale, inStock) = ("$10::bool", "$11::bool", "$12::bool")
  static let excludesUsed = "$13::bool"
  static let (priceMin, priceMax) = ("$14::int8", "$15::int8")
  static let (vendor, event) = ("$16::uuid", "$17::int8")
  /// Null for all.
  static let (itemTypes, categories) = ("$18::int8[]", "$19::int8[]")
  static let brands = "$20::text[]"
  static let options = OptionMatches(from: 21)
  /// Null for a query without numbers; see ``hasNumbers(_:in:)``.
  static let numbers = "$26::text[]"
  static let onlyWonAndDollars = "$27::bool"
  private static let wordsStart = 28
  /// Ranges of words, of statements that return words.
  static let (firstWords, endWords) = ("$\(wordsEnd)::text[]", "$\(wordsEnd + 1)::text[]")
  private static let wordsEnd = wordsStart + 2 * SearchQuery.wordsMax

  /// Whether a row `s` has every word of the query, each in one of its readings.
  static let isMatch = "\(hasWords("s.body")) and \(hasNumbers())"

  /// Whether the words of a row `s` that begin with digits are not inside of longer numbers: `50ml`
  /// is not in `750ml`. Only rows with these words are tried, because this takes longer.
  static func hasNumbers(
    _ numbers: String = numbers, in text: String = "s.title || chr(10) || s.body"
  ) -> String {
    "(\(numbers) is null or (\(text)) ~ all (\(numbers)))"
  }

  /// Whether a text has every word of the query, each in one of its readings.
  ///
  /// - Parameter asWholes: whether words must be between spaces; otherwise they match anywhere.
  static func hasWords(_ column: String, asWholes: Bool = false) -> String {
    hasWords(column) { "$\(wordsStart + 2 * $0 + (asWholes ? 1 : 0))::text[]" }
  }

  /// - Parameter word: the patterns for the readings of a word, or null.
  static func hasWords(_ column: String, of word: (Int) -> String) -> String {
    (0..<SearchQuery.wordsMax).map(word)
      .map { "(\($0) is null or \(column) like any (\($0)))" }.joined(separator: " and ")
  }

  @Sendable static func bind(_ call: SearchCall, _ encoder: inout ParameterEncoder) {
    let (search, filter) = (call.search, call.search.filter)
    encoder.int8(call.start.rank)
    encoder.int8(call.start.id)
    encoder.int8(Int64(search.skip))
    encoder.int8(Int64(search.limit))
    encoder.int8(Int64(call.plan.rows))
    encoder.int8(Int64(search.rankedMax))
    encoder.array(call.plan.grams.anyOf, of: .int4)
    encoder.array(call.plan.grams.allOf, of: .int4)
    encoder.text(search.pattern.whole)
    encoder.bool(!filter.isEmpty)
    encoder.bool(filter.onlyOnSale)
    encoder.bool(filter.onlyInStock)
    encoder.bool(filter.excludesUsed)
    encoder.int8(filter.priceMin)
    encoder.int8(filter.priceMax)
    encoder.uuid(filter.vendor?.bytes)
    encoder.int8(filter.event)
    encoder.int8Array(filter.itemTypes.isEmpty ? nil : filter.itemTypes)
    encoder.int8Array(filter.categories.isEmpty ? nil : filter.categories)
    encoder.textArray(filter.brands.isEmpty ? nil : filter.brands)
    encoder.options(filter.options, inStock: filter.onlyInStock)
    let numbers = search.pattern.numbers
    encoder.textArray(numbers.isEmpty ? nil : numbers)
    encoder.bool(filter.onlyWonAndDollars)
    // Folded words have no characters with a meaning in patterns.
    for index in 0..<SearchQuery.wordsMax {
      let words = search.pattern.words
      let readings = words.indices.contains(index) ? words[index] : nil
      encoder.textArray(readings?.map { "%\($0)%" })
      encoder.textArray(readings?.map { "% \($0) %" })
    }
  }
}

extension SearchPattern {
  /// A regular expression for each word with a reading that begins with a digit, which no other
  /// digit may precede. Before a title is a space, and before a body a line break.
  var numbers: [String] {
    words.filter { $0.contains(where: \.beginsWithDigit) }.map { readings in
      readings.map { ($0.beginsWithDigit ? "[^0-9]" : "") + $0.spaced }.joined(separator: "|")
    }
  }
}

extension String {
  /// A regular expression for the text, also with spaces inside. It contains no space itself.
  fileprivate var spaced: String {
    unicodeScalars.map { scalar in
      let isSign =
        scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
      return (isSign ? "\\" : "") + String(scalar)
    }.joined(separator: #"\u0020?"#)
  }
}
