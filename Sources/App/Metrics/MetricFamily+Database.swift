import Prometheus

/// What is exported of the database, of pictures and of answers that requests share.
extension MetricFamily {
  static let statementDuration = MetricFamily(
    "moa_database_statement_duration_seconds", .histogram(.upToFiveSeconds),
    labels: ["server", "statement"],
    "Time of statements on their connection, by the file and line where they are written")
  static let databaseErrors = MetricFamily(
    "moa_database_errors_total", .counter, labels: ["server", "class"],
    "Statements that failed, by the first two characters of SQLSTATE, or by what else went wrong")
  static let databaseWait = MetricFamily(
    "moa_database_wait_duration_seconds", .histogram(.upToFiveSeconds),
    labels: ["server", "pool"], "Time that callers waited for a connection, mostly none")
  static let databaseWaiting = MetricFamily(
    "moa_database_callers_waiting", .gauge(.sum), labels: ["server", "pool"],
    "Callers who wait for a connection")
  static let databaseOpen = MetricFamily(
    "moa_database_connections_open", .gauge(.sum), labels: ["server", "pool"],
    "Connections to the database that are open")
  static let databaseInUse = MetricFamily(
    "moa_database_connections_in_use", .gauge(.sum), labels: ["server", "pool"],
    "Database connections in use")
  static let databaseLimit = MetricFamily(
    "moa_database_connections_limit", .gauge(.sum), labels: ["server", "pool"],
    "Connections to the database that may be open")
  static let databaseConnected = MetricFamily(
    "moa_database_connections_opened_total", .counter, labels: ["server"],
    "Connections to the database that were opened, also anew")
  static let databaseLost = MetricFamily(
    "moa_database_connections_lost_total", .counter, labels: ["server"],
    "Connections to the database that broke or were given up")
  static let databaseConnectFailed = MetricFamily(
    "moa_database_connect_failures_total", .counter, labels: ["server"],
    "Attempts to connect to the database that failed")
  static let databaseExhausted = MetricFamily(
    "moa_database_pool_exhausted_total", .counter, labels: ["server"],
    "Callers who were refused because no connection became free in time")
  static let databaseRetried = MetricFamily(
    "moa_database_reads_retried_total", .counter, labels: ["server"],
    "Reads that were tried again because their connection broke")
  static let databaseAvailable = MetricFamily(
    "moa_database_available", .gauge(.smallest), labels: ["server"],
    "1 while every loop finds the database there, else 0")
  static let replicaLag = MetricFamily(
    "moa_database_replica_lag_seconds", .gauge(.largest),
    "How far the standby was behind when it was last asked, or for how long it has not caught up")

  static let imageDuration = MetricFamily(
    "moa_image_preparation_duration_seconds", .histogram(.upToThirtySeconds),
    labels: ["outcome"], "Time to make of a picture what is stored: prepared, rejected or failed")
  static let imageFormsInWork = MetricFamily(
    "moa_image_forms_in_work", .gauge(.sum), "Forms whose pictures are being prepared")
  static let imageFormsWaiting = MetricFamily(
    "moa_image_forms_waiting", .gauge(.sum), "Forms that wait for their pictures to be prepared")
  static let imageDecoderFailures = MetricFamily(
    "moa_image_decoder_failures_total", .counter,
    "Pictures for which the decoder did not do what it is there for")
  static let imageFormsLimit = MetricFamily(
    "moa_image_forms_limit", .gauge(.sum), "Forms whose pictures may be in work at a time")

  static let sharedAnswers = MetricFamily(
    "moa_http_shared_answers_total", .counter, labels: ["outcome"],
    "Answers that equal requests share while one is made: made, or joined by another request")

  static let ofDatabase = [
    statementDuration, databaseErrors, databaseWait, databaseWaiting, databaseOpen,
    databaseInUse, databaseLimit, databaseConnected, databaseLost, databaseConnectFailed,
    databaseExhausted, databaseRetried, databaseAvailable, replicaLag,
  ]
  static let ofImages = [
    imageDuration, imageFormsInWork, imageFormsWaiting, imageDecoderFailures, imageFormsLimit,
  ]
}

extension [Duration] {
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
