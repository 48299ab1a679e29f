package import Domain
package import HTTP

/// The reason for a refusal, as clients see it.
///
/// Routes throw it; the router renders it, in our own shape or in the shape of a dialect.
/// Source: RFC 9457.
package struct Problem: Error, Sendable {
  package let status: Status
  /// Stable, snake case, for programs.
  package let code: String
  /// One sentence for people. Never anything of the inside: no SQL, no path, no description.
  package let detail: String
  /// Fields that the status demands, such as `Allow` or `Retry-After`.
  package var fields: [ResponseField] = []
  /// The mistakes and their places, for a body that breaks rules.
  package var fieldErrors: [FieldError] = []
  /// The mistakes in the parameters of a query.
  package var parameters: [ParameterMistake] = []
  /// Which part of a form is meant, and where.
  package var part: FormPlace?
  /// The reason, for the log only.
  package var incident: String?

  /// Five hundred items with eight mistakes each; a megabyte of nothing but unknown members would
  /// otherwise be answered with twenty.
  package static let fieldErrorsMax = 4_000

  package init(_ status: Status, _ code: String, _ detail: String) {
    self.status = status
    self.code = code
    self.detail = detail
  }

  package func with(_ name: String, _ value: String) -> Problem {
    var problem = self
    problem.fields.append(ResponseField(name, value))
    return problem
  }

  /// - Parameter path: as it was sent, of which a part is repeated.
  package static func noRoute(_ path: String) -> Problem {
    let shown = path.utf8.count > 200 ? path.prefix(200) + "..." : path[...]
    return Problem(
      .notFound, "not_found",
      "No route matches \(shown). /docs lists all, /openapi.json for programs.")
  }

  package static func methodNotAllowed(_ method: Method, allow: String) -> Problem {
    Problem(
      .methodNotAllowed, "method_not_allowed",
      "\(method.rawValue) is not allowed here. Allowed are \(allow)."
    )
    .with("Allow", allow)
  }

  package static func malformedQuery(_ detail: String) -> Problem {
    Problem(.badRequest, "malformed_query", detail)
  }
}

/// An error that routes may throw, because it contains its answer to clients.
package protocol Refusal: Error {
  var problem: Problem { get }
}

extension Problem: Refusal {
  package var problem: Problem { self }

  /// The problem for an error that a route threw. Only this decides what clients learn of errors.
  package init(of error: any Error) {
    if let refusal = error as? any Refusal {
      self = refusal.problem
    } else {
      self.init(bug: "an error that no route may throw: \(error)")
    }
  }

  /// - Parameter incident: what happened, for the log only.
  package init(bug incident: String) {
    self.init(
      .internalServerError, "internal_error", "The server made a mistake; it has been noted.")
    self.incident = incident
  }
}

extension BodyError: Refusal {
  package var problem: Problem { Problem(self) }
}

extension JSONError: Refusal {
  package var problem: Problem { Problem(self) }
}

extension Problem {
  /// A body that cannot be read. Only the first case reaches a client in these words: for the
  /// others the engine answers itself and closes.
  package init(_ error: BodyError) {
    switch error {
    case .tooLarge(let limit):
      self.init(
        .contentTooLarge, "content_too_large", "The body is larger than \(ByteCount(limit)).")
    case .malformed(let error):
      self.init(error)
    case .tooSlow:
      self.init(ParseError.tooSlow)
    case .overloaded:
      self.init(ParseError.overloaded)
    case .disconnected:
      self.init(.badRequest, "disconnected", "The body ended too early.")
    }
  }

  /// A request that the parser refused.
  package init(_ error: ParseError) {
    self.init(error.status, error.code, error.reason)
  }

  /// A body that is no JSON; the place helps a person who edits a file by hand.
  package init(_ error: JSONError) {
    self.init(
      .badRequest, error.code, "Line \(error.line), column \(error.column): \(error.detail)")
  }
}

extension FixedContent {
  /// The answer to a request, its refusals in our own form for errors.
  ///
  /// Content without a date never asks for the time, so that none has to be given.
  package func answer(to request: Request, now: Int64 = 0) throws(Problem) -> Response {
    let response = response(to: request, now: now)
    guard response.status.code >= 400 else { return response }
    throw Problem(refusal: response)
  }
}

extension Problem {
  /// The errors of `FixedContent`: 406, 412, 416.
  package init(refusal response: Response) {
    switch response.status {
    case .preconditionFailed:
      self.init(
        .preconditionFailed, "precondition_failed",
        "What If-Match or If-Unmodified-Since asks for is not what is here; ETag tells what is.")
    case .rangeNotSatisfiable:
      self.init(
        .rangeNotSatisfiable, "range_not_satisfiable",
        "The range begins behind the end; Content-Range tells the length.")
    default:
      self.init(
        .notAcceptable, "not_acceptable",
        "Accept-Encoding excludes every form that there is: gzip and identity.")
    }
    fields = response.fields
  }
}
