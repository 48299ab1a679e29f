import Domain
import HTTP

/// An error as a person reads it who debugs an app: no client of these dialects decodes one.
enum ReadableError {
  /// Broken rules that the message tells; `errors` has all.
  private static let toldMax = 5

  /// `{"status":400,"error":"Bad Request","code":"rejected","message":"currency:
  /// ...","errors":[...]}`
  static func response(_ problem: Problem, _ status: Status) -> Response {
    var writer = JSONWriter()
    writer.object { writer in
      writer.integer("status", status.code)
      writer.string("error", String(describing: status.reason))
      writer.string("code", problem.code)
      writer.string("message", message(problem))
      if let part = problem.part {
        writer.key("part")
        Wire.formPlace.write(part, to: &writer)
      }
      guard !problem.violations.isEmpty else { return }
      writer.key("errors")
      writer.array(problem.violations) { writer, violation in
        writer.object { writer in
          writer.string("key", key(violation))
          writer.string("code", violation.flaw.code)
          writer.string("reason", reason(violation))
        }
      }
    }
    return Response(
      status, contentType: "application/json", fields: problem.fields + [.noStore],
      content: .bytes(writer.bytes))
  }

  /// Begins with the part or the key that is meant.
  private static func message(_ problem: Problem) -> String {
    guard !problem.violations.isEmpty else {
      return (problem.part?.name).map { "\($0): \(problem.detail)" } ?? problem.detail
    }
    return problem.violations.prefix(toldMax).map { violation in
      let key = key(violation)
      return key.isEmpty ? reason(violation) : "\(key): \(reason(violation))"
    }.joined(separator: " ")
  }

  private static func reason(_ violation: Violation) -> String {
    "\(violation.flaw.detail) \(violation.flaw.hint)"
  }

  /// The pointer without its first slash: for a member of the whole, its name.
  private static func key(_ violation: Violation) -> String {
    String(violation.pointer.dropFirst())
  }
}
