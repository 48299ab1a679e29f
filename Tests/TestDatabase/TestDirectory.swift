import App
import Foundation
import Synchronization

/// The directories of the test servers: `/tmp/moa-test-PROCESS-NUMBER`.
///
/// They are removed when the process ends. When it is killed instead, the name tells the next
/// run which of them belong to nobody any more.
enum TestDirectory {
  private static let made = Mutex<[String]>([])
  private static let prefix = "moa-test-"

  static func make() -> String {
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
    stopServer(under: directory)
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Ends the server at once (`SIGQUIT`, which is `pg_ctl stop -m immediate`).
  static func stopServer(under directory: String) {
    guard let postgres = try? LocalPostgres(dataDirectory: directory),
      let process = postgres.serverProcess
    else { return }
    kill(process, SIGQUIT)
    for attempt in 0..<5000 where postgres.serverProcess == process {
      if attempt == 2500 { kill(process, SIGKILL) }
      usleep(1000)
    }
  }

  private static func removeAll() {
    made.withLock { $0 }.forEach(remove)
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
