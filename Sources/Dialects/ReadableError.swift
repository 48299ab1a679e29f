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
      .value("status", .integer(400...599), "That of the answer.", 400) {
        .integer($0.status.code)
      },
      .value("error", .string(), "The words of the status.", "Bad Request") {
        .string(String(describing: $0.status.reason))
      },
      .value("code", .string(), "Stable, for programs; see `/docs/errors/{code}`.", "rejected") {
        .string($0.problem.code)
      },
      .value("message", .string(), "For people.", "currency: Something is missing. Add it.") {
        .string($0.message)
      },
      .object("part", Problem.formPlace, isRequired: false, "Which part of a form is meant.") {
        $0.problem.part
      },
      .objects("errors", mistake, isRequired: false, "All that is wrong with what was sent.") {
        $0.problem.fieldErrors
      },
    ])

  private static let mistake = WireObject<FieldError>(
    "ErrorDetail", "One thing that is wrong with what was sent.",
    [
      .value("key", .string(), "Where, in the body.", "currency") { .string(key($0)) },
      .value("code", .string(), "Stable, for programs.", "required") { .string($0.flaw.code) },
      .value("reason", .string(), "What is wrong, and what to write.", "It is missing. Add it.") {
        .string(reason($0))
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
