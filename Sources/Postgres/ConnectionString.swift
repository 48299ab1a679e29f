/// Where the database is and how to be admitted: a `postgres://` URL or `key=value` text.
///
/// Adds what reliability asks for wherever the text says nothing; see `addDefaults`. Several hosts
/// are tried in order. The description never contains the password.
public struct ConnectionString: Sendable {
  private(set) var settings: [String: String]
  /// The user's `options`, which come before ours; empty for none.
  private var givenOptions = ""
  /// Settings of a session that limit how long the server works for us.
  private var limits = Self.limits
  /// Settings of a session that statements depend on, besides `meaning`.
  private var furtherMeaning: [(String, String)] = []

  /// Reads connection text as libpq does, and `PGHOST`, `PGHOSTADDR`, `PGPORT`, `PGSSLMODE`,
  /// `PGOPTIONS` and `PGPASSFILE` where it says nothing of them.
  ///
  /// - Throws: `.configuration` when it is malformed, has a password with a sign that must be
  ///   encoded, names a service, or has more or fewer ports than hosts; the reason never quotes it.
  ///
  /// Source: PostgreSQL documentation, "Connection Strings", "Environment Variables".
  public init(_ text: String) throws(PostgresError) {
    try self.init(text, environment: LibPQ.environment())
  }

  init(
    _ text: String, environment: [(keyword: String, value: String)]
  ) throws(PostgresError) {
    try Self.refuseOpenSigns(in: text)
    guard !text.utf8.contains(0), let parsed = LibPQ.parse(conninfo: text) else {
      throw PostgresError(
        .configuration(reason: "neither a postgres:// URL nor key=value settings"))
    }
    settings = Dictionary(parsed.map { ($0.keyword, $0.value) }) { $1 }
    guard settings["host"]?.dropFirst().contains("@") != true else { throw Self.openSign }
    try refuseService()
    // libpq would add these by itself, but later: when names have been resolved and it has been
    // decided whether the server must show a certificate.
    for (keyword, value) in environment where Self.takenFromEnvironment.contains(keyword) {
      add(keyword, value)
    }
    try checkPorts()
    givenOptions = settings["options"] ?? ""
    addDefaults()
  }

  /// A password ends at the first `@` or `/` that is not encoded, and the rest of it would appear
  /// in messages as a host, a port or a database.
  private static func refuseOpenSigns(in text: String) throws(PostgresError) {
    guard let scheme = ["postgres://", "postgresql://"].first(where: text.hasPrefix) else { return }
    let place = text.utf8.dropFirst(scheme.utf8.count).prefix { $0 != UInt8(ascii: "?") }
    guard let last = place.lastIndex(of: UInt8(ascii: "@")) else { return }
    let isOpen = place[..<last].contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "/") }
    if isOpen { throw openSign }
  }

  private static let openSign = PostgresError(
    .configuration(
      reason: "user and password end at the last @ and have a sign that must be encoded: %40 for"
        + " @, %2F for /, %3A for :"))

  /// The variables of the environment that change where and how a connection is made, also where
  /// they are not set: libpq reads them for whatever the text leaves open. Where nothing outside of
  /// the text is to count, erase them before the first connection.
  ///
  /// Source: PostgreSQL documentation, "Environment Variables".
  public static var environmentVariables: Set<String> {
    Set(LibPQ.environmentVariables()).union([
      "PGDATESTYLE", "PGTZ", "PGGEQO", "PGSYSCONFDIR", "PGSERVICEFILE", "PGLOCALEDIR", "PGREALM",
      "PGREQUIRESSL", "PGSSLKEYLOGFILE", "PGOAUTHDEBUG",
    ])
  }

  private static let takenFromEnvironment: Set<String> = [
    "host", "hostaddr", "port", "sslmode", "options", "passfile",
  ]

  /// A service's file may name any host, and only libpq reads it.
  private func refuseService() throws(PostgresError) {
    guard settings["service"] == nil else {
      throw PostgresError(.configuration(reason: "a service cannot be named; name the host"))
    }
  }

  /// As many ports as hosts, or one for all. libpq refuses another number, but never sees it where
  /// names are resolved: every address gets a port then.
  private func checkPorts() throws(PostgresError) {
    let ports = list("port").count
    let hosts = max(1, list(list("hostaddr").isEmpty ? "host" : "hostaddr").count)
    guard ports <= 1 || ports == hosts else {
      throw PostgresError(.configuration(reason: "\(ports) ports for \(hosts) hosts"))
    }
  }

  /// The same text with one setting replaced, such as `application_name`.
  ///
  /// - Throws: `.configuration` when libpq has no such setting, the value has U+0000, or ports and
  ///   hosts are not as many.
  public func setting(_ keyword: String, to value: String) throws(PostgresError) -> Self {
    let isKnown = LibPQ.parse(conninfo: "\(keyword)=x") != nil
    guard isKnown, !value.utf8.contains(0) else {
      throw PostgresError(.configuration(reason: "no such setting: \(keyword)"))
    }
    var copy = self
    copy.settings[keyword] = value
    if keyword == "options" { copy.givenOptions = value }
    try copy.refuseService()
    try copy.checkPorts()
    // Another host may need a certificate.
    copy.addDefaults()
    return copy
  }

  /// The same text with a setting of the server's for the session, such as `search_path`, whatever
  /// the role and the user's `options` say.
  public func session(_ name: String, _ value: String) -> Self {
    var copy = self
    copy.furtherMeaning.append((name, value))
    copy.addDefaults()
    return copy
  }

  /// The same text without the server's time limits that were added here: for migrations, which
  /// may wait long for each other and work long.
  public var patient: Self {
    var copy = self
    copy.limits = [Self.checksClients]
    copy.addDefaults()
    return copy
  }

  /// The variables of the environment that lead programs of PostgreSQL, such as `pg_dump`, to the
  /// same database: also the password, if the text holds one.
  ///
  /// Without our session settings, because those programs make their own, and without settings that
  /// have no variable, such as keepalives.
  public var variables: [String: String] {
    let names = LibPQ.variablesByKeyword()
    var variables: [String: String] = [:]
    for (keyword, value) in settings {
      if let name = names[keyword] { variables[name] = value }
    }
    variables["PGOPTIONS"] = givenOptions.isEmpty ? nil : givenOptions
    return variables
  }

  /// Whether `options` holds only our own, so that a session can do without.
  var hasDefaultOptions: Bool { givenOptions.isEmpty }
}

// MARK: Settings of the server's sessions

extension ConnectionString {
  private static let limits = [
    ("statement_timeout", "4000"), ("lock_timeout", "1000"),
    ("idle_in_transaction_session_timeout", "10000"), checksClients,
  ]

  /// Kept also in sessions with long work.
  private static let checksClients = ("client_connection_check_interval", "1000")

  /// PostgreSQL's defaults for parameters that a role, a database or a server may have changed:
  /// with other values the same statement would mean something else, fail, or see other rows.
  ///
  /// Not changed: `default_transaction_read_only`, which marks a server that we must not use, and
  /// settings that the operator decides, such as `synchronous_commit`.
  ///
  /// Source: PostgreSQL documentation, "Version and Platform Compatibility", "Client Connection
  /// Defaults".
  private static let meaning = [
    ("standard_conforming_strings", "on"), ("backslash_quote", "safe_encoding"),
    ("array_nulls", "on"), ("transform_null_equals", "off"), ("bytea_output", "hex"),
    ("datestyle", "ISO,MDY"), ("intervalstyle", "postgres"), ("timezone", "UTC"),
    ("extra_float_digits", "1"), ("default_transaction_isolation", "read committed"),
    ("default_transaction_deferrable", "off"), ("idle_session_timeout", "0"),
    ("exit_on_error", "off"),
  ]

  /// Names of the settings whose values for a role or a database do not count, in lower case.
  public static let settledSettings = Set(meaning.map(\.0))

  /// The user's first: of several that say the same the last counts.
  private var options: String {
    let given = givenOptions.isEmpty ? [] : [givenOptions]
    let ours = (Self.meaning + furtherMeaning + limits).map { name, value in
      // A space divides options unless a backslash precedes it.
      let value = value.replacing("\\", with: "\\\\").replacing(" ", with: "\\ ")
      return "-c \(name)=\(value)"
    }
    return (given + ours).joined(separator: " ")
  }
}

extension ConnectionString {
  /// Fills in what the user left open.
  ///
  /// With these settings vanished packets are noticed after 2-4 s instead of minutes, a server
  /// that was demoted is left, and a statement whose client has gone does not run on. Remote
  /// servers must prove who they are; a Unix socket or loopback needs no certificate.
  private mutating func addDefaults() {
    let isLocal = isLocal
    settings["options"] = options
    add("connect_timeout", "2")
    add("keepalives_idle", "2")
    add("keepalives_interval", "1")
    add("keepalives_count", "3")
    // The system looks at it some 0.4 s later: a waiting caller is answered within 3.5 s.
    add("tcp_user_timeout", "2900")
    add("target_session_attrs", "read-write")
    add("gssencmode", "disable")
    add("application_name", "moa")
    settings["client_encoding"] = "UTF8"
    guard !isLocal, settings["sslmode"] == nil else { return }
    add("sslmode", "verify-full")
    add("channel_binding", "require")
  }

  private mutating func add(_ keyword: String, _ value: String) {
    if settings[keyword] == nil { settings[keyword] = value }
  }

  /// Whether no server named here is on another machine.
  private var isLocal: Bool {
    let hosts = list("hostaddr").isEmpty ? list("host") : list("hostaddr")
    return hosts.allSatisfy { host in
      host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost"
        || HostResolver.isLoopback(host)
    }
  }

  /// The name that the server shows for the session.
  public var applicationName: String { settings["application_name"] ?? "" }

  /// Whether the text holds a password, and not only says where one is.
  public var hasPassword: Bool { settings["password"]?.isEmpty == false }

  /// The file that the text names for passwords.
  public var passwordFile: String? { settings["passfile"] }

  /// Whether a server that takes no writes is of no use.
  var needsWrites: Bool { settings["target_session_attrs"] == "read-write" }

  /// Whether there is a choice between servers.
  var namesSeveral: Bool { max(list("host").count, list("hostaddr").count) > 1 }

  /// The entries of a comma-separated setting.
  func list(_ keyword: String) -> [String] {
    guard let value = settings[keyword], !value.isEmpty else { return [] }
    return value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}

extension ConnectionString: CustomStringConvertible, CustomReflectable {
  /// User, hosts with their ports, and database.
  public var description: String {
    let user = settings["user"].map { "\($0)@" } ?? ""
    let named = list("host").isEmpty ? list("hostaddr") : list("host")
    let hosts = named.isEmpty ? ["local"] : named
    let ports = list("port")
    let servers = hosts.indices.map { index in
      let port = ports.count == 1 ? ports[0] : ports.dropFirst(index).first ?? ""
      return port.isEmpty ? hosts[index] : "\(hosts[index]):\(port)"
    }
    return "\(user)\(servers.joined(separator: ","))/\(settings["dbname"] ?? "")"
  }

  /// Keeps the password out of `dump` and of string interpolation of whatever holds this value.
  public var customMirror: Mirror { Mirror(self, children: [("target", description)]) }
}
