import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the files of one private server are, under `<data directory>/postgresql`.
///
///     postgresql.conf pg_hba.conf pg_ident.conf    ours, written again at every start
///     lock                                         held while somebody starts or stops the server
///     server/                                      the server account's, mode 0700
///       data/  socket/  postgresql.log
///
/// Our files stand outside of what the server may write: as root we must not follow its links.
struct LocalPostgresLayout {
  var home: String
  var server: String { home + "/server" }
  var data: String { server + "/data" }
  var log: String { server + "/postgresql.log" }
  var lock: String { home + "/lock" }
  var socketDirectory: String

  /// A Unix socket's path has 104 octets on macOS (108 on Linux), and `/.s.PGSQL.5432` is 14.
  private static let socketDirectoryOctetsMax = 88

  init(dataDirectory: String) throws(LocalPostgresError) {
    let absolute = URL(fileURLWithPath: dataDirectory).standardizedFileURL.path
    // pg_ctl hands these paths to a shell between double quotes, and does not escape them; and a
    // comma divides directories for the server, and hosts for libpq.
    let unsafe = absolute.contains { "\"'`$\\,".contains($0) || $0.isNewline }
    guard !unsafe else {
      throw .unusableDirectory(
        "the data directory \(absolute) cannot hold PostgreSQL: choose a path without quotes, "
          + "$, commas, backslashes and line breaks")
    }
    home = absolute + "/postgresql"
    let near = home + "/server/socket"
    let isShort = near.utf8.count <= Self.socketDirectoryOctetsMax
    socketDirectory = isShort ? near : Self.temporaryDirectory(for: absolute)
  }

  /// Makes the directory that holds the rest, the lock first of all.
  func prepareHome() throws(LocalPostgresError) {
    do {
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    } catch {
      throw .unusableDirectory("cannot make the directory \(home): \(error.reason)")
    }
  }

  /// Makes the server's directories, with their owner, and lets that account reach them; only
  /// under the lock, since a directory is for a moment there and not yet handed over.
  func prepareServer(for account: LocalPostgresAccount) throws(LocalPostgresError) {
    if account.isAnother {
      openToTraversal((home as NSString).deletingLastPathComponent)
      openToTraversal(home)
    }
    try makeOwned(server, by: account)
    try makeOwned(socketDirectory, by: account)
    try requireReachable(by: account)
    LocalPostgresLayout.rotate(log)
  }

  /// Our own two directories only: what stands above them is not ours to open.
  private func openToTraversal(_ directory: String) {
    var status = stat()
    guard stat(directory, &status) == 0, status.st_uid == geteuid() else { return }
    chmod(directory, (status.st_mode & 0o7777) | 0o011)
  }

  /// In a shared temporary directory somebody else may have made the name first, so a directory
  /// that is there already is only accepted when it is real and the server account's, or ours:
  /// then a kill came between making it and handing it over.
  private func makeOwned(
    _ directory: String, by account: LocalPostgresAccount
  ) throws(LocalPostgresError) {
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
      throw .unusableDirectory(
        "cannot make the directory \(directory): \(LocalPostgresCommand.lastError)")
    }
    var status = stat()
    let isOurs =
      lstat(directory, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      && (status.st_uid == account.user || status.st_uid == geteuid())
    guard isOurs else {
      throw .unusableDirectory(
        "\(directory) belongs to somebody else: PostgreSQL must run as \(account.name), so run "
          + "moa as the user who made it (runuser -u NAME -- moa ...), or choose another "
          + "--data-dir")
    }
    guard status.st_uid == account.user || lchown(directory, account.user, account.group) == 0
    else {
      throw .unusableDirectory(
        "cannot give \(directory) to \(account.name): \(LocalPostgresCommand.lastError)")
    }
  }

  private func requireReachable(by account: LocalPostgresAccount) throws(LocalPostgresError) {
    guard account.isAnother else { return }
    // `test` itself runs as the other account, so that every kind of permission is asked.
    let script = "for each do test -x \"$each\" || { printf %s \"$each\"; exit 1; }; done"
    let ways = [server, socketDirectory].flatMap(ancestors)
    let result = try account.command("/bin/sh", ["-c", script, "sh"] + ways).run()
    guard result.status != 0 else { return }
    throw .unusableDirectory(
      "PostgreSQL runs as \(account.name), which may not enter \(result.output): "
        + "choose another --data-dir (as root, /var/lib/moa), or chmod o+x \(result.output)")
  }

  private func ancestors(of directory: String) -> [String] {
    var path = ""
    return directory.split(separator: "/").map { segment in
      path += "/" + segment
      return path
    }
  }

  /// Looked at only when the server starts: it logs its own life and no statement, some lines a
  /// day. What many restarts gather is cut at 16 MiB, and one older file stays.
  private static func rotate(_ log: String) {
    var status = stat()
    guard lstat(log, &status) == 0, status.st_size > 16 << 20 else { return }
    rename(log, log + ".1")
  }

  /// The same name for the same data directory, so that another run of ours finds the server.
  private static func temporaryDirectory(for path: String) -> String {
    // FNV-1a, because Swift's own hash differs from process to process.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for octet in path.utf8 { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01b3 }
    return "/tmp/moa-\(String(hash, radix: 16))"
  }
}
