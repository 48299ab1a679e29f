import Domain
import Postgres

/// What the statements of a search are given.
struct SearchCall: Sendable {
  /// As many words as may have several readings: all of a query.
  static let choicesMax = SearchQuery.wordsMax

  let search: ProductSearch
  let plan: SearchPlan
  /// What every match has.
  private let words: [String]
  /// What every match has one of, for each.
  private let choices: [[String]]

  init(_ search: ProductSearch, _ plan: SearchPlan) {
    self.search = search
    self.plan = plan
    choices = search.pattern.words.filter { $0.count > 1 }
    words = search.pattern.words.filter { $0.count == 1 }.flatMap { $0 }
  }

  var hasChoices: Bool { !choices.isEmpty }

  // Folded words hold no sign that means something in a pattern.

  /// Patterns of all words, around each of which anything may stand.
  var wordsAnywhere: [String] { words.map { "%\($0)%" } }
  /// The same with a space before and after each word.
  var wholeWords: [String] { words.map { "% \($0) %" } }

  func choiceAnywhere(_ index: Int) -> [String] {
    choices.indices.contains(index) ? choices[index].map { "%\($0)%" } : ["%"]
  }

  func wholeChoice(_ index: Int) -> [String] {
    choices.indices.contains(index) ? choices[index].map { "% \($0) %" } : ["%"]
  }

  /// Where the page begins: beyond everything, when it is the first.
  var start: ProductPosition {
    search.position
      ?? ProductPosition(rank: search.sort.ranksAscend ? .min : .max, id: .max)
  }
}

extension SearchSort {
  /// Whether the lowest rank comes first.
  var ranksAscend: Bool { self == .relevance || self == .priceAscending }
}

/// Puts the text of a search together, and remembers what its parameters are.
struct SearchText {
  typealias Binding = @Sendable (SearchCall, inout ParameterEncoder) -> Void
  private(set) var bindings: [Binding] = []

  /// A parameter, as the text names it.
  mutating func parameter(_ type: String, _ bind: @escaping Binding) -> String {
    bindings.append(bind)
    return "$\(bindings.count)::\(type)"
  }

  mutating func number(_ value: @escaping @Sendable (SearchCall) -> Int64?) -> String {
    parameter("int8") { call, encoder in encoder.int8(value(call)) }
  }

  mutating func texts(_ value: @escaping @Sendable (SearchCall) -> [String]) -> String {
    parameter("text[]") { call, encoder in encoder.textArray(value(call)) }
  }

  mutating func text(_ value: @escaping @Sendable (SearchCall) -> String?) -> String {
    parameter("text") { call, encoder in encoder.text(value(call)) }
  }

  mutating func flag(_ value: @escaping @Sendable (SearchCall) -> Bool) -> String {
    parameter("bool") { call, encoder in encoder.bool(value(call)) }
  }
}
