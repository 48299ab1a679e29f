/// A filter by values of options, such as sizes. It lets a product through that has one variant
/// with a wanted value of each option; if only products in stock are wanted, it is in stock.
package struct OptionFilter: Sendable, Hashable {
  /// The largest number of values.
  package static let valuesMax = 20
  /// The options by name, each with its wanted values. A product has at most
  /// ``Variants/optionsMax``, so a filter with more options lets nothing through.
  package let options: [Option]

  package init(_ values: [Value] = []) {
    options = Dictionary(grouping: Set(values), by: \.name)
      .map { Option(name: $0.key, values: $0.value.map(\.text).sorted(by: Self.inOrder)) }
      .sorted { Self.inOrder($0.name, $1.name) }
  }

  package var isEmpty: Bool { options.isEmpty }

  /// Such as 270 of the option 사이즈.
  package struct Value: Sendable, Hashable {
    package let name: Title
    package let text: Title

    package init(name: Title, text: Title) {
      self.name = name
      self.text = text
    }

    /// Reads `사이즈:270`: the name ends at the first colon.
    ///
    /// - Throws: `malformed_option`.
    package init(query text: String) throws(ValidationError) {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = try? Title(String(parts[0])),
        let value = try? Title(String(parts[1]))
      else {
        throw ValidationError(
          "malformed_option", "This is no value of an option.",
          hint: "Write the name of the option, a colon and the value.",
          allowed: .example("사이즈:270"))
      }
      self.init(name: name, text: value)
    }
  }

  package struct Option: Sendable, Hashable {
    package let name: Title
    /// One of them suffices.
    package let values: [Title]
  }

  private static func inOrder(_ one: Title, _ other: Title) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}
