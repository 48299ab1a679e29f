/// What is wrong with one value, without where the value stood.
///
/// A value type throws a ``ValidationError``; whoever knows the place turns it into a
/// ``FieldError``.
package struct ValidationError: Error, Sendable, Hashable {
  /// Stable, snake case, for programs: `too_long`.
  package let code: String
  /// What is wrong, one sentence, for people.
  package let detail: String
  /// What to write instead, one sentence.
  package let hint: String

  package init(_ code: String, _ detail: String, hint: String) {
    self.code = code
    self.detail = detail
    self.hint = hint
  }
}
