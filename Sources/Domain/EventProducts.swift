/// Which products an event has, in the order of display: each once.
package struct EventProducts: Sendable, Hashable {
  /// What can be sorted by hand, and read in one go.
  package static let countMax = 1_000
  package let ids: [Int64]

  /// - Throws: violations at `/N` for each product that stands twice, or one at the whole list when
  ///   it is too long.
  package init(_ ids: [Int64]) throws(Rejection) {
    guard ids.count <= Self.countMax else {
      let flaw = Flaw(
        "too_many", "An event has at most \(Self.countMax) products.",
        hint: "Remove the ones that are over.")
      throw Rejection([Violation("", flaw)])
    }
    let violations = Self.repetitions(of: ids)
    guard violations.isEmpty else { throw Rejection(violations) }
    self.ids = ids
  }

  /// Those that were there before, each at its place; nil is one that could not be read.
  package static func repetitions(of ids: [Int64?]) -> [Violation] {
    var first: [Int64: Int] = [:]
    var violations: [Violation] = []
    for case (let index, let id?) in ids.enumerated() {
      if let earlier = first[id] {
        let flaw = Flaw(
          "duplicate", "The product \(id) is already the item with index \(earlier).",
          hint: "Name each product once.")
        violations.append(Violation("/\(index)", flaw))
      } else {
        first[id] = index
      }
    }
    return violations
  }

  /// No products.
  package static let none = EventProducts(unchecked: [])

  private init(unchecked ids: [Int64]) { self.ids = ids }

  /// What is wrong with those that are not there, each at its place.
  package func violations(missing: Set<Int64>) -> [Violation] {
    ids.enumerated().filter { missing.contains($0.element) }.map { index, id in
      let flaw = Flaw(
        "unknown_product", "There is no product \(id).",
        hint: "Name products that are in the shop.")
      return Violation("/\(index)", flaw)
    }
  }
}

/// The lists of products of an event that somebody wants to replace.
package typealias EventProductsCondition = ChangeCondition<[Int64]>
