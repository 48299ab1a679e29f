/// Settings in which two private servers may differ.
package struct LocalPostgresSettings: Sendable {
  /// False only in tests: a power failure may then lose or break the data.
  package var isDurable: Bool
  /// Connections that our loops open together, and some for commands beside them and for psql.
  package var connectionsMax: Int
  /// Whether the log of writes holds everything that an archive needs.
  package var archives = false
  /// Log that the server keeps while an archive is full or unreachable; beyond that the log has a
  /// gap, and a new chapter of the archive begins.
  package static let keptLogMegabytes = 4_096
  /// The version that makes a new database; nil for the first that is found.
  package var major: Int?
  /// Lines that configure a recovery to a point in time; empty for none.
  package var recovery = ""
  /// Whether all sessions are read-only, also those of commands that find the server by its socket.
  package var isReadOnly = false
  /// How long one attempt to start may take before it is called failed: recovery after a crash
  /// reads at most `max_wal_size` (1 GiB) again, seconds on any disk.
  package var startPatience = Duration.seconds(60)
  /// Memory that all of our processes share.
  package var memory = AvailableMemory.current()
  /// How long an orderly stop may take, and then a forced one.
  var stopPatience = (orderly: Duration.seconds(30), forced: Duration.seconds(10))

  package init(isDurable: Bool = true, connectionsMax: Int = 50) {
    self.isDurable = isDurable
    self.connectionsMax = connectionsMax
  }
}

/// The configuration files of the private server.
struct LocalPostgresConfiguration {
  var layout: LocalPostgresLayout
  var account: LocalPostgresAccount
  var settings: LocalPostgresSettings

  static let databaseUser = "moa"

  func write() throws(LocalPostgresError) {
    try write(server, to: "postgresql.conf")
    try write(access, to: "pg_hba.conf")
    try write(names, to: "pg_ident.conf")
  }

  /// One server has at most a few connections per core; memory fits the machine, and everything
  /// else is modest, so that a laptop or the smallest cloud machine can run it.
  private var server: String {
    """
    # Written by moa at every start: a change made here is lost.
    data_directory = '\(layout.data)'
    hba_file = '\(layout.home)/pg_hba.conf'
    ident_file = '\(layout.home)/pg_ident.conf'
    cluster_name = 'moa'

    # Only our own processes may connect.
    listen_addresses = ''
    port = 5432
    unix_socket_directories = '\(layout.socketDirectory)'
    unix_socket_permissions = 0700
    max_connections = \(settings.connectionsMax)

    shared_buffers = \(settings.memory.sharedBuffers)MB
    maintenance_work_mem = \(settings.memory.maintenance)MB
    max_wal_size = 1GB
    min_wal_size = 80MB
    \(log)
    max_parallel_workers_per_gather = 0
    jit = off
    \(sharedMemory)
    \(durability)

    # A statement may carry what customers typed: neither it nor its error is logged, which moa has
    # received and logs itself. "log" keeps starts, stops, crashes and refused connections.
    log_statement = none
    log_min_messages = log
    log_min_error_statement = panic
    log_error_verbosity = terse
    log_checkpoints = off
    log_timezone = 'UTC'
    timezone = 'UTC'
    lc_messages = 'C'
    default_text_search_config = 'pg_catalog.simple'
    \(settings.recovery)
    default_transaction_read_only = \(settings.isReadOnly ? "on" : "off")
    """
  }

  /// A replication slot exists only where an archive has been kept, and a server that has one does
  /// not start with less in its log.
  private var keepsLog: Bool { settings.archives || layout.hasSlots }

  private var log: String {
    guard keepsLog else { return "wal_level = minimal\nmax_wal_senders = 0" }
    return """
      wal_level = replica
      max_wal_senders = 4
      max_replication_slots = 4
      wal_sender_timeout = 10s
      max_slot_wal_keep_size = \(LocalPostgresSettings.keptLogMegabytes)MB
      """
  }

  /// The default needs room in /dev/shm, of which a container has little or none.
  private var sharedMemory: String {
    #if os(Linux)
      "dynamic_shared_memory_type = sysv"
    #else
      "dynamic_shared_memory_type = posix"
    #endif
  }

  /// Even without it a committed row survives kill -9 of the server; only the machine must not
  /// crash.
  private var durability: String {
    settings.isDurable
      ? "fsync = on\nfull_page_writes = on" : "fsync = off\nfull_page_writes = off"
  }

  /// The kernel says which account is at the other end of a Unix socket: no password to keep or to
  /// lose.
  ///
  /// It gives a number, and PostgreSQL wants a name. Without a name the socket's directory protects
  /// it, which only we and root may enter.
  private var access: String {
    let method = account.hasName ? "peer map=moa" : "trust"
    return """
      # Written by moa at every start.
      local all \(account.hasName ? "all" : Self.databaseUser) \(method)
      \(keepsLog ? "local replication \(Self.databaseUser) \(method)" : "")

      """
  }

  private var names: String {
    let lines = account.admitted.map { "moa \"\($0)\" \(Self.databaseUser)\n" }
    return "# Written by moa at every start.\n" + lines.joined()
  }

  private func write(_ text: String, to name: String) throws(LocalPostgresError) {
    let path = layout.home + "/" + name
    // The server's account must read them, and they hold no secret.
    guard Files.replace(path, with: text) else {
      throw .unusableDirectory("cannot write \(path): \(LocalPostgresCommand.lastError)")
    }
  }
}
