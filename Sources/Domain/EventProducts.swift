/// Which products an event has, in the order of display: each once.
package struct EventProducts: Sendable, Hashable {
  /// What can be sorted by hand, and read in one go.
  package static let countMax = 1_000
  package let ids: [Int64]

  /// - Throws: mistakes at `/N` for each product that stands twice, or one at the whole list when
  ///   it is too long.
  package init(_ ids: [Int64]) throws(Rejection) {
    guard ids.count <= Self.countMax else {
      let flaw = ValidationError(
        "too_many", "An event has at most \(Self.countMax) products.",
        hint: "Remove the ones that are over.")
      throw Rejection([FieldError("", flaw)])
    }
    let fieldErrors = Self.repetitions(of: ids)
    guard fieldErrors.isEmpty else { throw Rejection(fieldErrors) }
    self.ids = ids
  }

  /// Those that were there before, each at its place; nil is one that could not be read.
  package static func repetitions(of ids: [Int64?]) -> [FieldError] {
    var first: [Int64: Int] = [:]
    var fieldErrors: [FieldError] = []
    for case (let index, let id?) in ids.enumerated() {
      if let earlier = first[id] {
        let flaw = ValidationError(
          "duplicate", "The product \(id) is already the item with index \(earlier).",
          hint: "Name each product once.")
        fieldErrors.append(FieldError("/\(index)", flaw))
      } else {
        first[id] = index
      }
    }
    return fieldErrors
  }

  /// No products.
  package static let none = EventProducts(unchecked: [])

  private init(unchecked ids: [Int64]) { self.ids = ids }

  /// What is wrong with those that are not there, each at its place.
  package func fieldErrors(missing: Set<Int64>) -> [FieldError] {
    ids.enumerated().filter { missing.contains($0.element) }.map { index, id in
      let flaw = ValidationError(
        "unknown_product", "There is no product \(id).",
        hint: "Name products that are in the shop.")
      return FieldError("/\(index)", flaw)
    }
  }
}

/// The lists of products of an event that somebody wants to replace.
package typealias EventProductsCondition = ChangeCondition<[Int64]>
