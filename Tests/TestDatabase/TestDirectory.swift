import App
import Foundation
import Synchronization

/// The directories of the test servers: `/tmp/moa-test-PROCESS-NUMBER`.
///
/// They are removed when the process ends. When it is killed instead, the name tells the next
/// run which of them belong to nobody any more.
package enum TestDirectory {
  private static let made = Mutex<[String]>([])
  private static let prefix = "moa-test-"

  /// A path of nothing yet.
  package static func make() -> String {
    made.withLock { made in
      if made.isEmpty {
        removeThoseOfDeadProcesses()
        atexit { TestDirectory.removeAll() }
      }
      let path = "/tmp/\(prefix)\(getpid())-\(made.count + 1)"
      made.append(path)
      return path
    }
  }

  static func remove(_ directory: String) {
    endProgram(using: directory + "/data")
    stopServer(under: directory)
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Ends the `moa` that holds the lock of a data directory, before it starts its database again.
  private static func endProgram(using data: String) {
    let file = open(data + "/moa.lock", O_RDWR)
    guard file >= 0 else { return }
    defer { close(file) }
    for _ in 0..<5000 where flock(file, LOCK_EX | LOCK_NB) != 0 {
      let line = (try? String(contentsOfFile: data + "/moa.lock", encoding: .utf8)) ?? ""
      if let process = pid_t(line.prefix { $0.isNumber }), process > 1 { kill(process, SIGKILL) }
      usleep(1000)
    }
  }

  /// Ends the servers at once (`SIGQUIT`, which is `pg_ctl stop -m immediate`).
  static func stopServer(under directory: String) {
    for data in [directory, directory + "/data"] {
      if let postgres = try? LocalPostgres(dataDirectory: data) { end { postgres.serverProcess } }
    }
    // A standby first: it has nothing to lose, and nothing to say about a primary that is gone.
    for name in ["b", "a"] { end(serverIn: "\(directory)/\(name)/data") }
  }

  /// Ends the server whose data directory this is, if one runs.
  static func end(serverIn data: String) {
    end { LocalPostgresPostmaster.running(data: data, home: data)?.process }
  }

  private static func end(_ running: () -> Int32?) {
    guard let process = running() else { return }
    // One that a test has stopped could not obey.
    kill(process, SIGCONT)
    kill(process, SIGQUIT)
    for attempt in 0..<5000 where running() == process {
      if attempt == 2500 { kill(process, SIGKILL) }
      usleep(1000)
    }
  }

  private static func removeAll() {
    let left = made.withLock { $0 }.filter(FileManager.default.fileExists(atPath:))
    left.forEach(remove)
  }

  private static func removeThoseOfDeadProcesses() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/tmp")) ?? []
    for name in names where name.hasPrefix(prefix) {
      let number = name.dropFirst(prefix.count).prefix { $0 != "-" }
      guard let process = pid_t(number), kill(process, 0) != 0, errno == ESRCH else { continue }
      remove("/tmp/" + name)
    }
  }
}
