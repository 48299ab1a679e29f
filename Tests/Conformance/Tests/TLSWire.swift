import TLSPeer

/// A TLS session with a port of this machine.
final class TLSWire: Wire {
  private let client: TLSClient

  init(port: Int) { client = TLSClient.connectNow(port: port) }

  func send(_ bytes: [UInt8]) { client.send(bytes) }

  func endWriting() { client.endWriting() }

  func receive() -> Received {
    do throws(TLSClient.TimedOut) {
      if let bytes = try client.receiveNow() { return .bytes(bytes) }
      // Without close_notify an answer may have been cut off.
      return client.endedCleanly ? .end : .broken
    } catch {
      return .nothing
    }
  }
}
