package import HTTPServer
import Transport

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
  /// Octets of bodies and unsent answers of all clients of the server; of a worker's, its share.
  package var heldOctets = 64 << 20
  /// A loop must have room for the largest body of a route, or that route never answers, and
  /// beside it for what waits for one slow reader.
  static let heldOctetsOfLoopMin = Routes.heldBodyOctetsMax + 256 * 1024

  /// - Parameter lanes: loops in all processes together.
  mutating func read(_ reader: inout SettingReader, lanes: Int) {
    requestsPerConnection = reader.number(
      .requestsPerConnection, requestsPerConnection, in: 1...1_000_000_000)
    headDeadline = reader.duration(.headDeadline, headDeadline, atMost: .seconds(600))
    bodyDeadline = reader.duration(.bodyDeadline, bodyDeadline, atMost: .seconds(3_600))
    writeDeadline = reader.duration(.writeDeadline, writeDeadline, atMost: .seconds(600))
    readHeld(&reader, lanes)
  }

  private mutating func readHeld(_ reader: inout SettingReader, _ lanes: Int) {
    let megabytes = reader.number(.heldMegabytes, max(64, 2 * lanes), in: 1...1_048_576)
    heldOctets = megabytes << 20
    let needed = (lanes * Self.heldOctetsOfLoopMin + (1 << 20) - 1) >> 20
    guard megabytes < needed else { return }
    reader.reject(
      .heldMegabytes,
      "\(megabytes) among \(lanes) loops leaves one without room for the largest body: write at"
        + " least \(needed).")
  }

  /// Writes itself into the table of the engine.
  package func apply(to server: inout ServerConfiguration) {
    server.requestsPerConnectionMax = requestsPerConnection
    server.deadlines.head = headDeadline
    server.deadlines.firstOctet = headDeadline
    server.deadlines.body = bodyDeadline
    server.deadlines.write = writeDeadline
    server.heldOctetsMax = heldOctets
  }
}
