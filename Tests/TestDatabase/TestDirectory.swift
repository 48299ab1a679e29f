import Foundation
import LocalPostgres
import Synchronization

/// The directories of the test servers: `moa-test-PROCESS-NUMBER` in memory or in `/tmp`.
///
/// In memory where there is plenty of it: a cluster has a thousand files, and making and removing
/// them takes a disk's file system much of a processor.
///
/// They are removed when the process ends. When it is killed instead, the next run knows by their
/// names which ones to remove.
package enum TestDirectory {
  private static let made = Mutex<[String]>([])
  private static let prefix = "moa-test-"
  private static let (memory, disk) = ("/dev/shm", "/tmp")
  /// Bytes; all test processes together have a few gigabytes there.
  private static let memoryMin: UInt64 = 8 << 30
  /// `ST_NOEXEC` of Linux, which Swift does not import.
  private static let noPrograms: UInt = 8

  /// A path of nothing yet.
  ///
  /// - Parameter onDisk: wanted by tests that bound memory, or take `/dev/shm` away.
  package static func make(onDisk: Bool = false) -> String {
    made.withLock { made in
      if made.isEmpty {
        removeThoseOfDeadProcesses()
        atexit { TestDirectory.removeAll() }
      }
      let place = !onDisk && hasPlentyOfMemory() ? memory : disk
      let path = "\(place)/\(prefix)\(getpid())-\(made.count + 1)"
      made.append(path)
      return path
    }
  }

  /// Room in memory that this account may fill, with programs in it that can be started.
  private static func hasPlentyOfMemory() -> Bool {
    var status = statvfs()
    guard access(memory, W_OK) == 0, statvfs(memory, &status) == 0 else { return false }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    return free >= memoryMin && UInt(status.f_flag) & noPrograms == 0
      && AvailableMemory.current().mebibytes << 20 >= 2 * memoryMin
  }

  static func remove(_ directory: String) {
    stopServer(under: directory)
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Removes what nobody has removed: first the programs end, so that none starts its database
  /// again.
  private static func clear(_ directory: String) {
    endPrograms(of: directory + "/data")
    remove(directory)
  }

  /// Ends the programs of our account that were started for a data directory; on Linux only.
  private static func endPrograms(of data: String) {
    #if os(Linux)
      for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
        var status = stat()
        guard let process = pid_t(name), process != getpid(), stat("/proc/" + name, &status) == 0,
          status.st_uid == geteuid(),
          let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline"),
          line.split(separator: 0).contains(where: { $0.elementsEqual(data.utf8) })
        else { continue }
        kill(process, SIGKILL)
      }
    #endif
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
    for attempt in 0..<5000 {
      guard running() == process else { return }
      if attempt == 2500 { kill(process, SIGKILL) }
      usleep(1000)
    }
  }

  private static func removeAll() {
    let left = made.withLock { $0 }.filter(FileManager.default.fileExists(atPath:))
    left.forEach(clear)
  }

  /// What bears our own number is of a predecessor: nothing is made yet.
  private static func removeThoseOfDeadProcesses() {
    for place in [memory, disk] { removeThoseOfDeadProcesses(in: place) }
  }

  private static func removeThoseOfDeadProcesses(in place: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let numbers = name.dropFirst(prefix.count).split(
        separator: "-", omittingEmptySubsequences: false
      ).map { pid_t($0) }
      guard numbers.count == 2, let process = numbers[0], numbers[1] != nil else { continue }
      guard process == getpid() || (kill(process, 0) != 0 && errno == ESRCH) else { continue }
      clear("\(place)/\(name)")
    }
  }
}

/// A directory for the files of one test; removed with its last user, the suite's instance.
package final class Scratch: Sendable {
  package let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("moa-scratch-\(UUID().uuidString)").path

  package init() {}

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file of a name of its own; returns its path.
  package func file(_ text: String, mode: Int = 0o600) throws -> String {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let file = "\(path)/\(UUID().uuidString)"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    return file
  }
}
