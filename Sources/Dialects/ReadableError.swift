import Domain
import HTTP
import Transport
import Web

/// An error for developers who debug an app: no client of these dialects decodes one.
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
    "Error", "The reason of an error.",
    [
      .value("status", .integer(400...599), "The status of the answer.", 400) {
        .integer($0.status.code)
      },
      .value("error", .string(), "The name of the status.", "Bad Request") {
        .string(String(describing: $0.status.reason))
      },
      .value("code", .string(), "Stable, for programs; see `/docs/errors/{code}`.", "rejected") {
        .string($0.problem.code)
      },
      .value("message", .string(), "For people.", "currency: Something is missing. Add it.") {
        .string($0.message)
      },
      .object("part", Problem.formPlace, isRequired: false, "The faulty part of a form.") {
        $0.problem.part
      },
      .objects("errors", mistake, isRequired: false, "All errors of the request.") {
        $0.problem.fieldErrors
      },
    ])

  private static let mistake = WireObject<FieldError>(
    "ErrorDetail", "An error of the request.",
    [
      .value("key", .string(), "The place in the body.", "currency") { .string(key($0)) },
      .value("code", .string(), "Stable, for programs.", "required") { .string($0.flaw.code) },
      .value("reason", .string(), "The error and its remedy.", "It is missing. Add it.") {
        .string(reason($0))
      },
    ])

  /// The number of errors in the message; `errors` has all.
  private static let toldMax = 5

  /// Begins with the name of the faulty part or key.
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

  /// The pointer without its first slash: the name of a top-level member.
  private static func key(_ fieldError: FieldError) -> String {
    String(fieldError.pointer.unicodeScalars.dropFirst())
  }
}
