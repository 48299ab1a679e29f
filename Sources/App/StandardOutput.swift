import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
