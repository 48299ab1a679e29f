import Domain
import Postgres

/// The condition for products with a variant of wanted values, and its five parameters.
///
/// A row of `moa.products` has its options in one array, which an index has, too: so a product
/// without the values is skipped before its variants are read.
struct OptionMatches: Sendable {
  /// Null for products with any options and with none.
  let names: String
  /// Of each name; null for no name.
  let values: [String]
  let inStock: String

  /// - Parameter first: the number of the first parameter.
  init(from first: Int) {
    names = "$\(first)::text[]"
    values = (1...Variants.optionsMax).map { "$\(first + $0)::text[]" }
    inStock = "$\(first + Variants.optionsMax + 1)::bool"
  }

  /// Whether a product has a variant with a wanted value of each option. Of a product without
  /// options no names are read: a comparison with null would not keep from it.
  func isPassed(by product: String) -> String {
    """
    (coalesce(\(product).options @> \(names), false) and \(hasTexts(product)) and exists (
      select from \(variants(of: product))
      where \(values.indices.map { "not \(misses($0))" }.joined(separator: " and "))))
    """
  }

  /// Whether a product has the texts of a value of each name, of whatever option. An index finds
  /// these products, the first text instead of those that are not wanted.
  func hasTexts(_ product: String) -> String {
    values.map { "\(product).options && coalesce(\($0), \(values[0]))" }
      .joined(separator: " and ")
  }

  /// The number of names of which the best variant of a product has no wanted value; 9 if the
  /// product lacks one of the options, or all that it has of them is sold out. Variants are read
  /// only if at most one name can be missed.
  func misses(of product: String) -> String {
    let textless = values.map { "coalesce((not \(product).options && \($0))::int4, 0)" }
      .joined(separator: " + ")
    let missed = values.indices.map { "\(misses($0))::int4" }.joined(separator: " + ")
    return """
      case
        when \(names) is null then 0
        when (\(product).options @> \(names)) is not true then 9
        when \(textless) > 1 then 2
        else (select coalesce(min(\(missed)), 9) from \(variants(of: product)))
      end
      """
  }

  /// The variants of a product, as `variant`, with the names of its options, as `named.names`.
  func variants(of product: String) -> String {
    """
    (select moa.option_names(\(product).options) as names offset 0) named
    join moa.product_variants variant on variant.product_id = \(product).id
      and (not \(inStock) or variant.stock > 0)
    """
  }

  /// The names and values of the variants of a product, each where only its own name is missed.
  func values(of product: String) -> String {
    let missed = values.indices.map {
      "(not \(misses($0)) or choice.name = (\(names))[\($0 + 1)])"
    }
    return """
      select choice.name, choice.value
      from \(variants(of: product))
      cross join lateral unnest(named.names, variant.choices) as choice (name, value)
      where \(missed.joined(separator: " and "))
      """
  }

  /// Whether `variant` has no wanted value of a name.
  func misses(_ index: Int) -> String {
    """
    (\(values[index]) is not null and coalesce(variant.choices[array_position(
      named.names, (\(names))[\(index + 1)])] <> all (\(values[index])), true))
    """
  }
}

extension ParameterEncoder {
  /// Five parameters.
  mutating func options(_ filter: OptionFilter, inStock: Bool) {
    textArray(filter.isEmpty ? nil : filter.options.map(\.name.text))
    for index in 0..<Variants.optionsMax {
      let isWanted = filter.options.indices.contains(index)
      textArray(isWanted ? filter.options[index].values.map(\.text) : nil)
    }
    bool(inStock)
  }
}
