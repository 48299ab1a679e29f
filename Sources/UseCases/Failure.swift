package import Domain

/// The reason why a use case failed: the only errors that Transport sees.
package enum Failure: Error, Sendable, Hashable {
  /// Missing or wrong credentials (401).
  case unauthenticated
  /// Too many wrong secrets came from one place (429).
  case tooManyFailures(retryAfterSeconds: Int)
  /// More new devices came from the same place than are let in (429).
  case tooManyDevices(retryAfterSeconds: Int)
  /// The vendor has sent as many images as it may in a day (429).
  case quotaSpent(imagesPerDay: Int, retryAfterSeconds: Int)
  /// The authenticated sender lacks a permission (403).
  case forbidden(requires: Scope)
  /// It does not exist, or belongs to another vendor (404).
  case notFound(Missing)
  /// The request breaks rules; all of them (422).
  case rejected([FieldError])
  /// Larger than allowed, in bytes (413). `size` counts the bytes that were read.
  case tooLarge(size: Int, limit: Int)
  /// Conflicts with the present state, for example a key that is in use (409).
  case conflict(ValidationError)
  /// Based on an old version (412). `changes` lists the other changes since then, if the request
  /// says what its sender saw.
  case staleVersion(current: Int, changes: [FieldError] = [])
  /// Based on an old state, which has no number (412).
  case changedMeanwhile
  /// Contradicts the stored state; all contradictions (409).
  case outdated([FieldError])
  /// Too little is in stock, with how much is left; nothing was changed (409).
  case insufficientStock([FieldError])
  /// Requires a precondition (428).
  case preconditionRequired
  /// A write with the same key is running (409); a later retry gets its answer.
  case inFlight
  /// The idempotency key was used for another request (422).
  case keyReused
  /// An image of the upload, counted from 0, is not one that is served (422).
  case flawedImage(index: Int, ImageFlaw)
  /// An image of the upload, counted from 0, is larger than `limit` bytes (413).
  case imageTooLarge(index: Int, size: Int, limit: Int)
  /// The client closed the connection before the write was stored; nothing was (400).
  case clientGone
  /// The store is unavailable (503).
  case unavailable(retryAfterSeconds: Int)
  /// The connection to the store was lost during a write, which may be stored or not (503). A retry
  /// without a key may store it twice.
  case outcomeUnknown
  /// No disk space for an upload (507).
  case diskFull(retryAfterSeconds: Int)
  /// A bug of the server (500). The description is for the log only and never leaves the server.
  case bug(String)
}

extension Failure {
  package init(_ refusal: StockRefusal) {
    switch refusal {
    case .rejected(let fieldErrors): self = .rejected(fieldErrors)
    case .insufficient(let fieldErrors): self = .insufficientStock(fieldErrors)
    }
  }

  /// Whether it is answered with a 5xx status.
  package var isFault: Bool {
    switch self {
    case .unavailable, .outcomeUnknown, .diskFull, .bug: true
    default: false
    }
  }
}
