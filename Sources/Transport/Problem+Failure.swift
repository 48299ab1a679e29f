import Domain
import HTTP
package import UseCases
package import Web

extension Failure: Refusal {
  package var problem: Problem { Problem(self) }
}

extension Rejection: Refusal {
  package var problem: Problem { Problem(.rejected(fieldErrors)) }
}

extension Problem {
  /// The one table from failures to answers.
  package init(_ failure: Failure) {
    switch failure {
    case .unauthenticated: self = .unauthenticated
    case .tooManyFailures(let seconds): self = .tooManyFailures.retry(after: seconds)
    case .tooManyDevices(let seconds): self = .tooManyDevices.retry(after: seconds)
    case .quotaSpent(let limit, let seconds): self = .quotaSpent(limit).retry(after: seconds)
    case .forbidden(let scope):
      self.init(.forbidden, "forbidden", "The token does not have the scope \(scope.rawValue).")
    case .notFound(let missing): self.init(.notFound, "not_found", "\(missing).")
    case .rejected(let fieldErrors): self = .rejected(fieldErrors)
    case .tooLarge(let size, let limit):
      self.init(
        .contentTooLarge, "content_too_large",
        "It has \(ByteCount(size).more), and the limit is \(ByteCount(limit)).")
    case .conflict(let flaw): self.init(.conflict, flaw.code, "\(flaw.detail) \(flaw.hint)")
    case .staleVersion(let current, let changes): self = .staleVersion(current, changes)
    case .changedMeanwhile: self = .changedMeanwhile
    case .outdated(let fieldErrors): self = .outdated(fieldErrors)
    case .insufficientStock(let fieldErrors):
      self.init(
        .conflict, "insufficient_stock",
        "Too little is in stock; see errors. Nothing was changed.")
      self.fieldErrors = Array(fieldErrors.prefix(Self.fieldErrorsMax))
    case .preconditionRequired: self = .preconditionRequired
    case .inFlight: self = .inFlight.retry(after: 1)
    case .keyReused: self = .keyReused
    case .flawedImage(_, let flaw): self = .rejected([FieldError("/images", flaw.flaw)])
    case .imageTooLarge(_, let size, let limit): self.init(.tooLarge(size: size, limit: limit))
    case .clientGone:
      self.init(.badRequest, "client_gone", "The connection ended before the answer.")
    case .unavailable(let seconds): self = .unavailable.retry(after: seconds)
    case .outcomeUnknown: self = .outcomeUnknown
    case .diskFull(let seconds): self = .diskFull.retry(after: seconds)
    case .bug(let description): self.init(bug: description)
    }
  }

  private func retry(after seconds: Int) -> Problem { with("Retry-After", String(max(1, seconds))) }

  private static let unauthenticated = unauthenticated(
    "This token is none that is valid here.", .admin)

  /// - Parameter scope: the scope that the token needs.
  static func unauthenticated(_ detail: String, _ scope: Scope) -> Problem {
    let vendor = scope == .vendor ? " --vendor IDENTIFIER" : ""
    return Problem(
      .unauthorized, "unauthenticated",
      "\(detail) Send the field Authorization with Bearer and a token that the command "
        + "moa token create --name NAME --scope \(scope.rawValue)\(vendor) printed."
    ).with("WWW-Authenticate", "Bearer realm=\"moa\"")
  }

  private static let tooManyFailures = Problem(
    .tooManyRequests, "too_many_failures",
    "Too many wrong secrets came from this address or for this name; see Retry-After.")

  private static let tooManyDevices = Problem(
    .tooManyRequests, "too_many_devices",
    "More new devices came from this address than are let in; see Retry-After.")

  private static func quotaSpent(_ limit: Int) -> Problem {
    Problem(
      .tooManyRequests, "image_quota_spent",
      "A vendor may send \(limit) images a day, and these would be more; see Retry-After.")
  }

  private static func rejected(_ fieldErrors: [FieldError]) -> Problem {
    var problem = Problem(
      .unprocessableContent, "rejected", "Some values break a rule; see errors.")
    problem.fieldErrors = Array(fieldErrors.prefix(fieldErrorsMax))
    return problem
  }

  private static func staleVersion(_ current: Int, _ changes: [FieldError]) -> Problem {
    var problem = Problem(
      .preconditionFailed, "stale_version",
      "The current version is \(current), which the request's conditions exclude. Read it again.")
    problem.fieldErrors = Array(changes.prefix(fieldErrorsMax))
    return problem
  }

  private static let changedMeanwhile = Problem(
    .preconditionFailed, "changed_meanwhile",
    "It was changed after it was read, which the request's conditions exclude. Read it again.")

  private static func outdated(_ fieldErrors: [FieldError]) -> Problem {
    var problem = Problem(
      .conflict, "outdated", "Something was changed after it was read; see errors. Read it again.")
    problem.fieldErrors = Array(fieldErrors.prefix(fieldErrorsMax))
    return problem
  }

  private static let preconditionRequired = Problem(
    .preconditionRequired, "precondition_required",
    "Send If-Match with the ETag that GET answered, quotes and all; * stands for whatever is there."
  )

  private static let inFlight = Problem(
    .conflict, "request_in_flight",
    "A request with this Idempotency-Key is being carried out. Send it again soon.")

  private static let keyReused = Problem(
    .unprocessableContent, "idempotency_key_reused",
    "This Idempotency-Key was sent with another request. Send a new key for a new request.")

  private static let unavailable = Problem(
    .serviceUnavailable, "unavailable", "The server cannot answer just now. Try again soon.")

  private static let outcomeUnknown = Problem(
    .serviceUnavailable, "outcome_unknown",
    "The store was lost while this was carried out: it may have been, or not. Look before you send"
      + " it again; what was sent with an Idempotency-Key can be sent again with it.")

  private static let diskFull = Problem(
    .insufficientStorage, "disk_full",
    "There is no room for what was sent just now. Try again later.")
}
