import Foundation
import LocalPostgres
import Synchronization

/// One machine of a PostgreSQL cluster that mends itself: PostgreSQL, Patroni and etcd.
///
/// Everything lies under `home`: `config.yml` and `etcd.env`, the files that they name, and `data`,
/// where Patroni makes PostgreSQL's data directory.
package final class PatroniMember: Sendable {
  package let name: String
  /// Within 127.0.0.0/8.
  package let address: String
  package let home: String
  private let port: Int
  private let processes = Mutex<Processes?>(nil)

  /// The shell that has started Patroni and etcd ends them when its standard input ends, also when
  /// this process is killed.
  private struct Processes: @unchecked Sendable {
    let shell: Process
    let input: Pipe
  }

  /// - Parameter port: of PostgreSQL, where its socket is, too.
  package init(name: String, address: String, port: Int, home: String) {
    (self.name, self.address, self.port, self.home) = (name, address, port, home)
  }

  private var data: String { home + "/data" }

  /// Where the programs of PostgreSQL are.
  package static func binaries() throws -> String {
    let postgres = try LocalPostgresBinaries.find(major: nil).path(of: "postgres")
    return URL(fileURLWithPath: postgres).deletingLastPathComponent().path
  }

  /// Makes the directory, with these files in it that nobody else may read.
  package func install(_ files: [String: String]) throws {
    let account = try LocalPostgresAccount.current()
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    for (name, content) in files {
      let path = home + "/" + name
      _ = FileManager.default.createFile(
        atPath: path, contents: Data(content.utf8), attributes: [.posixPermissions: 0o600])
      guard account.takeOver(path) else { throw TestDatabaseError.program("chown", path) }
    }
    guard account.takeOver(home) else { throw TestDatabaseError.program("chown", home) }
  }

  /// Starts etcd and Patroni, as the units of Debian's packages do, and Patroni starts PostgreSQL.
  package func start() throws {
    let running = Processes(shell: Process(), input: Pipe())
    running.shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    running.shell.arguments = ["-c", Self.script, "sh", home] + Self.account
    running.shell.environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": home, "LC_ALL": "C.UTF-8",
    ]
    running.shell.standardInput = running.input
    running.shell.standardOutput = FileHandle.nullDevice
    running.shell.standardError = FileHandle.nullDevice
    try running.shell.run()
    processes.withLock { $0 = running }
  }

  /// Its words after the directory run a program as the account of PostgreSQL.
  private static let script = """
    home=$1; shift; cd /
    (set -a; ETCD_DATA_DIR=$home/etcd; . "$home/etcd.env"; exec "$@" etcd) \
      </dev/null >>"$home/etcd.log" 2>&1 & etcd=$!
    (exec "$@" patroni "$home/config.yml") \
      </dev/null >>"$home/patroni.log" 2>&1 & patroni=$!
    read -r _
    kill -9 $patroni $etcd
    postgres=$(head -n 1 "$home/data/postmaster.pid") &&
      grep -qa "$home/data" "/proc/$postgres/cmdline" && kill -3 "$postgres"
    """

  private static var account: [String] {
    geteuid() == 0
      ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"] : []
  }

  /// Kills everything with signal 9, PostgreSQL first, as the death of the machine would.
  package func die() {
    guard let running = processes.withLock({ $0 }) else { return }
    let patroni = Self.children(of: running.shell.processIdentifier)
    // Stopped first, so that nobody notices the death of another.
    for process in patroni { kill(process, SIGSTOP) }
    if let postmaster {
      kill(postmaster, SIGSTOP)
      for each in [postmaster] + Self.children(of: postmaster) { kill(each, SIGKILL) }
    }
    for process in patroni { kill(process, SIGKILL) }
    end()
  }

  /// Ends everything at once and leaves the files.
  package func end() {
    guard
      let running = processes.withLock({ running in
        defer { running = nil }
        return running
      })
    else { return }
    try? running.input.fileHandleForWriting.close()
    running.shell.waitUntilExit()
    TestDirectory.end(serverIn: data)
  }

  /// Runs SQL as the superuser, by the socket; see ``TestDatabase/psql(_:in:)``.
  @discardableResult
  package func psql(_ sql: String, in database: String = "postgres") throws -> String {
    try TestDatabase.psql(
      sql,
      in: "host='\(home)' port=\(port) user=postgres password=CHANGE-ME-superuser"
        + " dbname=\(database) connect_timeout=2")
  }

  /// What Patroni and PostgreSQL have said last.
  package var lastWords: String {
    let log = (try? String(contentsOfFile: home + "/patroni.log", encoding: .utf8)) ?? ""
    return "\(name): " + log.suffix(1_500)
  }

  private var postmaster: Int32? {
    LocalPostgresPostmaster.running(data: data, home: data)?.process
  }

  private static func children(of parent: Int32) -> [Int32] {
    let path = "/proc/\(parent)/task/\(parent)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { Int32($0) }
  }
}
