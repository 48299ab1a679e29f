#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The running server of a data directory, as its `postmaster.pid` tells.
package struct LocalPostgresPostmaster: Equatable {
  package var process: Int32
  var socketDirectory: String
  /// True as soon as it accepts connections; false while it recovers or shuts down.
  var isReady: Bool

  package static func file(in data: String) -> String { data + "/postmaster.pid" }

  /// Reads the file, and asks whether that process is still there and is a server of `home`.
  ///
  /// After kill -9 or a power failure the file names a process that is gone, or, worse, another
  /// program that has the number now; PostgreSQL alone would then refuse to start.
  package static func running(data: String, home: String) -> Self? {
    guard let text = Files.text(file(in: data)),
      let postmaster = Self(pidFile: text),
      LocalPostgresProcess(postmaster.process)?.serves(data: data, home: home) == true
    else { return nil }
    return postmaster
  }

  /// Source: PostgreSQL's `src/include/utils/pidfile.h` (line 1 process, 5 socket, 8 status).
  package init?(pidFile text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first, let process = pid_t(first), process > 1 else { return nil }
    self.process = process
    socketDirectory = lines.count > 4 ? String(lines[4]) : ""
    isReady = lines.count > 7 && lines[7].withoutBlanks == "ready"
  }
}
