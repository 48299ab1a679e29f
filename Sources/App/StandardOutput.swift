import Foundation

/// Writes lines to standard output.
///
/// - Throws: when it does not take them all: what was asked for is done, and nobody would know what
///   came of it, such as a new token.
package func say(_ lines: some Sequence<String>) throws(Refusal) {
  do {
    let text = lines.map { $0 + "\n" }.joined()
    try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  } catch {
    throw Refusal(.output, "cannot write to standard output", because: error.reason)
  }
}

/// Writes one line to standard output.
package func say(_ line: String) throws(Refusal) { try say([line]) }
