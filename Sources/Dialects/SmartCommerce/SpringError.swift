import Domain
import HTTP
import Text
import Web

/// An error in the form of the app's own server, a Spring Boot application.
struct SpringError {
  let status: Status
  let path: String
  let now: Timestamp

  /// `{"timestamp":"2023-03-12T04:50:26.512+00:00","status":404,"error":"Not Found","path":"/..."}`
  @Sendable static func response(
    to problem: Problem, _ path: String, at now: Timestamp
  ) -> Response {
    let error = SpringError(status: problem.status, path: path, now: now)
    return Response(
      problem.status, contentType: "application/json", fields: problem.fields + [.noStore],
      content: .bytes(wire.bytes(error)))
  }

  static let wire = WireObject<SpringError>(
    "Error", "The reason of an error.",
    [
      .value(
        "timestamp",
        .string(pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}\\+00:00$"),
        "When.", "2023-03-12T04:50:26.512+00:00"
      ) { .string(timestamp($0.now)) },
      .value("status", .integer(400...599), "The status of the answer.", 404) {
        .integer($0.status.code)
      },
      .value("error", .string(), "The name of the status.", "Not Found") {
        .string(String(describing: $0.status.reason))
      },
      .value("path", .string(), "Of the request.", "/commerce/api/v1/nothing") { .string($0.path) },
    ])

  private static func timestamp(_ now: Timestamp) -> String {
    let civil = CivilTime(now)
    let milliseconds = Decimal.padded(civil.microsecond / 1_000, 3)
    return "\(civil.text).\(milliseconds)+00:00"
  }
}
