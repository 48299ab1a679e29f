/// Reads the heads of requests from bytes, as many or as few at a time as there are.
///
/// Does no I/O and knows no clock: each call ends with a head, "need more", or a refusal, which
/// comes with the first byte that makes the head invalid. Each byte is looked at about once,
/// however the bytes arrive. After a refusal every further call refuses likewise.
/// Source: RFC 9112; stricter where a proxy in front might read a message differently.
public struct RequestParser: Sendable {
  /// The part of the head that the next byte belongs to.
  enum State: Sendable {
    case start, method, target, version, line, name, beforeValue, value, complete
  }

  let limits: Limits
  var state = State.start
  /// The next byte to look at.
  var cursor = 0
  /// Where the part that `state` names begins.
  var start = 0
  var skippedEmptyLine = false
  /// The first `?` of the target.
  var queryMark: Int?
  /// The method of the head at hand, as soon as it is known: nil before, and when it is not ours.
  ///
  /// A refusal needs it too, because an answer to HEAD never has content. Source: RFC 9110 §9.3.2.
  public internal(set) var method: Method?
  var outline = HeadOutline()
  var spans: [FieldSpan] = []
  var fieldName = ByteRange(0, 0)
  var contentLength: Int?
  var isChunked = false
  private var refusal: ParseError?
  /// The path of the target of the refused message, as far as it was read.
  private var refusedPath = ""

  /// A parser for one connection.
  public init(limits: Limits = Limits()) {
    precondition(limits.headBytes <= Int(UInt16.max), "positions in a head are 16 bits wide")
    self.limits = limits
  }

  /// Whether any byte of a head was seen; an empty line before it does not count.
  public var hasStarted: Bool { state != .start }

  /// Forgets everything, for the next message.
  public mutating func reset() {
    enter(.start, at: 0)
    skippedEmptyLine = false
    queryMark = nil
    method = nil
    outline = HeadOutline()
    spans.removeAll(keepingCapacity: true)
    contentLength = nil
    isChunked = false
    refusal = nil
    refusedPath = ""
  }

  /// Reads on in `bytes`: all that was received of this message from its first byte on, the same
  /// beginning as in the last call, perhaps at another address.
  ///
  /// A complete head holds a copy of its bytes, and the parser is ready for the next message.
  /// - Throws: why the message is refused; the connection must be closed.
  public mutating func parse(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> ParseProgress {
    if let refusal { throw refusal }
    do throws(ParseError) {
      return try advance(bytes.slice(0, min(bytes.count, limits.headBytes)))
    } catch {
      refusal = error
      refusedPath = path(in: bytes)
      throw error
    }
  }

  /// The path of the target at hand, as far as it was read: empty before it begins.
  ///
  /// The engine's own errors have the form that the clients of a path read.
  /// - Parameter bytes: as in the last call of ``parse(_:)``.
  public func path(in bytes: UnsafeRawBufferPointer) -> String {
    guard refusedPath.isEmpty else { return refusedPath }
    switch state {
    case .start, .method: return ""
    case .target:
      let end = min(queryMark ?? cursor, bytes.count)
      return String(decoding: bytes.slice(min(start, end), end), as: UTF8.self)
    default:
      guard outline.path.count > 0, outline.path.end <= bytes.count else { return "" }
      return String(decoding: bytes.slice(outline.path), as: UTF8.self)
    }
  }

  private mutating func advance(
    _ bytes: UnsafeRawBufferPointer
  ) throws(ParseError) -> ParseProgress {
    while state != .complete {
      guard try step(bytes) else {
        guard bytes.count < limits.headBytes else {
          throw .headTooLarge(limit: limits.headBytes)
        }
        return .needMore
      }
    }
    let storage = HeadStorage.make(outline, spans: spans, bytes: bytes.slice(0, cursor))
    let progress = ParseProgress.complete(
      RequestHead(storage: storage), framing, consumed: cursor)
    reset()
    return progress
  }

  /// Reads the part that `state` names. Returns false when it needs more bytes.
  private mutating func step(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    switch state {
    case .start: try readStart(bytes)
    case .method: try readMethod(bytes)
    case .target: try readTarget(bytes)
    case .version: try readVersion(bytes)
    case .line: try readLineStart(bytes)
    case .name: try readName(bytes)
    case .beforeValue: try readBlanks(bytes)
    case .value: try readValue(bytes)
    case .complete: true
    }
  }

  /// Enters the next part, which begins at `position`.
  mutating func enter(_ next: State, at position: Int) {
    state = next
    start = position
    cursor = position
  }

  /// Whether CR LF is at `position`: false when the LF has not come yet.
  ///
  /// Some parsers end a line at a lone CR, some do not: only an attacker sends one.
  func isLineEnd(
    _ bytes: UnsafeRawBufferPointer, at position: Int
  ) throws(ParseError) -> Bool {
    guard position + 1 < bytes.count else { return false }
    guard bytes[position + 1] == Octet.lineFeed else { throw .bareCarriageReturn(at: position) }
    return true
  }
}

/// The result of a call of the parser.
public enum ParseProgress: Sendable {
  /// The head is not complete.
  case needMore
  /// A head, how its body is delimited, and how many bytes the head took.
  case complete(RequestHead, BodyFraming, consumed: Int)
}
