#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A client that asks a server on the same machine one thing, to learn whether it answers.
public enum ServerProbe {
  private static let statusLine = "HTTP/1.1 "
  private static let digits = 3

  /// The status of the answer to `request`. Blocks; nothing but the status is read.
  ///
  /// - Parameters:
  ///   - address: of the server; one that means all addresses reaches this machine.
  ///   - request: with bytes to send before it, such as a PROXY header.
  ///   - patience: for connecting, for sending and for the answer, each.
  /// - Throws: `ServerError` when no process listens there, or there is no valid answer in time.
  public static func status(
    of address: ListenAddress, request: String, patience: Duration
  ) throws(ServerError) -> Int {
    let descriptor = try connection(to: address, patience)
    defer { systemClose(descriptor) }
    let bytes = Array(request.utf8)
    guard bytes.withUnsafeBytes({ Socket.write(descriptor, $0) }) == bytes.count else {
      throw ServerError("\(name(address)) does not take a request: \(reason)")
    }
    var answer = [UInt8](repeating: 0, count: statusLine.utf8.count + digits)
    let count = answer.withUnsafeMutableBytes {
      recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_WAITALL))
    }
    guard count == answer.count else {
      let why = count < 0 ? reason : "it closes the connection"
      throw ServerError("\(name(address)) does not answer: \(why)")
    }
    let text = String(decoding: answer, as: UTF8.self)
    guard text.hasPrefix(statusLine), let status = Int(text.dropFirst(statusLine.count)) else {
      throw ServerError("\(name(address)) does not speak HTTP/1.1")
    }
    return status
  }

  private static func connection(
    to address: ListenAddress, _ patience: Duration
  ) throws(ServerError) -> Int32 {
    switch address {
    case .tcp(let host, let port):
      var hints = addrinfo()
      hints.ai_flags = AI_NUMERICSERV
      hints.ai_socktype = ListeningSocket.streamKind
      var list: UnsafeMutablePointer<addrinfo>?
      let code = getaddrinfo(host, String(port), &hints, &list)
      defer { if let list { freeaddrinfo(list) } }
      // The first, as the server takes it.
      guard code == 0, let found = list?.pointee, let peer = found.ai_addr else {
        throw ServerError("there is no address \(host): \(String(cString: gai_strerror(code)))")
      }
      let descriptor = try makeSocket(found.ai_family, patience)
      return try judge(connect(descriptor, peer, found.ai_addrlen), descriptor, address)
    case .unix(let path):
      let descriptor = try makeSocket(AF_UNIX, patience)
      let outcome = try ListeningSocket.withAddress(path, of: descriptor) {
        connect(descriptor, $0, $1)
      }
      return try judge(outcome, descriptor, address)
    }
  }

  private static func makeSocket(
    _ family: Int32, _ patience: Duration
  ) throws(ServerError) -> Int32 {
    let descriptor = socket(family, ListeningSocket.streamKind, 0)
    guard descriptor >= 0 else { throw ServerError("there is no socket to ask with: \(reason)") }
    let (seconds, attoseconds) = patience.components
    var time = timeval(
      tv_sec: .init(seconds), tv_usec: .init(attoseconds / 1_000_000_000_000))
    for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }
    return descriptor
  }

  private static func judge(
    _ outcome: Int32, _ descriptor: Int32, _ address: ListenAddress
  ) throws(ServerError) -> Int32 {
    guard outcome == 0 else {
      let why = reason
      systemClose(descriptor)
      throw ServerError("no server listens on \(name(address)): \(why)")
    }
    return descriptor
  }

  private static func name(_ address: ListenAddress) -> String {
    switch address {
    case .tcp(let host, let port): "\(host) port \(port)"
    case .unix(let path): path
    }
  }

  /// A deadline that passed reads as "Resource temporarily unavailable".
  private static var reason: String {
    [EAGAIN, EINPROGRESS].contains(errno) ? "it takes too long" : String(cString: strerror(errno))
  }
}
