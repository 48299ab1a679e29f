public import HTTP

/// Every limit and deadline of a server, in one table.
///
/// Source of the defaults: what nginx, Go and HAProxy use, made stricter where a proxy in front
/// never needs the leniency.
public struct ServerConfiguration: Sendable {
  /// Where to listen.
  public var address: ListenAddress
  /// Limits of the message syntax.
  public var limits = Limits()
  /// How long clients are waited for.
  public var deadlines = Deadlines()
  /// Open connections of the whole server; above them silent ones give way, or accepting pauses.
  /// Keep it below the descriptor limit of the process, less what databases and files need.
  public var connectionsMax = 10_000
  /// Open connections of one IPv4 address or one IPv6 network of 64 bits, proxies on the list
  /// excepted; more are closed at once. A /56 or /48 has ten times as many.
  ///
  /// Nil means three quarters of `connectionsMax`, so that no address can take all, and none for
  /// this machine. nginx's `limit_conn` by address has no default.
  public var connectionsPerAddressMax: Int?
  /// Connections of one such address on which part of a request head waits for the rest.
  ///
  /// Heads come in one piece, so a client that has many of these only wants to hold memory.
  public var unfinishedHeadsPerAddressMax = 1_000
  /// Whose word about their clients is believed: `Forwarded`, the `X-Forwarded-` fields,
  /// `X-Request-Id` and PROXY headers. Without any of them those fields mean nothing.
  public var trustedProxies: [AddressBlock] = []
  /// Whether every connection begins with a PROXY header. Then only `trustedProxies` may connect.
  public var proxyProtocol = false
  /// Where the processes that share the listener see how many connections each has; nil when only
  /// this one listens.
  public var connectionCounts: ConnectionCounts?
  /// Requests on one connection before it is closed, so that load spreads again.
  ///
  /// nginx's `keepalive_requests` is 1000; behind a proxy more are normal.
  public var requestsPerConnectionMax = 10_000
  /// Unread bytes of a body that are drained to keep a connection; above them it is closed.
  ///
  /// Reading a little is cheaper than a new connection. Go drains 256 KiB.
  public var drainedBytesMax = 64 * 1024
  /// Bytes read and dropped after the last answer, so that the client sees it before a reset.
  ///
  /// nginx's `lingering_close` has no such bound, only a time of 30 s.
  public var lingeringBytesMax = 256 * 1024
  /// Bytes of answers that wait for a slow reader; above them nothing more is produced, and no
  /// further request of the connection is read.
  ///
  /// Enough to keep a line busy while the next piece is made. Node's mark is 64 KiB.
  public var unsentBytesMax = 256 * 1024
  /// Pipelined requests of one connection that are answered before its answers are sent and other
  /// connections are served. They are still handled one after another.
  ///
  /// One client must not keep the loop to itself. Browsers do not pipeline, and TechEmpower's load
  /// sends 16; HAProxy handles one at a time.
  public var pipelinedRequestsMax = 16
  /// Bytes held for all clients of the server together: bodies that handlers keep, and answers
  /// that wait for slow readers. It should be larger than the largest body of a route. Beyond it
  /// new bodies are answered 503, and slow readers are cut off.
  ///
  /// The limits of a connection, times the number of connections, are more than a machine has.
  /// HAProxy bounds the same by `tune.bufsize` and `maxconn`.
  public var heldBytesMax = 64 * 1024 * 1024

  /// The share of requests without a valid `traceparent` for which a trace is begun, from 0 to 1.
  /// The traces of callers go on whatever it is.
  public var traceRatio = 0.0

  /// Files and policy of TLS; nil lets bytes travel as they are.
  public var tls: TLSConfiguration?

  /// The defaults, on an address.
  public init(address: ListenAddress) { self.address = address }
}

/// How long the server waits for a client.
public struct Deadlines: Sendable {
  /// From accepting a connection to the end of its TLS handshake, however it drips.
  public var handshake = Duration.seconds(5)
  /// From accepting a connection to its first byte; a trusted proxy has at least `trustedIdle`.
  /// Apache's `RequestReadTimeout` is 20 s.
  public var firstByte = Duration.seconds(10)
  /// From the first byte of a request to the end of its head, however the bytes drip.
  ///
  /// nginx's `client_header_timeout` is 60 s; a head is one packet.
  public var head = Duration.seconds(10)
  /// For a whole body, and one second more for each 64 KiB announced. Only waiting for the client
  /// counts. nginx's 60 s are between two reads, and so have no end.
  public var body = Duration.seconds(30)
  /// For the rest of a body whose answer is known already, and one second more for each 64 KiB that
  /// come: then the answer is sent and the connection ends. Many clients read an answer only after
  /// they have sent everything; nginx reads such a rest for 30 s.
  public var droppedBody = Duration.seconds(10)
  /// How long a body may be slower than `bytesPerSecondMin`; Kestrel has the same 5 s.
  public var bodyGrace = Duration.seconds(5)
  /// The least rate at which a client sends a body, after the grace, and reads an answer that
  /// waits for it; 0 for none. A deadline between bytes alone is beaten by one byte now and
  /// then. Kestrel demands 240, Apache 500.
  public var bytesPerSecondMin = 1024
  /// How long a client may be slower than that when it reads. nginx's `send_timeout` is 60 s.
  public var write = Duration.seconds(10)
  /// Between requests of a stranger. Less than 15 s, a usual limit of clients for the end of an
  /// idle connection. nginx waits 75 s, Apache and Node 5 s.
  public var idle = Duration.seconds(14)
  /// How long a stranger may be silent where others wait for a connection.
  public var silence = Duration.seconds(1)
  /// Between requests of a trusted proxy, or over a Unix-domain socket. The proxy must give up
  /// idle connections earlier than this (nginx after 60 s), or it loses requests in the race.
  public var trustedIdle = Duration.seconds(75)
  /// From accepting a connection to the end of its PROXY header: the proxy sends it at once.
  public var proxyHeader = Duration.seconds(1)
  /// The age at which a connection is closed after its answer; nginx's `keepalive_time` is 1 h.
  public var connectionAge = Duration.seconds(3600)
  /// From the last answer to the close when the client may still be sending. Go waits 0.5 s.
  public var lingering = Duration.seconds(1)
  /// How long accepting pauses when no descriptor is left; nginx pauses 500 ms, Go 5 ms to 1 s.
  public var acceptPause = Duration.milliseconds(100)

  /// The defaults.
  public init() {}
}

extension ServerConfiguration {
  /// Finds what no connection could be served with, before there is one.
  ///
  /// - Throws: `ServerError` with the first value that cannot be meant.
  func check() throws(ServerError) {
    let head = limits.headBytes
    guard 1...Int(UInt16.max) ~= head else {
      throw ServerError("limits.headBytes is \(head), but must be from 1 to \(UInt16.max)")
    }
    let rate = deadlines.bytesPerSecondMin
    guard rate >= 0 else {
      throw ServerError("deadlines.bytesPerSecondMin is \(rate), but must not be negative")
    }
    guard 0...1 ~= traceRatio else {
      throw ServerError("traceRatio is \(traceRatio), but must be from 0 to 1")
    }
  }
}
