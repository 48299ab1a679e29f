/// An error in one value, without its place in the document.
///
/// A value type throws a ``ValidationError``; a reader that knows the place turns it into a
/// ``FieldError``.
package struct ValidationError: Error, Sendable, Hashable {
  /// Stable, snake case, for programs: `too_long`.
  package let code: String
  /// The error in one sentence, for people.
  package let detail: String
  /// The remedy in one sentence.
  package let hint: String
  /// The values in ``hint``, for hints in other languages; nil without any.
  package let allowed: Allowed?

  package init(_ code: String, _ detail: String, hint: String, allowed: Allowed? = nil) {
    self.code = code
    self.detail = detail
    self.hint = hint
    self.allowed = allowed
  }

  /// The error for a word that is none of these.
  package init(_ code: String, _ detail: String, known words: [String]) {
    self.init(
      code, detail, hint: "Known are \(words.joined(separator: ", ")).", allowed: .words(words))
  }

  /// The values that may be written.
  package enum Allowed: Sendable, Hashable {
    case words([String])
    case numbers(ClosedRange<Int64>)
    /// The largest number, which the error has for programs too.
    case atMost(Int64)
    /// Number of characters.
    case characters(ClosedRange<Int>)
    /// Number of items.
    case count(ClosedRange<Int>)
    /// Maximum number of times.
    case times(Int)
    /// A kind of value, in English: `a string`.
    case kind(String)
    /// An example.
    case example(String)
  }
}

/// A broken rule of a submitted document: where, which rule, and what to do.
package struct FieldError: Error, Sendable, Hashable {
  /// A pointer such as `/items/3/title`; empty for the whole document.
  ///
  /// Source: RFC 6901.
  package let pointer: String
  package let flaw: ValidationError

  package init(_ pointer: String, _ flaw: ValidationError) {
    self.pointer = pointer
    self.flaw = flaw
  }

  /// The same error in a document that has this one at `prefix`.
  package func under(_ prefix: String) -> FieldError {
    FieldError(prefix + pointer, flaw)
  }

  /// The same error after its value moved from the pointer `old` to `new`.
  package func moved(from old: String, to new: String) -> FieldError {
    guard pointer.hasPrefix(old) else { return self }
    return FieldError(new + pointer.dropFirst(old.count), flaw)
  }

  /// One step of a pointer, escaped: `a/b~c` becomes `/a~1b~0c`.
  ///
  /// Source: RFC 6901 §3.
  package static func step(_ member: String) -> String {
    var step = "/"
    for character in member.unicodeScalars {
      switch character {
      case "~": step += "~0"
      case "/": step += "~1"
      default: step.unicodeScalars.append(character)
      }
    }
    return step
  }
}

/// All errors of a rejected document, in the order of the document.
package struct Rejection: Error, Sendable, Hashable {
  package let fieldErrors: [FieldError]

  package init(_ fieldErrors: [FieldError]) {
    self.fieldErrors = fieldErrors
  }
}
