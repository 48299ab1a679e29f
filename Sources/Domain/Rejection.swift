/// Why a whole document is refused: every violation of it, in the order of the document.
package struct Rejection: Error, Sendable, Hashable {
  package let violations: [Violation]

  package init(_ violations: [Violation]) {
    self.violations = violations
  }
}
