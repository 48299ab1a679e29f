/// Reads `multipart/form-data` from octets, as many or as few at a time as there are.
///
/// Does no I/O. Data is scanned for carriage returns, eight octets at a time, and each octet is looked
/// at no more than twice, whatever the data is. Held between calls are one field line and the place
/// in a delimiter, never data. Refuses with the first octet that breaks a rule, and for ever after.
/// Source: RFC 7578; RFC 2046 §5.1; what is stricter stands in the decision MultipartStrictness.
public struct MultipartParser: Sendable {
  /// What the next octet belongs to.
  enum State: Sendable {
    case preamble, data
    case boundaryEnd, padding, delimiterEnd
    case lineStart, name, value, valueEnd, headEnd
    case closing, closed, closedEnd, epilogue
  }

  let limits: MultipartLimits
  let delimiter: [UInt8]
  var state = State.preamble
  /// Octets of the body seen.
  public internal(set) var position = 0
  /// How many octets of the delimiter the last octets were.
  ///
  /// The body begins as if a line had ended before it, and so does the data of a part: a delimiter
  /// may follow at once.
  var matched = lineEnd
  /// How many of those stand before the region and are none of its data.
  var borrowed = lineEnd
  /// Where the preamble or the data of the part begins, and how many octets of it there were.
  var regionStart = 0
  var regionOctets = 0
  /// Where the last delimiter begins.
  var delimiterStart = 0
  /// The part at hand, from 1; 0 before the first.
  var part = 0
  var head = MultipartHead()
  var epilogueOctets = 0
  /// Octets looked at in preamble and data, so that a test can hold the work against the length.
  var examined = 0
  private var refusal: MultipartError?

  static let lineEnd = 2

  /// A parser for one body.
  public init(_ boundary: MultipartBoundary, limits: MultipartLimits = MultipartLimits()) {
    self.limits = limits
    delimiter = boundary.delimiter
  }

  /// Reads on in `octets`, which follow those consumed before, up to the next event, and appends
  /// what belongs to the data of the part at hand to `data`.
  ///
  /// - Throws: why the form is refused, and where.
  public mutating func parse(
    _ octets: UnsafeRawBufferPointer, into data: inout [UInt8]
  ) throws(MultipartError) -> MultipartProgress {
    if let refusal { throw refusal }
    do throws(MultipartError) {
      let allowed = octets.slice(0, min(octets.count, limits.bodyOctets - position))
      let progress = try advance(allowed, into: &data)
      guard progress.event == .needMore, allowed.count < octets.count else { return progress }
      throw error(.bodyTooLarge(limit: limits.bodyOctets), at: limits.bodyOctets)
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
    _ octets: UnsafeRawBufferPointer, into data: inout [UInt8]
  ) throws(MultipartError) -> MultipartProgress {
    let start = position
    while position - start < octets.count {
      let rest = octets.slice(position - start, octets.count)
      let event = try step(rest, into: &data)
      guard event == .needMore else {
        return MultipartProgress(consumed: position - start, event: event)
      }
    }
    return MultipartProgress(consumed: position - start, event: .needMore)
  }

  /// Reads some of the octets, at least one.
  private mutating func step(
    _ octets: UnsafeRawBufferPointer, into data: inout [UInt8]
  ) throws(MultipartError) -> MultipartProgress.Event {
    switch state {
    case .preamble, .data: return try scan(octets, into: &data)
    case .epilogue:
      try skipEpilogue(octets.count)
      return .needMore
    case .boundaryEnd, .padding, .delimiterEnd, .closing, .closed, .closedEnd:
      return try readDelimiter(octets[0])
    case .lineStart, .name, .value, .valueEnd, .headEnd:
      return try readHead(octets[0])
    }
  }

  /// An error at `offset` in the part at hand.
  func error(_ kind: MultipartError.Kind, at offset: Int) -> MultipartError {
    MultipartError(kind, part: part > 0 ? part : nil, name: head.name, offset: offset)
  }
}
