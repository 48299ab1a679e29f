/// Why a whole document is refused: every mistake of it, in the order of the document.
package struct Rejection: Error, Sendable, Hashable {
  package let fieldErrors: [FieldError]

  package init(_ fieldErrors: [FieldError]) {
    self.fieldErrors = fieldErrors
  }
}
