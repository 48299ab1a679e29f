import LocalPostgres

/// One thing that can be configured; all of them are in `Settings.swift`.
package struct Setting: Sendable, Hashable, CaseIterable {
  /// The type of its value.
  package enum Kind: Sendable, Hashable {
    case text
    case choice([String])
    case number(ClosedRange<Int>)
    /// Such as `500ms`, `5s` or `2m`; a bare number means seconds.
    case duration(atMost: Duration)
    /// `true` or `false`.
    case truth
    /// The same, and on the command line its name alone.
    case flag
  }

  /// The default value.
  package struct Fallback: Sendable, ExpressibleByStringLiteral {
    /// How people read it.
    package let shown: String
    /// Whether that is the value itself, and not words about it.
    let isValue: Bool
    /// The value as it would be written; nil where there is none.
    let text: @Sendable (Machine) -> String?

    package init(stringLiteral value: String) {
      (shown, isValue, text) = (value, true, { _ in value })
    }

    private init(about words: String, _ text: @escaping @Sendable (Machine) -> String?) {
      (shown, isValue, self.text) = (words, false, text)
    }

    static func none(_ words: String = "none") -> Fallback { Fallback(about: words) { _ in nil } }

    static func computed(
      _ words: String, _ text: @escaping @Sendable (Machine) -> String?
    ) -> Fallback { Fallback(about: words, text) }
  }

  /// The flag without its dashes.
  package let key: String
  package let kind: Kind
  package let fallback: Fallback
  /// Whether its value must not be repeated, not even in a message about a mistake in it.
  package let isSecret: Bool
  private let hasFlag: Bool
  /// One sentence for people.
  package let help: String

  init(
    _ key: String, _ kind: Kind, _ fallback: Fallback, isSecret: Bool = false,
    hasFlag: Bool = true, _ help: String
  ) {
    self.key = key
    self.kind = kind
    self.fallback = fallback
    self.isSecret = isSecret
    self.hasFlag = hasFlag
    self.help = help
  }

  package static func == (one: Setting, other: Setting) -> Bool { one.key == other.key }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }

  /// `MOA_DATABASE_URL`.
  package var environmentVariable: String {
    "MOA_" + key.uppercased().replacing("-", with: "_")
  }

  /// Nil where a flag would show a secret in the list of processes.
  package var flag: String? { hasFlag ? "--" + key : nil }

  /// How an operator knows it: `--port (MOA_PORT)`.
  package var name: String {
    guard let flag else { return environmentVariable }
    return "\(flag) (\(environmentVariable))"
  }

  /// The form of a valid value, after "write".
  package var form: String {
    switch kind {
    case .text: "a text"
    case .choice(let words): Self.alternatives(words)
    case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .duration(let longest):
      "a duration such as 500ms, 5s or 2m, at most \(longest.components.seconds)s"
    case .truth, .flag: "true or false"
    }
  }

  /// `auto, on or off`.
  private static func alternatives(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
