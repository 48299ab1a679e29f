package import HTTPServer

/// What one client, and all of them together, may cost the server. The engine's other limits are
/// the same for every operator.
package struct ClientLimits: Sendable {
  /// Requests on one connection before it is closed, so that load spreads again.
  package var requestsPerConnection = 10_000
  /// From the first octet of a request to the end of its head.
  package var headDeadline = Duration.seconds(10)
  /// For a whole body, and one second more for each 64 KiB announced.
  package var bodyDeadline = Duration.seconds(30)
  /// How long a client may read slower than 1 KiB a second.
  package var writeDeadline = Duration.seconds(10)
  /// Mebibytes of bodies and unsent answers of all clients of one process.
  package var heldMegabytes = 64

  mutating func read(_ reader: inout SettingReader) {
    requestsPerConnection = reader.number(
      .requestsPerConnection, requestsPerConnection, in: 1...1_000_000_000)
    headDeadline = reader.duration(.headDeadline, headDeadline, atMost: .seconds(600))
    bodyDeadline = reader.duration(.bodyDeadline, bodyDeadline, atMost: .seconds(3_600))
    writeDeadline = reader.duration(.writeDeadline, writeDeadline, atMost: .seconds(600))
    heldMegabytes = reader.number(.heldMegabytes, heldMegabytes, in: 1...1_048_576)
  }

  /// Writes itself into the table of the engine.
  package func apply(to server: inout ServerConfiguration) {
    server.requestsPerConnectionMax = requestsPerConnection
    server.deadlines.head = headDeadline
    server.deadlines.firstOctet = headDeadline
    server.deadlines.body = bodyDeadline
    server.deadlines.write = writeDeadline
    server.heldOctetsMax = heldMegabytes << 20
  }
}
