/// The products of an event in the order of display, each once.
package struct EventProducts: Sendable, Hashable {
  /// More cannot be sorted by hand, or read at once.
  package static let countMax = 1_000
  package let ids: [Int64]

  /// - Throws: errors at `/N` for each repeated product, or one for the whole list when it is too
  ///   long.
  package init(_ ids: [Int64]) throws(Rejection) {
    guard ids.count <= Self.countMax else {
      let flaw = ValidationError(
        "too_many", "An event has at most \(Self.countMax) products.",
        hint: "Remove the others.")
      throw Rejection([FieldError("", flaw)])
    }
    let fieldErrors = Self.repetitions(of: ids)
    guard fieldErrors.isEmpty else { throw Rejection(fieldErrors) }
    self.ids = ids
  }

  /// Errors for ids that the list already has, each at its place; nil is an id that could not be
  /// read.
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

  package static let none = EventProducts(unchecked: [])

  private init(unchecked ids: [Int64]) { self.ids = ids }

  /// Errors for products that do not exist, each at its place.
  package func fieldErrors(missing: Set<Int64>) -> [FieldError] {
    ids.enumerated().filter { missing.contains($0.element) }.map { index, id in
      let flaw = ValidationError(
        "unknown_product", "Product \(id) does not exist.",
        hint: "Name products of the shop.")
      return FieldError("/\(index)", flaw)
    }
  }
}

/// A precondition on the current products of an event.
package typealias EventProductsCondition = ChangeCondition<[Int64]>
