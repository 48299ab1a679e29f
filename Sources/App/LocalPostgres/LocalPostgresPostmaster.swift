import Foundation

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

  static func file(in data: String) -> String { data + "/postmaster.pid" }

  /// Reads the file, and asks whether that process is still there and is a server of `home`.
  ///
  /// After kill -9 or a power failure the file names a process that is gone, or, worse, another
  /// program that has the number now; PostgreSQL alone would then refuse to start.
  package static func running(data: String, home: String) -> Self? {
    guard let text = try? String(contentsOfFile: file(in: data), encoding: .utf8),
      let postmaster = Self(pidFile: text), isAlive(postmaster.process),
      isServer(postmaster.process, of: home)
    else { return nil }
    return postmaster
  }

  /// Source: PostgreSQL's `src/include/utils/pidfile.h` (line 1 process, 5 socket, 8 status).
  init?(pidFile text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first, let process = pid_t(first), process > 1 else { return nil }
    self.process = process
    socketDirectory = lines.count > 4 ? String(lines[4]) : ""
    isReady = lines.count > 7 && lines[7].trimmingCharacters(in: .whitespaces) == "ready"
  }

  static func isAlive(_ process: pid_t) -> Bool {
    // As process 1 of a container we inherit the server as a child, and must bury it.
    waitpid(process, nil, WNOHANG)
    guard kill(process, 0) == 0 || errno == EPERM else { return false }
    #if os(Linux)
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      let state = status?.split(separator: ")").last?.first { $0 != " " }
      return state != "Z"
    #else
      return true
    #endif
  }

  /// True also when nothing can be learnt: PostgreSQL itself then takes the number at its word.
  private static func isServer(_ process: pid_t, of home: String) -> Bool {
    #if os(Linux)
      let path = "/proc/\(process)/cmdline"
      guard let octets = FileManager.default.contents(atPath: path), !octets.isEmpty else {
        return true
      }
      let words = octets.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      return words.contains(home)
    #else
      let list = LocalPostgresCommand(
        program: "/bin/ps", arguments: ["-ww", "-o", "command=", "-p", "\(process)"])
      guard let result = try? list.run(), result.status == 0 else { return true }
      return result.output.contains(home)
    #endif
  }
}
