#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The account that runs the private server, and how a program is started as that account.
///
/// PostgreSQL refuses to run as root, so root hands the server to the account `postgres` that the
/// distribution's package makes; any other account runs it itself.
package struct LocalPostgresAccount {
  /// The account of the server, whose processes may connect to it.
  var name: String
  var user: uid_t
  var group: gid_t
  /// Our own account.
  var callerName: String
  /// The words before a command that run it as `name`; empty when we are `name`.
  var prefix: [String]
  /// Whether the list of accounts has it. In a container a program may run under any number.
  var hasName = true

  package var isAnother: Bool { hasName && !prefix.isEmpty }

  /// The accounts that the server admits. Root always, because an administrator runs `moa token
  /// create` beside a service that has its own account; root can read and stop everything anyway.
  var admitted: [String] {
    var names = [name]
    for other in [callerName, "root"] where !names.contains(other) { names.append(other) }
    return names
  }

  package static func current() throws(LocalPostgresError) -> Self {
    let user = geteuid()
    guard let caller = user == 0 ? .root : Account(user: user) else {
      return Self(
        name: "user \(user)", user: user, group: getegid(), callerName: "user \(user)", prefix: [],
        hasName: false)
    }
    guard caller.user == 0 else {
      return Self(
        name: caller.name, user: caller.user, group: caller.group, callerName: caller.name,
        prefix: [])
    }
    guard let server = Account(name: "postgres") else {
      throw .unusableAccount(
        "PostgreSQL does not run as root and there is no account named postgres: "
          + "apt-get install postgresql makes one; or run moa as another user, "
          + "or give --database-url")
    }
    return Self(
      name: server.name, user: server.user, group: server.group, callerName: caller.name,
      prefix: try switching(to: server.name))
  }

  /// Gives it a directory; false when we are not allowed to.
  package func takeOver(_ directory: String) -> Bool { lchown(directory, user, group) == 0 }

  package func command(
    _ program: String, _ arguments: [String], input: String = "", deadline: Duration = .seconds(90)
  ) -> LocalPostgresCommand {
    let line = prefix + [program] + arguments
    return LocalPostgresCommand(
      program: line[0], arguments: Array(line.dropFirst()), input: input, deadline: deadline)
  }

  /// The same for a program that looks up its own name, as initdb does.
  ///
  /// - Parameter home: a directory in which files may be written.
  /// - Throws: `.unusableAccount` when there is no name and none can be given.
  func named(home: String) throws(LocalPostgresError) -> Self {
    guard !hasName else { return self }
    var candidate = self
    for prefix in [namedByPreloading(home), Self.namedByNamespace].compactMap({ $0 }) {
      candidate.prefix = prefix
      if try candidate.command("/usr/bin/id", ["-un"]).run().status == 0 { return candidate }
    }
    throw .unusableAccount(
      "\(name) is not in the list of accounts (/etc/passwd), which PostgreSQL's initdb needs: add it,"
        + " install libnss-wrapper, or give --database-url")
  }

  /// Preloads a library that answers for the list of accounts, as PostgreSQL's own container images
  /// do.
  ///
  /// Source: nss_wrapper(1).
  private func namedByPreloading(_ home: String) -> [String]? {
    let folders = Files.names(in: "/usr/lib")
    let places = ["/usr/lib64", "/usr/lib"] + folders.map { "/usr/lib/" + $0 }
    let list = home + "/passwd"
    guard
      let library = places.map({ $0 + "/libnss_wrapper.so" }).first(where: Files.exists),
      Files.replace(list, with: "moa:x:\(user):\(group)::/:/bin/sh\n")
    else { return nil }
    return [
      "/usr/bin/env", "LD_PRELOAD=\(library)", "NSS_WRAPPER_PASSWD=\(list)",
      "NSS_WRAPPER_GROUP=/dev/null",
    ]
  }

  /// Gives us the name of the account nobody in a user namespace, if the system allows one.
  private static var namedByNamespace: [String]? {
    let program = "/usr/bin/unshare"
    guard Files.isExecutable(program),
      let nobody = Account(name: "nobody")
    else { return nil }
    return [
      program, "--user", "--map-user=\(nobody.user)", "--map-group=\(nobody.group)", "--",
    ]
  }

  /// Both belong to util-linux; `setpriv` comes first because it opens no login session.
  private static func switching(to name: String) throws(LocalPostgresError) -> [String] {
    for place in ["/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"] {
      if Files.isExecutable(place + "setpriv") {
        let group = "--regid=" + name
        return [place + "setpriv", "--reuid=" + name, group, "--init-groups", "--"]
      }
      if Files.isExecutable(place + "runuser") {
        return [place + "runuser", "-u", name, "--"]
      }
    }
    throw .unusableAccount(
      "PostgreSQL does not run as root, and neither setpriv nor runuser is there to become "
        + "postgres: install util-linux, run moa as another user, or give --database-url")
  }
}

/// A line of the list of accounts.
private struct Account {
  var name: String
  var user: uid_t
  var group: gid_t

  /// Works also without a list of accounts.
  static let root = Account(name: "root", user: 0, group: 0)

  init?(user: uid_t) {
    self.init { getpwuid_r(user, $0, $1, $2, $3) }
  }

  init?(name: String) {
    self.init { getpwnam_r(name, $0, $1, $2, $3) }
  }

  private typealias Lookup = (
    UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
    UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
  ) -> Int32

  private init?(_ lookup: Lookup) {
    var buffer = [CChar](repeating: 0, count: 16_384)
    let account = buffer.withUnsafeMutableBufferPointer { bytes -> Account? in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let base = bytes.baseAddress, lookup(&entry, base, bytes.count, &found) == 0,
        found != nil, let name = entry.pw_name
      else { return nil }
      // The strings that the entry points to are in the buffer, so they are copied while it is
      // held.
      return Account(name: String(cString: name), user: entry.pw_uid, group: entry.pw_gid)
    }
    guard let account else { return nil }
    self = account
  }

  private init(name: String, user: uid_t, group: gid_t) {
    self.name = name
    self.user = user
    self.group = group
  }
}
