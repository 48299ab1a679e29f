import Domain
import LocalPostgres
import UseCases

extension CommandError {
  /// Makes a sentence of whatever a command's work threw.
  init(_ error: any Error) {
    switch error {
    case let refusal as CommandError: self = refusal
    case let failure as Failure: self.init(failure)
    default: self.init(.software, "\(error).")
    }
  }

  private init(_ failure: Failure) {
    switch failure {
    case .rejected(let fieldErrors), .outdated(let fieldErrors): self = .fieldErrors(fieldErrors)
    case .notFound(let missing): self.init(.data, "\(missing).")
    case .conflict(let flaw): self.init(.data, "\(flaw.detail) \(flaw.hint)")
    case .unavailable: self.init(.unavailable, "the database cannot answer now: try again.")
    case .outcomeUnknown:
      self.init(
        .unavailable,
        "the database was lost meanwhile: it may have been done, or not. Look before you try again."
      )
    case .tooLarge(let size, let limit):
      self.init(.data, "\(size) bytes are more than the limit of \(limit).")
    case .unauthenticated, .tooManyFailures, .quotaSpent, .forbidden, .staleVersion,
      .changedMeanwhile,
      .preconditionRequired, .inFlight, .keyReused, .diskFull:
      self.init(.software, "the command was refused: \(failure).")
    case .bug(let what): self.init(.software, "\(what).")
    }
  }

  /// Every broken rule of a document, one line each, with where it is broken. Names of members and
  /// values from the document stand in them, and a person reads them on a terminal.
  static func fieldErrors(_ fieldErrors: [FieldError], in file: String? = nil) -> CommandError {
    let lines = fieldErrors.map { fieldError in
      let place = fieldError.pointer.isEmpty ? "the document" : fieldError.pointer
      let flaw = fieldError.flaw
      return "  \(place.printable(500)): \("\(flaw.detail) \(flaw.hint)".printable(1_000))"
    }
    let count = fieldErrors.count == 1 ? "a mistake" : "\(fieldErrors.count) mistakes"
    let place = file.map { " in \($0.printable(1_000))" } ?? ""
    let first = "\(count)\(place), and nothing was changed:"
    return CommandError(.data, ([first] + lines).joined(separator: "\n"))
  }
}
