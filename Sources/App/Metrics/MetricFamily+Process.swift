import LocalPostgres
package import Prometheus

/// What is exported of the program and its processes, and of what it is allowed.
extension MetricFamily {
  static let buildInfo = MetricFamily(
    "moa_build_info", .gauge(.largest), labels: ["version", "commit"],
    "Always 1; the labels tell which program this is")
  static let residentMemory = MetricFamily(
    "moa_process_resident_memory_bytes", .gauge(.sum), labels: ["role"],
    "Memory in use by processes of this role")
  static let cpu = MetricFamily(
    "moa_process_cpu_seconds_total", .counter, labels: ["role"],
    "Processor time of processes of this role, with the decoders that they have waited for")
  static let openDescriptors = MetricFamily(
    "moa_process_open_descriptors", .gauge(.sum), labels: ["role"],
    "Files and sockets that processes of this role have open")
  static let startTime = MetricFamily(
    "moa_process_start_time_seconds", .gauge(.largest), labels: ["role"],
    "When the youngest process of this role was started, in Unix time")
  static let workersServing = MetricFamily(
    "moa_workers_serving", .gauge(.sum), "Worker processes that serve")
  static let workersConfigured = MetricFamily(
    "moa_workers_configured", .gauge(.sum), "Worker processes that should serve; 0 for none")
  static let workerDeaths = MetricFamily(
    "moa_worker_deaths_total", .counter, "Workers that ended without being told to")
  static let archiveWorking = MetricFamily(
    "moa_archive_working", .gauge(.sum),
    "1 while each write goes to the archive, 0 while it does not; absent without an archive")
  static let archiveFailures = MetricFamily(
    "moa_archive_failures_total", .counter,
    "Times that the archive, or a copy of the data directory, began to fail")
  static let lostSeries = MetricFamily(
    "moa_metrics_lost_series", .gauge(.sum), "Series that are not counted for want of room")

  static let diskFree = MetricFamily(
    "moa_disk_free_bytes", .gauge(.smallest), labels: ["place"],
    "Room on the disk of the private PostgreSQL, or on that where pictures arrive")
  static let diskSize = MetricFamily(
    "moa_disk_size_bytes", .gauge(.smallest), labels: ["place"], "Size of the same disk")
  static let diskLow = MetricFamily(
    "moa_disk_low_bytes", .gauge(.largest), "With less room than this a disk is nearly full")

  static let connectionsLimit = MetricFamily(
    "moa_http_connections_limit", .gauge(.sum),
    "Connections of clients that may be open, as far as the system lets files be open")
  static let heldBytesLimit = MetricFamily(
    "moa_http_held_bytes_limit", .gauge(.sum),
    "Bytes of bodies and unsent answers that may be held")
  static let requestsPerConnectionLimit = MetricFamily(
    "moa_http_requests_per_connection_limit", .gauge(.largest),
    "Requests before a connection is closed")
  static let rateLimit = MetricFamily(
    "moa_http_rate_limit_per_second", .gauge(.largest),
    "Requests that each client address may make in a second; absent without such a limit")

  static let ofProcess = [
    buildInfo, residentMemory, cpu, openDescriptors, startTime, workersServing,
    workersConfigured, workerDeaths, archiveWorking, archiveFailures, lostSeries, diskFree,
    diskSize,
  ]
  static let ofLimits = [
    connectionsLimit, heldBytesLimit, requestsPerConnectionLimit, rateLimit, diskLow,
  ]

  /// Everything that is exported, in the order in which it is written.
  package static let all =
    ofServer + [sharedAnswers] + ofDatabase + ofImages + ofTraces + ofProcess + ofLimits
}

extension MetricFamily {
  /// The table of the article *Operations*: what is exported, in which unit and by what.
  package static var markdown: String {
    let rows = all.map { family in
      let labels = family.labels.map { "`\($0)`" }.joined(separator: ", ")
      return "| `\(family.name)` | \(family.type) | \(family.unit) | \(labels) | \(family.help) |"
    }
    return (["| name | type | unit | labels | |", "|---|---|---|---|---|"] + rows)
      .joined(separator: "\n")
  }

  /// What it is measured in, as its name says.
  private var unit: String {
    ["seconds", "bytes"].first { name.contains("_\($0)") } ?? ""
  }
}
