import Foundation

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

  var isAnother: Bool { !prefix.isEmpty }

  /// Whom the server lets in. Root always, because an administrator runs `moa token create` beside
  /// a service that has an account of its own; it can read and stop everything anyway.
  var admitted: [String] {
    var names = [name]
    for other in [callerName, "root"] where !names.contains(other) { names.append(other) }
    return names
  }

  package static func current() throws(LocalPostgresError) -> Self {
    guard let caller = Account(user: geteuid()) else {
      throw .unusableAccount(
        "user \(geteuid()) has no name in the list of accounts (/etc/passwd), which PostgreSQL "
          + "needs: add one, or give --database-url")
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
    _ program: String, _ arguments: [String], input: String = ""
  ) -> LocalPostgresCommand {
    let line = prefix + [program] + arguments
    return LocalPostgresCommand(program: line[0], arguments: Array(line.dropFirst()), input: input)
  }

  /// Both belong to util-linux; `setpriv` comes first because it opens no login session.
  private static func switching(to name: String) throws(LocalPostgresError) -> [String] {
    for place in ["/usr/bin/", "/bin/", "/usr/sbin/", "/sbin/"] {
      if FileManager.default.isExecutableFile(atPath: place + "setpriv") {
        let group = "--regid=" + name
        return [place + "setpriv", "--reuid=" + name, group, "--init-groups", "--"]
      }
      if FileManager.default.isExecutableFile(atPath: place + "runuser") {
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
    let account = buffer.withUnsafeMutableBufferPointer { octets -> Account? in
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      guard let base = octets.baseAddress, lookup(&entry, base, octets.count, &found) == 0,
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
