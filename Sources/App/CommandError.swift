import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why the program ends without doing what it was asked: one sentence for people, one number for
/// scripts.
package struct CommandError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The numbers that scripts know.
  ///
  /// Source: sysexits.h of 4.3BSD.
  package enum ExitCode: Int32, Sendable {
    /// What was typed makes no sense.
    case usage = 64
    /// The content of a file is wrong.
    case data = 65
    /// Something that is needed is not there: a database, a port, a data directory of our own.
    case unavailable = 69
    /// Ours to mend.
    case software = 70
    /// What was to be said could not be written.
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

  /// Makes one sentence of what another program or library said.
  init(_ code: ExitCode, _ context: String, because reason: String) {
    self.init(code, context.isEmpty ? reason.sentence : "\(context): \(reason.sentence)")
  }

  /// Writes the sentence to standard error; a failure of that is ignored.
  package func tell() {
    _ = Files.write("moa: \(description)\n".utf8, to: 2)
  }
}

extension CommandError {
  /// All mistakes of a command line: a sentence, or a list if there are several.
  package static func commandLine(_ mistakes: [String]) -> CommandError {
    guard mistakes.count != 1 else { return CommandError(.usage, mistakes[0]) }
    let lines = ["\(mistakes.count) mistakes in the command line:"] + mistakes.map { "  " + $0 }
    return CommandError(.usage, lines.joined(separator: "\n"))
  }
}

extension String {
  /// What another program or library said, which may have line breaks in it and a full stop at its
  /// end or not, as one sentence.
  var sentence: String {
    let words = split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.last.map { ".!?".contains($0) } == true ? words : words + "."
  }
}

/// Writes lines to standard output.
///
/// - Throws: when it does not take them all: what was asked for is done, and nobody would know what
///   came of it, such as a new token.
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
