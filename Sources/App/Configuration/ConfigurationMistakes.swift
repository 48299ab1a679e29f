/// Every mistake in a configuration, so that an operator mends all of them at once.
package struct ConfigurationMistakes: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence each, without the values of secrets.
  package let sentences: [String]

  package init(_ sentences: [String]) {
    self.sentences = sentences
  }

  /// One line for each mistake.
  package var description: String {
    let count = sentences.count == 1 ? "a mistake" : "\(sentences.count) mistakes"
    return (["\(count) in the configuration:"] + sentences.map { "  " + $0 })
      .joined(separator: "\n")
  }
}
