package import Domain

/// Why an intention was not carried out: the only errors that Transport sees.
package enum Failure: Error, Sendable, Hashable {
  /// Nobody, or nobody we know, is asking (401).
  case unauthenticated
  /// Too many wrong secrets came from the same place (429).
  case tooManyFailures(retryAfterSeconds: Int)
  /// The vendor has sent as many images as it may in a day (429).
  case quotaSpent(imagesPerDay: Int, retryAfterSeconds: Int)
  /// We know who is asking, and it is not allowed (403).
  case forbidden(requires: Scope)
  /// No such thing, or not yours (404).
  case notFound(Missing)
  /// Rules that what was sent breaks, all of them (422).
  case rejected([FieldError])
  /// Larger than it may be, in bytes (413). `size` is how large it is, as far as anybody looked.
  case tooLarge(size: Int, limit: Int)
  /// Would contradict something that is true now, such as a key that is taken (409).
  case conflict(ValidationError)
  /// Made for another version than the current one (412). `changes` tells what else is there now,
  /// as far as what was sent says what its sender saw.
  case staleVersion(current: Int, changes: [FieldError] = [])
  /// Made for another state than the current one, which has no number (412).
  case changedMeanwhile
  /// Says things of what is stored that are no longer true, all of them (409).
  case outdated([FieldError])
  /// Only allowed with the version that it was made for (428).
  case preconditionRequired
  /// The same write is being made just now (409): asked again later it is answered.
  case inFlight
  /// The idempotency key was used for another request (422).
  case keyReused
  /// An image of the upload, counted from 0, is not one that is served (422).
  case flawedImage(index: Int, ImageFlaw)
  /// An image of the upload, counted from 0, is larger than `limit` bytes (413).
  case imageTooLarge(index: Int, size: Int, limit: Int)
  /// The client closed the connection before the write was stored; nothing was (400).
  case clientGone
  /// The store cannot answer now (503).
  case unavailable(retryAfterSeconds: Int)
  /// The store was lost in the middle of a write, which may be stored or not (503): who sends it
  /// again without a key may have it twice.
  case outcomeUnknown
  /// There is no disk left for what arrives (507).
  case diskFull(retryAfterSeconds: Int)
  /// Ours to mend (500). The description is for the log only and never leaves the server.
  case bug(String)
}

extension Failure {
  /// Whether it is answered as an error of the server (5xx).
  package var isFault: Bool {
    switch self {
    case .unavailable, .outcomeUnknown, .diskFull, .bug: true
    default: false
    }
  }
}
