internal import EventLoop
public import HTTP

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Renders the refusals of the engine itself.
public typealias Refusal = @Sendable (ParseError, RefusedRequest) -> Response

/// As much of a refused request as its answer may need.
public struct RefusedRequest: Sendable {
  /// That of the request, for logs and answers.
  public let id: String
  /// As it was sent, as far as it was read: empty if the request ended before.
  public let path: String

  /// - Parameter path: empty if the request ended before it.
  public init(id: String, path: String) {
    self.id = id
    self.path = path
  }
}

/// The configuration, handler, caches and spare memory that the connections of a server share.
///
/// Owned by the server's loop: only `loop`, `configuration` and what never changes may be used
/// elsewhere.
final class LoopService: @unchecked Sendable {
  let loop: EventLoop
  let configuration: ServerConfiguration
  let nanoseconds: DeadlineNanoseconds
  let handler: Handler
  let refusal: Refusal
  let observe: @Sendable (ServerEvent) -> Void
  let counts = LoopCounts()
  let runners: ExchangeRunners
  /// Where a read lands first; large enough for all but uploads.
  let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
  /// A part of it: what a client sends ahead of its answers waits in the system's buffers, and not
  /// in ours.
  let headScratch: UnsafeMutableRawBufferPointer
  let budget: MemoryBudget
  let turns = TurnQueue()
  private var memoryTrimmer = MemoryTrimmer()
  /// Where connections become TLS sessions; nil when connections are not encrypted.
  var handshakeQueue: TLSHandshakeQueue?
  /// Where the processes that share the listener see how many connections each has.
  private(set) var connectionCounts: ConnectionCounts?
  /// Every answer from now on closes its connection.
  var isDraining = false
  @exclusivity(unchecked) private(set) var connections: [ObjectIdentifier: Connection] = [:]
  /// Connections whose PROXY header is still to come.
  var greetings: [ObjectIdentifier: ProxyGreeting] = [:]
  /// The time to which the paces of clients are measured.
  var paceTime: () -> MonotonicTime
  /// When clients that may give way are looked for again.
  private var nextLookForRoom = MonotonicTime(nanoseconds: 0)
  /// When silent connections are looked for again.
  var nextLookForSilent = MonotonicTime(nanoseconds: 0)
  static let lookForRoomNanoseconds: Int64 = 100_000_000
  /// Bodies of which bytes are kept until their requests are answered.
  var keepers: [ObjectIdentifier: BodyStream] = [:]
  @exclusivity(unchecked) var addresses = AddressTable()
  @exclusivity(unchecked) private var requestIDs = RequestIDs()
  /// The standard asks for spans that are unlikely to meet; the system's numbers cost a call each.
  private var spanIDs = SplitMix64(seed: .random(in: .min ... .max))
  @exclusivity(unchecked) private var date = DateField(secondsSince1970: 0)
  private var dateSecond = 0
  @exclusivity(unchecked) private var spareOutputs: [[UInt8]] = []
  private static let spareOutputsMax = 64
  private static let spareOutputBytesMax = 64 * 1024

  init(
    loop: EventLoop, configuration: ServerConfiguration,
    handler: @escaping Handler, refusal: @escaping Refusal,
    observe: @escaping @Sendable (ServerEvent) -> Void
  ) {
    headScratch = UnsafeMutableRawBufferPointer(rebasing: scratch[..<(16 * 1024)])
    budget = MemoryBudget(limit: configuration.heldBytesMax)
    self.loop = loop
    self.configuration = configuration
    self.nanoseconds = DeadlineNanoseconds(configuration.deadlines)
    self.handler = handler
    self.refusal = Self.withRetryAfter(refusal)
    connectionCounts = configuration.connectionCounts
    self.observe = { [counts] event in
      counts.note(event)
      observe(event)
    }
    runners = ExchangeRunners(loop: loop, handler: handler)
    paceTime = { loop.now }
  }

  deinit { scratch.deallocate() }

  /// Says when to retry if a request was rejected because memory was short.
  ///
  /// Source: RFC 9110 §10.2.3.
  private static func withRetryAfter(_ refusal: @escaping Refusal) -> Refusal {
    { error, request in
      var response = refusal(error, request)
      if error == .overloaded { response.fields.append(ResponseField("Retry-After", "1")) }
      return response
    }
  }

  /// Whether `bytes` more may wait for a reader.
  func makesRoom(forReader bytes: Int) -> Bool {
    budget.hasRoom(forReader: bytes) || makesRoom(for: bytes)
  }

  /// Whether so many more bytes can be held.
  ///
  /// Clients that are slow to send what is kept of them, or to read what waits for them, give way,
  /// the slowest first: otherwise a few that announce or ask for much would keep out all others.
  func makesRoom(for bytes: Int) -> Bool {
    if budget.hasRoom(for: bytes) { return true }
    let now = paceTime()
    // All connections are looked at, so not for each of many that find no room.
    guard budget.canHold(bytes), now >= nextLookForRoom else { return false }
    let senders = keepers.values.compactMap { body in
      body.slowness(at: now).map { (pace: $0, held: body.kept, giveWay: body.giveWay) }
    }
    let readers = connections.values.compactMap { connection in
      connection.slowness(at: now).map {
        (pace: $0, held: connection.usage.heldBytes, giveWay: connection.giveWay)
      }
    }
    let held = (senders + readers).reduce(0) { $0 + $1.held }
    guard budget.hasRoom(for: bytes - held) else {
      nextLookForRoom = now.advanced(byNanoseconds: Self.lookForRoomNanoseconds)
      return false
    }
    for slowest in (senders + readers).sorted(by: { $0.pace < $1.pace })
    where !budget.hasRoom(for: bytes) {
      slowest.giveWay()
    }
    return true
  }

  /// Bytes that a client must acknowledge from one write deadline to the next: one at least.
  var readBytesMin: Int {
    let seconds = Int(clamping: nanoseconds.write / 1_000_000_000)
    let (bytes, overflow) = configuration.deadlines.bytesPerSecondMin
      .multipliedReportingOverflow(by: seconds)
    return overflow ? .max : max(1, bytes)
  }

  func insert(_ connection: Connection) {
    connections[ObjectIdentifier(connection)] = connection
    memoryTrimmer.rise(to: connections.count)
    if let key = connection.accepted.countedAs { addresses.addConnection(of: key) }
  }

  func remove(_ connection: Connection) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    showCount()
    if memoryTrimmer.hasEbbed(to: connections.count) { MemoryTrimmer.returnMemory() }
    if let key = connection.accepted.countedAs { addresses.removeConnection(of: key) }
  }

  /// Connections, and handshakes and PROXY headers that will become some.
  var openCount: Int { connections.count + greetings.count + (handshakeQueue?.count ?? 0) }

  /// Those of them that may still be owed an answer: not those that only wait for the client to
  /// close.
  var unfinishedCount: Int {
    openCount - connections.values.count { $0.life.phase == .lingering }
  }

  func showCount() { connectionCounts?.show(openCount) }

  /// Begins to close each connection with its next answer. Newcomers are better off elsewhere.
  func beginDraining() {
    isDraining = true
    leaveCounts()
  }

  /// Tells the processes that share the listener that this one accepts no more connections.
  func leaveCounts() {
    connectionCounts?.leave()
    connectionCounts = nil
  }

  func closeIdle() {
    handshakeQueue?.abandonAll()
    for connection in connections.values where connection.isIdle {
      connection.closeIfStillIdle()
    }
  }

  func closeAll() {
    greetings.values.forEach { $0.close() }
    handshakeQueue?.abandonAll()
    for connection in connections.values {
      // Its answer was to be sent together with others.
      if connection.output.flushIsDue { connection.flush() }
      connection.cut()
    }
  }

  func nextRequestID() -> String { requestIDs.next() }
  func nextSpanID() -> UInt64 { spanIDs.next() }

  /// A trace for the share of requests that the configuration asks for.
  func beginTrace() -> TraceContext? {
    let ratio = configuration.traceRatio
    guard ratio > 0, Double.random(in: 0..<1, using: &spanIDs) < ratio else { return nil }
    return TraceContext(beginning: (spanIDs.next(), spanIDs.next()), spanID: spanIDs.next())
  }

  /// Seconds since 1970.
  var currentSecond: Int { time(nil) }

  /// The `Date` of an answer, made once a second.
  var currentDate: DateField {
    let second = time(nil)
    if second != dateSecond {
      dateSecond = second
      date = DateField(secondsSince1970: Int64(second))
    }
    return date
  }

  func takeOutput() -> [UInt8] { spareOutputs.popLast() ?? [] }

  func giveBack(_ output: [UInt8]) {
    guard spareOutputs.count < Self.spareOutputsMax,
      output.capacity <= Self.spareOutputBytesMax
    else { return }
    spareOutputs.append(output)
  }
}

/// The deadlines as integers, converted once and not with every request.
struct DeadlineNanoseconds {
  let handshake: Int64
  private let firstByte: Int64
  let head: Int64
  let write: Int64
  private let idle: Int64
  private let trustedIdle: Int64
  let silence: Int64
  let proxyHeader: Int64
  let lingering: Int64
  let connectionAge: Int64
  let acceptPause: Int64

  init(_ deadlines: Deadlines) {
    handshake = deadlines.handshake.wholeNanoseconds
    firstByte = deadlines.firstByte.wholeNanoseconds
    head = deadlines.head.wholeNanoseconds
    write = deadlines.write.wholeNanoseconds
    idle = deadlines.idle.wholeNanoseconds
    trustedIdle = deadlines.trustedIdle.wholeNanoseconds
    silence = deadlines.silence.wholeNanoseconds
    proxyHeader = deadlines.proxyHeader.wholeNanoseconds
    lingering = deadlines.lingering.wholeNanoseconds
    connectionAge = deadlines.connectionAge.wholeNanoseconds
    acceptPause = deadlines.acceptPause.wholeNanoseconds
  }

  /// How long the next request is waited for.
  ///
  /// A proxy must be the one that gives an idle connection up, or its next request may meet our
  /// close; a stranger only occupies a place.
  func idle(of accepted: AcceptedSocket) -> Int64 {
    accepted.isTrustedToIdle ? trustedIdle : idle
  }

  /// How long the first request is waited for: a proxy may open a connection in advance.
  func firstByte(of accepted: AcceptedSocket) -> Int64 {
    accepted.isTrustedToIdle ? max(firstByte, trustedIdle) : firstByte
  }
}

extension AcceptedSocket {
  /// Of a proxy, or of a client that the file system lets in.
  var isTrustedToIdle: Bool { isFromProxy || peer.family == .unix }
}

/// Makes an identifier for each request: unique in this process and, nearly surely, elsewhere.
///
/// Fifteen characters fit into a `String` without an allocation: five random ones for the loop,
/// then a counter.
struct RequestIDs {
  private let prefix: UInt64
  private var counter: UInt64 = 0
  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  private static let prefixLength = 5
  private static let length = 15

  init() { prefix = UInt64.random(in: 0..<(1 << (5 * UInt64(Self.prefixLength)))) }

  mutating func next() -> String {
    counter &+= 1
    return String(unsafeUninitializedCapacity: Self.length) { [counter] buffer in
      var (head, tail) = (prefix, counter)
      for index in (0..<Self.prefixLength).reversed() {
        buffer[index] = Self.digits[Int(head & 31)]
        head >>= 5
      }
      for index in (Self.prefixLength..<Self.length).reversed() {
        buffer[index] = Self.digits[Int(tail & 31)]
        tail >>= 5
      }
      return Self.length
    }
  }
}
