import Domain
import HTTP
import Text

/// An error as the app's own server, a Spring Boot application, would tell it.
enum SpringError {
  /// `{"timestamp":"2023-03-12T04:50:26.512+00:00","status":404,"error":"Not Found","path":"/..."}`
  static func response(_ problem: Problem, _ request: Request, at now: Timestamp) -> Response {
    var writer = JSONWriter()
    writer.object { writer in
      writer.string("timestamp", timestamp(now))
      writer.integer("status", problem.status.code)
      writer.string("error", String(describing: problem.status.reason))
      writer.string("path", request.target.path)
    }
    return Response(
      problem.status, contentType: "application/json", fields: problem.fields + [.noStore],
      content: .bytes(writer.bytes))
  }

  private static func timestamp(_ now: Timestamp) -> String {
    let civil = CivilTime(now)
    let milliseconds = Decimal.padded(civil.microsecond / 1_000, 3)
    return "\(civil.text).\(milliseconds)+00:00"
  }
}
