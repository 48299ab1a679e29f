package import Domain
import LocalPostgres
import UseCases
import Web

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a command or the server failed: one sentence for people, one number for scripts.
package struct CommandError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The numbers that scripts know.
  ///
  /// Source: sysexits.h of 4.3BSD.
  package enum ExitCode: Int32, Sendable {
    /// The command line is wrong.
    case usage = 64
    /// The content of a file is wrong.
    case data = 65
    /// A required resource is missing: a database, a port, our own data directory.
    case unavailable = 69
    /// Ours to mend.
    case software = 70
    /// The output could not be written.
    case output = 74
    /// The configuration is wrong.
    case configuration = 78
  }

  package let code: ExitCode
  package let description: String

  package init(_ code: ExitCode, _ sentence: String) {
    self.code = code
    self.description = sentence
  }

  /// Combines a context with another program's or library's message.
  package init(_ code: ExitCode, _ context: String, because reason: String) {
    self.init(code, context.isEmpty ? reason.sentence : "\(context): \(reason.sentence)")
  }

  /// Writes the sentence to standard error; a failure of that is ignored.
  package func tell() {
    _ = Files.write("moa: \(description)\n".utf8, to: 2)
  }
}

extension CommandError {
  /// Refuses a text that no request may hold, before anything compares it.
  ///
  /// - Parameter arguments: of the command line, with the program's name.
  package static func checkMarks(in arguments: [String]) throws(CommandError) {
    for (index, argument) in arguments.enumerated() {
      guard let flaw = ValidationError.tooManyMarks(in: argument) else { continue }
      throw CommandError(.usage, "argument \(index) cannot be used: \(flaw.detail) \(flaw.hint)")
    }
  }

  /// All mistakes of a command line: a sentence, or a list if there are several.
  package static func commandLine(_ mistakes: [String]) -> CommandError {
    guard mistakes.count != 1 else { return CommandError(.usage, mistakes[0]) }
    let lines = ["\(mistakes.count) mistakes in the command line:"] + mistakes.map { "  " + $0 }
    return CommandError(.usage, lines.joined(separator: "\n"))
  }
}

extension CommandError {
  /// Turns any error of a command into a `CommandError`.
  package init(_ error: any Error) {
    switch error {
    case let refusal as CommandError: self = refusal
    case let failure as Failure: self.init(failure)
    default: self.init(.software, "\(error).")
    }
  }

  private init(_ failure: Failure) {
    switch failure {
    case .rejected(let errors), .outdated(let errors), .insufficientStock(let errors):
      self = .fieldErrors(errors)
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
    case .unauthenticated, .tooManyFailures, .tooManyDevices, .quotaSpent, .forbidden,
      .staleVersion,
      .changedMeanwhile,
      .preconditionRequired, .inFlight, .keyReused, .flawedImage,
      .imageTooLarge, .clientGone, .diskFull:
      self.init(.software, "the command was refused: \(failure).")
    case .bug(let what): self.init(.software, "\(what).")
    }
  }

  /// Every broken rule of a document, one line each, with its place. Names and values from the
  /// document are escaped, since a person reads them on a terminal.
  package static func fieldErrors(_ fieldErrors: [FieldError], in file: String? = nil)
    -> CommandError
  {
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

extension String {
  /// The message of another program or library as one sentence: without line breaks, and with one
  /// full stop.
  package var sentence: String {
    let words = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.last.map { ".!?".contains($0) } == true ? words : words + "."
  }
}

/// Writes lines to standard output.
///
/// - Throws: when not all could be written: the work is done, but its result, such as a new token,
///   is lost.
package func say(_ lines: some Sequence<String>) throws(CommandError) {
  guard Files.write(lines.map { $0 + "\n" }.joined().utf8, to: 1) else {
    throw CommandError(
      .output, "cannot write to standard output", because: String(cString: strerror(errno)))
  }
}

/// Writes one line to standard output.
package func say(_ line: String) throws(CommandError) { try say([line]) }

/// Writes lines to standard error, where standard output is something else than text.
package func sayBeside(_ lines: some Sequence<String>) {
  _ = Files.write(lines.map { $0 + "\n" }.joined().utf8, to: 2)
}
