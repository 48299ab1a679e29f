/// Whether a statement may change something.
///
/// A pool tries a read again when its connection breaks; a read also has the shorter deadline. And
/// reads share segments: what something that calls itself a read has changed
/// may be undone after it was answered, when its neighbour fails.
public enum Effect: Sendable {
  case read
  case write

  /// Guesses from a statement's text, and takes it for a write when in doubt.
  ///
  /// A read begins with `select`, `values`, `table` or `show`, locks no rows, and calls none of the
  /// built-in functions that leave a trace. A `with` may contain anything, and a function of your
  /// own too: say so with `effect:` where the guess is wrong.
  init(of text: StaticString) {
    let words = text.description.lowercased()
      .split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard let first = words.first, Self.reading.contains(String(first)) else {
      self = .write
      return
    }
    self = words.contains { Self.isMark(of: $0) } ? .write : .read
  }

  private static let reading: Set<String> = ["select", "values", "table", "show"]

  /// `for update` and `for share` hold locks; the functions change sequences, sessions or locks.
  private static func isMark(of word: Substring) -> Bool {
    switch word {
    case "update", "share", "into", "nextval", "setval", "set_config", "pg_notify": true
    default: word.contains("advisory") || word.hasPrefix("pg_terminate") || word.hasPrefix("lo_")
    }
  }
}
