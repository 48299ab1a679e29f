#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Who runs the private server, and how a program is started as that account.
///
/// PostgreSQL refuses to run as root, so root hands the server to the account `postgres` that
/// the distribution's package makes; anybody else runs it as himself.
package struct LocalPostgresAccount {
  /// The account of the server, and the one whose processes may connect to it.
  var name: String
  var user: uid_t
  var group: gid_t
  /// Who we are.
  var callerName: String
  /// What stands before a command so that it runs as `name`; empty when we are `name`.
  var prefix: [String]
  /// Whether the list of accounts knows it. In a container any number may run a program.
  var hasName = true

  package var isAnother: Bool { hasName && !prefix.isEmpty }

  /// Whom the server lets in. Root always, because an administrator runs `moa token create` beside
  /// a service that has an account of its own; it can read and stop everything anyway.
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

  /// Gives a directory to it; false when that is not ours to do.
  package func takeOver(_ directory: String) -> Bool { lchown(directory, user, group) == 0 }

  package func command(
    _ program: String, _ arguments: [String], input: String = "", deadline: Duration = .seconds(90)
  ) -> LocalPostgresCommand {
    let line = prefix + [program] + arguments
    return LocalPostgresCommand(
      program: line[0], arguments: Array(line.dropFirst()), input: input, deadline: deadline)
  }

  /// The same for a program that looks its own name up, as initdb does.
  ///
  /// - Parameter home: where a file may be written.
  /// - Throws: `.unusableAccount` where there is no name and none can be given.
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

  /// A library that answers for the list of accounts, as in PostgreSQL's own container images.
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

  /// In a namespace we are called nobody, where the system lets us make one.
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

  /// Also where there is no list.
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
      // The strings of the entry point into the buffer: copied while it is held.
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
