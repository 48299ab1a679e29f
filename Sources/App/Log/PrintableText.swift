extension String {
  /// The text with control characters replaced, and cut after `limit` characters: fit for one
  /// line on a terminal, whatever somebody typed or sent.
  func printable(_ limit: Int) -> String {
    let safe = unicodeScalars.prefix(limit).map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
    }
    var text = String(String.UnicodeScalarView(safe))
    if unicodeScalars.count > limit { text += "..." }
    return text
  }
}
