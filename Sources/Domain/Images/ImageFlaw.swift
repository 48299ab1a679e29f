/// What is wrong with a picture, and where in its bytes.
package struct ImageFlaw: Error, Sendable, Hashable {
  package let flaw: ValidationError
  /// Bytes of the file before the one that is wrong.
  package let offset: Int

  package init(_ flaw: ValidationError, at offset: Int = 0) {
    self.flaw = flaw
    self.offset = offset
  }
}
