#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A process that was alive when it was first looked at. It is recognised even after its number was
/// given to another process.
struct LocalPostgresProcess: Sendable, Hashable {
  let number: pid_t
  /// Its start time as the system prints it; nil when unknown.
  private let began: String?

  /// Nil when there is no such process, or when it has ended and waits to be reaped.
  init?(_ number: pid_t) {
    guard number > 1, kill(number, 0) == 0 || errno == EPERM else { return nil }
    self.number = number
    #if os(Linux)
      // After the name in parentheses, which may hold anything: the state, and as field 20 from
      // there the start time. Source: proc(5).
      let text = Files.text("/proc/\(number)/stat")
      let fields = text?.split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.first != "Z", fields.first != "X" else { return nil }
      began = fields.count > 19 ? String(fields[19]) : nil
    #else
      began = nil
    #endif
  }

  var isAlive: Bool { LocalPostgresProcess(number) == self }

  /// Sends a signal unless the process has ended.
  ///
  /// - Throws: `.failed` when it belongs to another account.
  func tell(_ signal: Int32) throws(LocalPostgresError) {
    guard isAlive else { return }
    guard kill(number, signal) == 0 || errno == ESRCH else {
      throw .failed(
        program: "stopping PostgreSQL",
        output: "process \(number) cannot be signalled: \(LocalPostgresCommand.lastError)")
    }
  }

  /// Whether it is the server of this data, by whatever path it was started: a symbolic link or
  /// another mount reaches the same directory.
  ///
  /// Also true when we may not look: PostgreSQL itself then trusts the number. A process without
  /// arguments, such as the kernel's own threads, is no server.
  func serves(data: String, home: String) -> Bool {
    #if os(Linux)
      guard let words else { return true }
      guard let program = words.first, program.hasSuffix("postgres") else { return false }
      if let home = Directory(home), words.contains(where: { Directory($0) == home }) {
        return true
      }
      // A server works in its data directory. Only its owner and root may look, and root in a
      // container not always.
      guard let place = Directory("/proc/\(number)/cwd") else { return true }
      return place == Directory(data)
    #else
      let list = LocalPostgresCommand(
        program: "/bin/ps", arguments: ["-ww", "-o", "command=", "-p", "\(number)"])
      guard let result = try? list.run(), result.status == 0 else { return true }
      return result.output.contains(home)
    #endif
  }

  #if os(Linux)
    /// The arguments that it was started with; nil when we may not look.
    private var words: [String]? {
      Files.contents("/proc/\(number)/cmdline").map { bytes in
        bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      }
    }

    /// A directory, identified by device and inode.
    private struct Directory: Equatable {
      let device: UInt64
      let node: UInt64

      /// Nil when there is no directory, or when we may not look at it.
      init?(_ path: String) {
        var status = stat()
        guard path.hasPrefix("/"), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR
        else { return nil }
        device = UInt64(status.st_dev)
        node = UInt64(status.st_ino)
      }
    }
  #endif
}

/// The running server of a data directory, as its `postmaster.pid` describes it.
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
