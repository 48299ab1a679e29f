import Prometheus

/// What is exported of requests and connections.
extension MetricFamily {
  static let requests = MetricFamily(
    "moa_http_requests_total", .counter, labels: ["route", "method", "status"],
    "Requests that the shop answered, by the template of their route and the class of the status")
  static let requestDuration = MetricFamily(
    "moa_http_request_duration_seconds", .histogram(.upToTenSeconds),
    labels: ["route", "method"], "Time from the end of a request's head to the end of its answer")
  static let requestsInFlight = MetricFamily(
    "moa_http_requests_in_flight", .gauge(.sum),
    "Requests whose handler is at work, or whose answer is being written")
  static let receivedBytes = MetricFamily(
    "moa_http_received_bytes_total", .counter, "Bytes read from connections of clients")
  static let sentBytes = MetricFamily(
    "moa_http_sent_bytes_total", .counter, "Bytes of answers, with their heads")
  static let heldBytes = MetricFamily(
    "moa_http_held_bytes", .gauge(.sum), "Bytes of bodies and unsent answers that are held")
  static let refusals = MetricFamily(
    "moa_http_refusals_total", .counter, labels: ["stage", "code"],
    "Connections, messages and requests that were refused, by the code of the error")
  static let connections = MetricFamily(
    "moa_http_connections", .gauge(.sum), labels: ["state"],
    "Open connections of clients, by what they are at")
  static let connectionsAccepted = MetricFamily(
    "moa_http_connections_accepted_total", .counter, "Connections that clients have opened")
  static let acceptPauses = MetricFamily(
    "moa_http_accept_pauses_total", .counter,
    "How often accepting had to pause because the limit of connections was reached")
  static let streamsBroken = MetricFamily(
    "moa_http_streams_broken_total", .counter, "Streamed answers that broke off")
  static let handshakesFailed = MetricFamily(
    "moa_tls_handshakes_failed_total", .counter, "TLS handshakes that led to no connection")
  static let certificateExpiry = MetricFamily(
    "moa_tls_certificate_expiry_timestamp_seconds", .gauge(.smallest),
    "When the TLS certificate expires, in Unix time, to the day")

  static let ofServer = [
    requests, requestDuration, requestsInFlight, receivedBytes, sentBytes, heldBytes, refusals,
    connections, connectionsAccepted, acceptPauses, streamsBroken, handshakesFailed,
    certificateExpiry,
  ]
}

extension [Duration] {
  /// Bounds of buckets for what takes from half a millisecond to ten seconds.
  static let upToTenSeconds: [Duration] = [
    .microseconds(500), .milliseconds(1), .microseconds(2_500), .milliseconds(5),
    .milliseconds(10), .milliseconds(25), .milliseconds(50), .milliseconds(100),
    .milliseconds(250), .milliseconds(500), .seconds(1), .milliseconds(2_500), .seconds(5),
    .seconds(10),
  ]
}
