import Domain
import UseCases

extension Refusal {
  /// Makes a sentence of whatever a command's work threw.
  init(_ error: any Error) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let failure as Failure: self.init(failure)
    default: self.init(.software, "\(error).")
    }
  }

  private init(_ failure: Failure) {
    switch failure {
    case .rejected(let violations), .outdated(let violations): self = .violations(violations)
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
  static func violations(_ violations: [Violation], in file: String? = nil) -> Refusal {
    let lines = violations.map { violation in
      let place = violation.pointer.isEmpty ? "the document" : violation.pointer
      let flaw = violation.flaw
      return "  \(place.printable(500)): \("\(flaw.detail) \(flaw.hint)".printable(1_000))"
    }
    let count = violations.count == 1 ? "a mistake" : "\(violations.count) mistakes"
    let place = file.map { " in \($0.printable(1_000))" } ?? ""
    let first = "\(count)\(place), and nothing was changed:"
    return Refusal(.data, ([first] + lines).joined(separator: "\n"))
  }
}
