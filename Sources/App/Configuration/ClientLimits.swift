package import HTTPServer
import Transport

/// Limits on one client, and on all clients together. The engine's other limits cannot be
/// configured.
package struct ClientLimits: Sendable {
  /// Requests on one connection before it is closed, so that load spreads again.
  package var requestsPerConnection: Int
  /// From the first byte of a request to the end of its head.
  package var headDeadline: Duration
  /// For a whole body, and one second more for each 64 KiB announced.
  package var bodyDeadline: Duration
  /// How long a client may read slower than 1 KiB a second.
  package var writeDeadline: Duration
  /// Bytes of bodies and unsent answers of all clients of the server; in a worker its share.
  package var heldBytes: Int
  /// A process needs room for the largest body of a route, or that route never answers, and for the
  /// answer of one slow reader.
  static let heldBytesOfProcessMin = Routes.heldBodyBytesMax + 256 * 1024

  /// - Parameter processes: how many share the limits.
  init(_ reader: inout SettingReader, processes: Int) {
    requestsPerConnection = reader.number(.requestsPerConnection)
    headDeadline = reader.duration(.headDeadline)
    bodyDeadline = reader.duration(.bodyDeadline)
    writeDeadline = reader.duration(.writeDeadline)
    let megabytes = reader.optionalNumber(.heldMegabytes) ?? max(64, 5 * processes)
    heldBytes = megabytes << 20
    let needed = (processes * Self.heldBytesOfProcessMin + (1 << 20) - 1) >> 20
    guard megabytes < needed else { return }
    reader.reject(
      .heldMegabytes,
      "\(megabytes) among \(processes) workers leaves each too little for the largest body: write"
        + " at least \(needed).")
  }

  /// Writes these limits into the engine's configuration.
  package func apply(to server: inout ServerConfiguration) {
    server.requestsPerConnectionMax = requestsPerConnection
    server.deadlines.head = headDeadline
    server.deadlines.firstByte = headDeadline
    server.deadlines.body = bodyDeadline
    server.deadlines.write = writeDeadline
    server.heldBytesMax = heldBytes
  }
}
