package import HTTP

/// An entry of the audit log: one for each attempt to change something, whether it succeeds or not.
/// It holds no secret.
package struct AuditEntry: Sendable, Hashable {
  package let requestID: String
  /// The trace that the request belongs to; nil for none.
  package let traceID: String?
  package let client: ClientAddress
  /// Method and path as it is mounted: `PATCH /v1/products/{id}`.
  package let action: String
  /// Who was recognised: `token:` and the id of the token, `vendor:` and the identifier, or both;
  /// nil for an unknown client.
  package let principal: String?
  /// The path of the affected resource, as far as it is known.
  package let resource: String
  package let status: Int
  /// `done`, `replayed`, or the code of the refusal.
  package let outcome: String
}

/// Learns, while a request is carried out, what only the routes know.
package final class AuditNote: @unchecked Sendable {
  // Unchecked: the one task that carries out a request writes it, and reads it when it is done.

  /// Of the request that this task carries out, when that is a write.
  @TaskLocal package static var current: AuditNote?

  private var principals: [String] = []
  package private(set) var resource: String?

  package var principal: String? { principals.isEmpty ? nil : principals.joined(separator: " ") }

  package func note(principal: String) {
    if !principals.contains(principal) { principals.append(principal) }
  }

  package func note(resource: String) { self.resource = resource }
}

extension AuditEntry {
  /// - Parameter path: of the request, without secrets.
  package init(
    _ note: AuditNote, _ action: String, _ request: Request, _ path: String,
    _ outcome: AuditOutcome
  ) {
    requestID = request.id
    traceID = request.trace?.traceID
    client = request.client.address
    self.action = action
    principal = note.principal
    let response = outcome.response
    let location = response.fields.first { $0.name == "Location" }?.value
    resource = note.resource ?? location ?? path
    status = response.status.code
    let isReplayed = response.fields.contains { $0.name == "Idempotency-Replayed" }
    self.outcome =
      switch outcome {
      case .refused(_, let code): code
      case .done: isReplayed ? "replayed" : "done"
      }
  }
}

/// How a request ended.
package enum AuditOutcome {
  case done(Response)
  /// With the code of the problem.
  case refused(Response, String)

  package var response: Response {
    switch self {
    case .done(let response), .refused(let response, _): response
    }
  }
}

/// Writes down every attempt to change something: who asked for it and what came of it.
package struct AuditTrail: Sendable {
  package let observe: Router.AuditObserver
  /// Paths as a log may show them, without secrets.
  package let shownPath: @Sendable (String) -> String

  package init(
    observe: @escaping Router.AuditObserver, shownPath: @escaping @Sendable (String) -> String
  ) {
    self.observe = observe
    self.shownPath = shownPath
  }

  /// A request to a path or method that does not exist is not audited.
  package func around(
    _ request: Request, to destination: Destination, _ carryOut: () async -> AuditOutcome
  ) async -> Response {
    let note = AuditNote()
    let outcome = await AuditNote.$current.withValue(note) { await carryOut() }
    if let resource = destination.resource, resource.answer(to: request.method) != nil {
      observe(
        AuditEntry(
          note, "\(request.method.rawValue) \(resource.path)", request,
          shownPath(request.target.path), outcome))
    }
    return outcome.response
  }
}
