#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where the files of one private server are, under `<data directory>/postgresql`.
///
///     postgresql.conf pg_hba.conf pg_ident.conf    ours, written again at every start
///     lock                                         held while the server is started or stopped
///     server/                                      the server account's, mode 0700
///       data/  socket/  postgresql.log
///
/// Our files are outside the directory that the server may write: as root we must not follow its
/// links.
package struct LocalPostgresLayout {
  package var home: String
  package var server: String { home + "/server" }
  package var data: String { server + "/data" }
  /// Written by initdb as the last thing.
  package var version: String { data + "/PG_VERSION" }
  package var log: String { server + "/postgresql.log" }
  package var lock: String { home + "/lock" }
  var socketDirectory: String

  /// A Unix socket's path has 104 bytes on macOS (108 on Linux), and `/.s.PGSQL.5432` is 14.
  private static let socketDirectoryBytesMax = 88

  package init(dataDirectory: String) throws(LocalPostgresError) {
    let absolute = Files.absolute(dataDirectory)
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
    let isShort = near.utf8.count <= Self.socketDirectoryBytesMax
    socketDirectory = isShort ? near : Self.temporaryDirectory(for: absolute)
  }

  /// The running server, also one that an earlier process of ours started.
  package var running: LocalPostgresPostmaster? {
    LocalPostgresPostmaster.running(data: data, home: home)
  }

  /// Whether a database was made here; nil when that cannot be seen.
  package var hasDatabase: Bool? {
    var status = stat()
    if stat(version, &status) == 0 { return true }
    return errno == ENOENT || errno == ENOTDIR ? false : nil
  }

  /// Whether a replication slot keeps the log of writes for a reader.
  package var hasSlots: Bool { !Files.names(in: data + "/pg_replslot").isEmpty }

  /// Runs `body` under a lock that all processes share: a command and a server may start at the
  /// same moment.
  ///
  /// - Parameter isNeeded: false runs `body` even when there is nothing to lock.
  func exclusively<T>(
    isNeeded: Bool = true, _ body: () throws(LocalPostgresError) -> T
  ) throws(LocalPostgresError) -> T {
    let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { if descriptor >= 0 { closeDescriptor(descriptor) } }
    guard (descriptor >= 0 && flock(descriptor, LOCK_EX) == 0) || !isNeeded else {
      throw .unusableDirectory("cannot lock \(lock): \(LocalPostgresCommand.lastError)")
    }
    return try body()
  }

  /// Makes the directory that holds the rest, before the lock is taken.
  package func prepareHome() throws(LocalPostgresError) {
    guard Files.makeDirectories(home) else {
      throw .unusableDirectory(
        "cannot make the directory \(home): \(LocalPostgresCommand.lastError)")
    }
  }

  /// Makes the server's directories, with their owner, and lets that account reach them. Only under
  /// the lock, since a new directory belongs to us for a moment.
  package func prepareServer(for account: LocalPostgresAccount) throws(LocalPostgresError) {
    if account.isAnother {
      openToTraversal(Files.parent(of: home))
      openToTraversal(home)
    }
    try makeOwned(server, by: account)
    try makeOwned(socketDirectory, by: account)
    for directory in [server, socketDirectory, data] { try close(toOthers: directory) }
    try requireReachable(by: account)
    LocalPostgresLayout.rotate(log)
  }

  /// Our own two directories only: those above them are not ours to open.
  private func openToTraversal(_ directory: String) {
    var status = stat()
    guard stat(directory, &status) == 0, status.st_uid == geteuid() else { return }
    chmod(directory, (status.st_mode & 0o7777) | 0o011)
  }

  /// In a shared temporary directory another account may have made the name first. So an existing
  /// directory is accepted only when it is a real one that belongs to the server's account, or to
  /// us: then a kill came between making it and handing it over.
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
        "\(directory) belongs to another account: PostgreSQL must run as \(account.name), so run "
          + "moa as the user who made it (runuser -u NAME -- moa ...), or choose another "
          + "--data-dir")
    }
    guard status.st_uid == account.user || lchown(directory, account.user, account.group) == 0
    else {
      throw .unusableDirectory(
        "cannot give \(directory) to \(account.name): \(LocalPostgresCommand.lastError)")
    }
  }

  /// Removes all access of other accounts to a directory: a mounted volume may have given it to a
  /// group, as Kubernetes does for `fsGroup`, and PostgreSQL refuses such data.
  ///
  /// Its account could put a link in its place, and as root we must not follow that.
  private func close(toOthers directory: String) throws(LocalPostgresError) {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { closeDescriptor(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    guard fchmod(descriptor, 0o700) == 0 else {
      throw .unusableDirectory(
        "others may use \(directory), which PostgreSQL refuses, and its mode cannot be changed"
          + " (\(LocalPostgresCommand.lastError)): chmod 0700 it as its owner")
    }
  }

  private func requireReachable(by account: LocalPostgresAccount) throws(LocalPostgresError) {
    guard account.isAnother else { return }
    // `test` itself runs as the other account, so that every kind of permission is checked.
    let script = "for each do test -x \"$each\" || { printf %s \"$each\"; exit 3; }; done"
    let ways = [server, socketDirectory].flatMap(ancestors)
    let result = try account.command("/bin/sh", ["-c", script, "sh"] + ways).run()
    guard result.status != 0 else { return }
    guard result.status == 3 else {
      throw .unusableAccount(
        "PostgreSQL does not run as root, and root may not become \(account.name) here"
          + " (\(result.output)): run moa as another user, or give --database-url")
    }
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

  /// Checked only when the server starts: it logs some lines a day about itself and no statements.
  /// The log of many restarts is cut at 16 MiB, and one older file is kept.
  private static func rotate(_ log: String) {
    var status = stat()
    guard lstat(log, &status) == 0, status.st_size > 16 << 20 else { return }
    rename(log, log + ".1")
  }

  /// The same name for the same data directory. It is in `/tmp` if that can be written, which every
  /// account may enter; a container may only have `TMPDIR`.
  private static func temporaryDirectory(for path: String) -> String {
    // FNV-1a, because Swift's own hash differs from process to process.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let name = "/moa-\(String(hash, radix: 16))"
    let named = OwnProcess.temporaryDirectory
    let fits = ["/tmp", named].first { place in
      access(place, W_OK | X_OK) == 0 && (place + name).utf8.count <= socketDirectoryBytesMax
    }
    return (fits ?? "/tmp") + name
  }
}

/// close(2), named apart from the layout's own method.
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
