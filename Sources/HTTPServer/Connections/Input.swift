internal import EventLoop
internal import HTTP

/// The client's bytes that are not consumed yet, and whether more can be read.
struct Input: ~Copyable {
  var buffer = InputBuffer()
  private var parser: RequestParser
  /// Whether a read may find something: readiness is reported only when it begins.
  private(set) var canRead = true
  /// The client said that it will send no more; unread bytes may come before the end.
  private var endIsComing = false
  /// The end was read, or the connection broke.
  private(set) var hasEnded = false
  private(set) var isBroken = false

  init(limits: Limits) { parser = RequestParser(limits: limits) }

  /// The client has gone: bytes that are still here may be read, but prove nothing.
  var hasLostClient: Bool { isOver || endIsComing }

  /// Nothing more can be read.
  var isOver: Bool { isBroken || hasEnded }

  /// Whether the client has sent, or may have sent, bytes that are not consumed yet.
  var hasUnread: Bool { canRead || !buffer.isEmpty }

  // MARK: Reading

  mutating func note(_ readiness: Readiness) {
    if readiness.contains(.closed) { isBroken = true }
    if readiness.contains(.ended) { endIsComing = true }
  }

  /// The next read may find something: the poller says so, or a timer wants to make sure.
  mutating func allowRead() { canRead = true }

  /// Takes the outcome of a read; returns the number of bytes it brought, if any.
  ///
  /// - Parameter isAll: whether no more bytes were there. The end may follow them without another
  ///   event of the poller.
  mutating func note(_ read: Socket.Read, isAll: Bool) -> Int? {
    switch read {
    case .bytes(let count):
      if isAll, !endIsComing, !isBroken { canRead = false }
      return count
    case .end: hasEnded = true
    case .failed: (hasEnded, isBroken) = (true, true)
    case .wouldBlock: break
    }
    canRead = false
    return nil
  }

  /// The connection is closed: whatever is still here does not count.
  mutating func abandon() {
    isBroken = true
    buffer.removeAll()
  }

  // MARK: Heads

  /// Whether part of a head is here. An empty line before it asks nothing.
  ///
  /// Old clients send one after a body. Source: RFC 9112 §2.2.
  var hasBegunHead: Bool { parser.hasStarted }

  /// The method of the head at hand, as soon as it is known.
  var method: Method? { parser.method }

  /// The path of the head at hand, as far as it was read.
  var path: String { parser.path(in: buffer.bytes) }

  /// A head, and how its body is delimited.
  typealias Head = (RequestHead, BodyFraming)

  /// Goes on with a head whose beginning is in the buffer. Nil when more must come.
  mutating func parseBuffer() throws(ParseError) -> Head? {
    guard !buffer.isEmpty,
      case .complete(let head, let framing, let consumed) = try parser.parse(buffer.bytes)
    else { return nil }
    buffer.consume(consumed)
    return (head, framing)
  }

  /// Room for the next bytes of a head: after the buffered ones, or in `scratch` if there are none.
  mutating func room(_ scratch: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawBufferPointer {
    buffer.isEmpty ? scratch : buffer.space(Self.growth)
  }
  private static let growth = 4096

  /// Takes `count` bytes that were read into the room above.
  ///
  /// Usually a whole request has come at once, and is parsed in place; the rest is moved into the
  /// buffer.
  mutating func parse(
    _ count: Int, in scratch: UnsafeMutableRawBufferPointer
  ) throws(ParseError) -> Head? {
    guard buffer.isEmpty else {
      buffer.commit(count)
      return nil
    }
    let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(scratch)[..<count])
    guard case .complete(let head, let framing, let consumed) = try parser.parse(bytes) else {
      buffer.append(bytes)
      return nil
    }
    buffer.append(UnsafeRawBufferPointer(rebasing: bytes[consumed...]))
    return (head, framing)
  }
}
