package import Prometheus

/// All metrics that `/metrics` exports.
extension MetricFamily {
  // MARK: Requests and connections

  static let requests = MetricFamily(
    "moa_http_requests_total", .counter, labels: ["route", "method", "status"],
    "Requests that the shop answered, by the template of their route and the class of the status")
  static let requestDuration = MetricFamily(
    "moa_http_request_duration_seconds", .histogram(.upToTenSeconds),
    labels: ["route", "method"], "Time from the end of a request's head to the end of its answer")
  static let requestsInFlight = MetricFamily(
    "moa_http_requests_in_flight", .gauge(.sum),
    "Requests that are being handled, or whose answer is being written")
  static let receivedBytes = MetricFamily(
    "moa_http_received_bytes_total", .counter, "Bytes read from connections of clients")
  static let sentBytes = MetricFamily(
    "moa_http_sent_bytes_total", .counter, "Bytes of answers, with their heads")
  static let heldBytes = MetricFamily(
    "moa_http_held_bytes", .gauge(.sum), "Bytes of bodies and unsent answers in memory")
  static let refusals = MetricFamily(
    "moa_http_refusals_total", .counter, labels: ["stage", "code"],
    "Rejected connections, messages and requests, by error code")
  static let connections = MetricFamily(
    "moa_http_connections", .gauge(.sum), labels: ["state"],
    "Open client connections, by state")
  static let connectionsAccepted = MetricFamily(
    "moa_http_connections_accepted_total", .counter, "Connections opened by clients")
  static let acceptPauses = MetricFamily(
    "moa_http_accept_pauses_total", .counter,
    "How often accepting had to pause because the limit of connections was reached")
  static let streamsBroken = MetricFamily(
    "moa_http_streams_broken_total", .counter, "Streamed answers that broke off")
  static let handshakesFailed = MetricFamily(
    "moa_tls_handshakes_failed_total", .counter, "Failed TLS handshakes")
  static let certificatesNotLoaded = MetricFamily(
    "moa_tls_reloads_failed_total", .counter,
    "Reloads of the TLS certificate and key that failed; the former ones stay in use")
  static let certificateExpiry = MetricFamily(
    "moa_tls_certificate_expiry_timestamp_seconds", .gauge(.smallest),
    "When the TLS certificate expires, in Unix time, to the day")
  static let sharedAnswers = MetricFamily(
    "moa_http_shared_answers_total", .counter, labels: ["outcome"],
    "Answers that requests share, by how a request got one (RFC 9211): miss if it was made for it,"
      + " collapsed if for another one, hit in memory, stale while the database was away")
  static let answerValidations = MetricFamily(
    "moa_http_answer_validations_total", .counter,
    "Reads of the token that tells whether answers in memory still hold; requests share them")
  static let answerBytes = MetricFamily(
    "moa_http_answer_memory_bytes", .gauge(.sum), "Bytes of answers in memory")

  // MARK: Database

  static let statementDuration = MetricFamily(
    "moa_database_statement_duration_seconds", .histogram(.upToFiveSeconds),
    labels: ["server", "statement"],
    "Time of statements on their connection, by file and line of their source")
  static let databaseErrors = MetricFamily(
    "moa_database_errors_total", .counter, labels: ["server", "class"],
    "Failed statements, by the first two characters of SQLSTATE or another cause")
  static let databaseWait = MetricFamily(
    "moa_database_wait_duration_seconds", .histogram(.upToFiveSeconds),
    labels: ["server", "pool"], "Time that callers waited for a connection")
  static let databaseWaiting = MetricFamily(
    "moa_database_callers_waiting", .gauge(.sum), labels: ["server", "pool"],
    "Callers waiting for a connection")
  static let databaseOpen = MetricFamily(
    "moa_database_connections_open", .gauge(.sum), labels: ["server", "pool"],
    "Open database connections")
  static let databaseInUse = MetricFamily(
    "moa_database_connections_in_use", .gauge(.sum), labels: ["server", "pool"],
    "Database connections in use")
  static let databaseLimit = MetricFamily(
    "moa_database_connections_limit", .gauge(.sum), labels: ["server", "pool"],
    "Limit of open database connections")
  static let databaseConnected = MetricFamily(
    "moa_database_connections_opened_total", .counter, labels: ["server"],
    "Database connections opened, including reconnections")
  static let databaseLost = MetricFamily(
    "moa_database_connections_lost_total", .counter, labels: ["server"],
    "Database connections that broke or were given up")
  static let databaseConnectFailed = MetricFamily(
    "moa_database_connect_failures_total", .counter, labels: ["server"],
    "Failed attempts to connect to the database")
  static let databaseExhausted = MetricFamily(
    "moa_database_pool_exhausted_total", .counter, labels: ["server"],
    "Callers rejected because no connection became free in time")
  static let databaseRetried = MetricFamily(
    "moa_database_reads_retried_total", .counter, labels: ["server"],
    "Reads that were tried again because their connection broke")
  static let databaseAvailable = MetricFamily(
    "moa_database_available", .gauge(.smallest), labels: ["server"],
    "1 while every worker can use the database, else 0")
  static let replicaLag = MetricFamily(
    "moa_database_replica_lag_seconds", .gauge(.largest),
    "Lag of the standby at the last check, or the time since it last caught up")

  // MARK: Images

  static let imageDuration = MetricFamily(
    "moa_image_preparation_duration_seconds", .histogram(.upToThirtySeconds),
    labels: ["outcome"], "Time to prepare a picture for the store: prepared, rejected or failed")
  static let imageFormsInWork = MetricFamily(
    "moa_image_forms_in_work", .gauge(.sum), "Forms whose pictures are being prepared")
  static let imageFormsWaiting = MetricFamily(
    "moa_image_forms_waiting", .gauge(.sum), "Forms that wait for their pictures to be prepared")
  static let imageDecoderFailures = MetricFamily(
    "moa_image_decoder_failures_total", .counter,
    "Pictures for which the decoder failed")
  static let imageFormsLimit = MetricFamily(
    "moa_image_forms_limit", .gauge(.sum), "Limit of forms whose pictures are being prepared")

  // MARK: Changes

  static let changeMarks = MetricFamily(
    "moa_changes_waiting", .gauge(.largest),
    "Changes that are committed and have no number yet; usually only those of the last second")
  static let changeMarkAge = MetricFamily(
    "moa_changes_oldest_age_seconds", .gauge(.largest),
    "Age of the oldest of these changes; 0 for none")
  static let lastChange = MetricFamily(
    "moa_changes_last_number", .gauge(.largest),
    "The number of the last change; its rate is how many are numbered a second")

  // MARK: Traces

  static let spansExported = MetricFamily(
    "moa_trace_spans_exported_total", .counter, "Spans accepted by the collector")
  static let spansDropped = MetricFamily(
    "moa_trace_spans_dropped_total", .counter, labels: ["reason"],
    "Spans that were dropped: too many at once (full), collector down (unavailable) or rejected"
      + " (refused)")

  // MARK: The program, its processes and disks

  static let buildInfo = MetricFamily(
    "moa_build_info", .gauge(.largest), labels: ["version", "commit"],
    "Always 1; the labels identify the program")
  static let residentMemory = MetricFamily(
    "moa_process_resident_memory_bytes", .gauge(.sum), labels: ["role"],
    "Memory in use by processes of this role")
  static let cpu = MetricFamily(
    "moa_process_cpu_seconds_total", .counter, labels: ["role"],
    "Processor time of processes of this role, including finished decoders")
  static let openDescriptors = MetricFamily(
    "moa_process_open_descriptors", .gauge(.sum), labels: ["role"],
    "Files and sockets that processes of this role have open")
  static let startTime = MetricFamily(
    "moa_process_start_time_seconds", .gauge(.largest), labels: ["role"],
    "Start of the youngest process of this role, in Unix time")
  static let workersServing = MetricFamily(
    "moa_workers_serving", .gauge(.sum), "Worker processes that serve")
  static let workersConfigured = MetricFamily(
    "moa_workers_configured", .gauge(.sum), "Worker processes that should serve; 0 for none")
  static let workerDeaths = MetricFamily(
    "moa_worker_deaths_total", .counter, "Workers that died unexpectedly")
  static let archiveWorking = MetricFamily(
    "moa_archive_working", .gauge(.sum),
    "1 while each write goes to the archive, 0 while it does not; absent without an archive")
  static let archiveFailures = MetricFamily(
    "moa_archive_failures_total", .counter,
    "Times that the archive, or a copy of the data directory, began to fail")
  static let lostSeries = MetricFamily(
    "moa_metrics_lost_series", .gauge(.sum), "Series that are not counted because there is no room")
  static let newestBackup = MetricFamily(
    "moa_backup_newest_timestamp_seconds", .gauge(.largest),
    "When the newest backup was begun, in Unix time; 0 for none, absent without a directory")
  static let diskFree = MetricFamily(
    "moa_disk_free_bytes", .gauge(.smallest), labels: ["place"],
    "Free space on the disk of the private PostgreSQL, or of uploaded pictures")
  static let diskSize = MetricFamily(
    "moa_disk_size_bytes", .gauge(.smallest), labels: ["place"], "Size of the same disk")

  // MARK: Limits

  static let connectionsLimit = MetricFamily(
    "moa_http_connections_limit", .gauge(.sum),
    "Limit of open client connections, after the system's limit of open files")
  static let heldBytesLimit = MetricFamily(
    "moa_http_held_bytes_limit", .gauge(.sum),
    "Limit of bytes of bodies and unsent answers in memory")
  static let requestsPerConnectionLimit = MetricFamily(
    "moa_http_requests_per_connection_limit", .gauge(.largest),
    "Requests before a connection is closed")
  static let rateLimit = MetricFamily(
    "moa_http_rate_limit_per_second", .gauge(.largest),
    "Limit of requests per second of each client address; absent without a limit")
  static let diskLow = MetricFamily(
    "moa_disk_low_bytes", .gauge(.largest), labels: ["place"],
    "Free space below which the disk is nearly full")

  /// In the order in which they are written.
  package static let all = [
    requests, requestDuration, requestsInFlight, receivedBytes, sentBytes, heldBytes, refusals,
    connections, connectionsAccepted, acceptPauses, streamsBroken, handshakesFailed,
    certificatesNotLoaded, certificateExpiry, sharedAnswers,
    answerValidations, answerBytes,
    statementDuration, databaseErrors, databaseWait, databaseWaiting, databaseOpen, databaseInUse,
    databaseLimit, databaseConnected, databaseLost, databaseConnectFailed, databaseExhausted,
    databaseRetried, databaseAvailable, replicaLag,
    imageDuration, imageFormsInWork, imageFormsWaiting, imageDecoderFailures, imageFormsLimit,
    changeMarks, changeMarkAge, lastChange, spansExported, spansDropped,
    buildInfo, residentMemory, cpu, openDescriptors, startTime, workersServing, workersConfigured,
    workerDeaths, archiveWorking, archiveFailures, lostSeries, newestBackup, diskFree, diskSize,
    connectionsLimit, heldBytesLimit, requestsPerConnectionLimit, rateLimit, diskLow,
  ]
}

extension MetricFamily {
  /// The table of the article *Metrics*: the metrics with their units and labels.
  package static var markdown: String {
    let rows = all.map { family in
      let labels = family.labels.map { "`\($0)`" }.joined(separator: ", ")
      return "| `\(family.name)` | \(family.type) | \(family.unit) | \(labels) | \(family.help) |"
    }
    return (["| name | type | unit | labels | |", "|---|---|---|---|---|"] + rows)
      .joined(separator: "\n")
  }

  /// The unit, from the end of the name.
  private var unit: String {
    ["seconds", "bytes"].first { name.contains("_\($0)") } ?? ""
  }
}

extension [Duration] {
  /// Bounds of buckets for durations from half a millisecond to ten seconds.
  static let upToTenSeconds: [Duration] = [
    .microseconds(500), .milliseconds(1), .microseconds(2_500), .milliseconds(5),
    .milliseconds(10), .milliseconds(25), .milliseconds(50), .milliseconds(100),
    .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(2_500), .seconds(5),
    .seconds(10),
  ]
  /// Bounds of buckets for statements.
  static let upToFiveSeconds: [Duration] = [
    .microseconds(250), .microseconds(500), .milliseconds(1), .microseconds(2_500),
    .milliseconds(5), .milliseconds(10), .milliseconds(25), .milliseconds(50),
    .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1),
    .milliseconds(2_500), .seconds(5),
  ]
  /// Bounds of buckets for pictures.
  static let upToThirtySeconds: [Duration] = [
    .milliseconds(50), .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1),
    .milliseconds(2_500), .seconds(5), .seconds(10), .seconds(30),
  ]
}
