/// Reads `multipart/form-data` from bytes, as many or as few at a time as there are.
///
/// Does no I/O. Data is scanned for carriage returns, eight bytes at a time, and each byte is read
/// at most twice, for any data. Between calls only one field line and the position in a delimiter
/// are kept, never data. Fails at the first byte that breaks a rule, and at all later calls.
/// Source: RFC 7578; RFC 2046 §5.1; the decision MultipartStrictness lists the stricter rules.
public struct MultipartParser: Sendable {
  /// The element of the grammar that the next byte belongs to.
  enum State: Sendable {
    case preamble, data
    case boundaryEnd, padding, delimiterEnd
    case lineStart, name, value, valueEnd, headEnd
    case closing, closed, closedEnd, epilogue
  }

  let limits: MultipartLimits
  let delimiter: [UInt8]
  var state = State.preamble
  /// Bytes of the body seen.
  public internal(set) var position = 0
  /// How many bytes of the delimiter the last bytes were.
  ///
  /// The body begins as if a line had ended before it, and so does the data of a part: a delimiter
  /// may follow at once.
  var matched = lineEnd
  /// The number of these bytes that are before the region and are not its data.
  var borrowed = lineEnd
  /// Where the preamble or the data of the part begins, and how many bytes of it there were.
  var regionStart = 0
  var regionBytes = 0
  /// Where the last delimiter begins.
  var delimiterStart = 0
  /// The part at hand, from 1; 0 before the first.
  var part = 0
  var head = MultipartHead()
  var epilogueBytes = 0
  /// Bytes looked at in preamble and data, so that a test can hold the work against the length.
  var examined = 0
  private var refusal: MultipartError?

  static let lineEnd = 2

  /// A parser for one body.
  public init(_ boundary: MultipartBoundary, limits: MultipartLimits = MultipartLimits()) {
    self.limits = limits
    delimiter = boundary.delimiter
  }

  /// Reads on in `bytes`, which follow those consumed before, up to the next event, and appends
  /// what belongs to the data of the part at hand to `data`.
  ///
  /// - Throws: why the form is refused, and where.
  public mutating func parse(
    _ bytes: UnsafeRawBufferPointer, into data: inout [UInt8]
  ) throws(MultipartError) -> MultipartProgress {
    if let refusal { throw refusal }
    do throws(MultipartError) {
      let allowed = bytes.slice(0, min(bytes.count, limits.bodyBytes - position))
      let progress = try advance(allowed, into: &data)
      guard progress.event == .needMore, allowed.count < bytes.count else { return progress }
      throw error(.bodyTooLarge(limit: limits.bodyBytes), at: limits.bodyBytes)
    } catch {
      refusal = error
      throw error
    }
  }

  /// Checks that the body may end here.
  ///
  /// - Throws: `.endedEarly` before the last delimiter.
  public mutating func finish() throws(MultipartError) {
    if let refusal { throw refusal }
    switch state {
    case .closed, .epilogue: return
    case .closedEnd: refusal = error(.bareCarriageReturn, at: position - 1)
    default: refusal = error(.endedEarly, at: position)
    }
    if let refusal { throw refusal }
  }

  private mutating func advance(
    _ bytes: UnsafeRawBufferPointer, into data: inout [UInt8]
  ) throws(MultipartError) -> MultipartProgress {
    let start = position
    while position - start < bytes.count {
      let rest = bytes.slice(position - start, bytes.count)
      let event = try step(rest, into: &data)
      guard event == .needMore else {
        return MultipartProgress(consumed: position - start, event: event)
      }
    }
    return MultipartProgress(consumed: position - start, event: .needMore)
  }

  /// Reads some of the bytes, at least one.
  private mutating func step(
    _ bytes: UnsafeRawBufferPointer, into data: inout [UInt8]
  ) throws(MultipartError) -> MultipartProgress.Event {
    switch state {
    case .preamble, .data: return try scan(bytes, into: &data)
    case .epilogue:
      try skipEpilogue(bytes.count)
      return .needMore
    case .boundaryEnd, .padding, .delimiterEnd, .closing, .closed, .closedEnd:
      return try readDelimiter(bytes[0])
    case .lineStart, .name, .value, .valueEnd, .headEnd:
      return try readHead(bytes[0])
    }
  }

  /// An error at `offset` in the part at hand.
  func error(_ kind: MultipartError.Kind, at offset: Int) -> MultipartError {
    MultipartError(kind, part: part > 0 ? part : nil, name: head.name, offset: offset)
  }
}

/// The head of one part of a form.
///
/// Source: RFC 7578 §4.
public struct MultipartPart: Sendable, Hashable {
  /// The place of the part in the form, from 1.
  public let index: Int
  /// The name of the field, not empty. Names may occur more than once in a form.
  public let name: String
  /// The name that the client gives the file, or nil. It is text like any other: it may be a path,
  /// and may hold line ends.
  public let filename: String?
  /// The type that the client gives; nil counts as `text/plain`.
  public let contentType: MediaType?
  /// Bytes of the body before the data.
  public let dataOffset: Int
}

/// The result of a call of the parser.
public struct MultipartProgress: Sendable, Hashable {
  /// Bytes that were read; the next call continues after them.
  public let consumed: Int
  /// Their meaning, besides the data that was appended.
  public let event: Event

  /// The steps of a form: `began`, `partEnded`, `began`, `partEnded`, ..., `ended`.
  public enum Event: Sendable, Hashable {
    /// Everything was read; at most data has come of it.
    case needMore
    /// The head of a part is complete; its data follows.
    case began(MultipartPart)
    /// The data of the part is complete.
    case partEnded
    /// The last delimiter was read; what follows has no meaning, but a limit.
    case ended
  }
}
