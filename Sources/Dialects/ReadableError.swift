import Domain
import HTTP
import Web

/// An error as a person reads it who debugs an app: no client of these dialects decodes one.
struct ReadableError {
  let problem: Problem
  let status: Status

  /// `{"status":400,"error":"Bad Request","code":"rejected","message":"currency:
  /// ...","errors":[...]}`
  static func response(_ problem: Problem, _ status: Status) -> Response {
    Response(
      status, contentType: "application/json", fields: problem.fields + [.noStore],
      content: .bytes(wire.bytes(ReadableError(problem: problem, status: status))))
  }

  static let wire = WireObject<ReadableError>(
    "Error", "Why a request was refused.",
    [
      .integer("status", .integer(400...599), "That of the answer.", 400) { $0.status.code },
      .string("error", .string(), "The words of the status.", "Bad Request") {
        String(describing: $0.status.reason)
      },
      .string("code", .string(), "Stable, for programs; see `/docs/errors/{code}`.", "rejected") {
        $0.problem.code
      },
      .string("message", .string(), "For people.", "currency: Something is missing. Add it.") {
        $0.whole.message
      },
      .optionalObject("part", Problem.formPlace, "Which part of a form is meant.") {
        $0.problem.part
      },
      .optionalObjects("errors", mistake, "All that is wrong with what was sent.") {
        $0.problem.fieldErrors
      },
    ])

  private static let mistake = WireObject<FieldError>(
    "ErrorDetail", "One thing that is wrong with what was sent.",
    [
      .string("key", .string(), "Where, in the body.", "currency") { key($0.whole) },
      .string("code", .string(), "Stable, for programs.", "required") { $0.flaw.code },
      .string("reason", .string(), "What is wrong, and what to write.", "It is missing. Add it.") {
        reason($0.whole)
      },
    ])

  /// Broken rules that the message tells; `errors` has all.
  private static let toldMax = 5

  /// Begins with the part or the key that is meant.
  private var message: String {
    guard !problem.fieldErrors.isEmpty else {
      return (problem.part?.name).map { "\($0): \(problem.detail)" } ?? problem.detail
    }
    return problem.fieldErrors.prefix(Self.toldMax).map { fieldError in
      let (key, reason) = (Self.key(fieldError), Self.reason(fieldError))
      return key.isEmpty ? reason : "\(key): \(reason)"
    }.joined(separator: " ")
  }

  private static func reason(_ fieldError: FieldError) -> String {
    "\(fieldError.flaw.detail) \(fieldError.flaw.hint)"
  }

  /// The pointer without its first slash: for a member of the whole, its name.
  private static func key(_ fieldError: FieldError) -> String {
    String(fieldError.pointer.dropFirst())
  }
}
