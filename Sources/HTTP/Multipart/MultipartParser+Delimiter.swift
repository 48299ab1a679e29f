// The bytes after a boundary, and after the last one.
//
// For RFC 2046 §5.1.1 a line is a delimiter when it begins with one; other parsers want the whole
// line to be one. An honest client sends no line that the two read differently, so it is refused.
extension MultipartParser {
  mutating func readDelimiter(
    _ byte: UInt8
  ) throws(MultipartError) -> MultipartProgress.Event {
    switch state {
    case .boundaryEnd where byte == Octet.hyphen: state = .closing
    case .boundaryEnd, .padding: try readPadding(byte, then: .delimiterEnd)
    case .delimiterEnd: try beginPart(byte)
    case .closing:
      guard byte == Octet.hyphen else { throw error(.malformedDelimiter, at: position) }
      state = .closed
      position += 1
      return .ended
    case .closed:
      try countEpilogue(1)
      try readPadding(byte, then: .closedEnd)
    default:
      try countEpilogue(1)
      guard byte == Octet.lineFeed else { throw error(.bareCarriageReturn, at: position - 1) }
      state = .epilogue
    }
    position += 1
    return .needMore
  }

  /// White space is allowed up to the line end: it was added on the way. Source: RFC 2046 §5.1.1.
  private mutating func readPadding(_ byte: UInt8, then end: State) throws(MultipartError) {
    switch byte {
    case Octet.carriageReturn: state = end
    case Octet.space, Octet.tab:
      if state != .closed { state = .padding }
      head.padding += 1
      guard head.padding <= limits.partHeadBytes else {
        throw error(.partHeadTooLarge(limit: limits.partHeadBytes), at: position)
      }
    case Octet.lineFeed: throw error(.bareLineFeed, at: position)
    default: throw error(.malformedDelimiter, at: position)
    }
  }

  private mutating func beginPart(_ byte: UInt8) throws(MultipartError) {
    guard byte == Octet.lineFeed else { throw error(.bareCarriageReturn, at: position - 1) }
    guard part < limits.parts else {
      throw error(.tooManyParts(limit: limits.parts), at: delimiterStart)
    }
    part += 1
    head = MultipartHead()
    state = .lineStart
  }

  mutating func skipEpilogue(_ count: Int) throws(MultipartError) {
    try countEpilogue(count)
    position += count
  }

  private mutating func countEpilogue(_ count: Int) throws(MultipartError) {
    let room = limits.epilogueBytes - epilogueBytes
    guard count <= room else {
      throw error(.epilogueTooLarge(limit: limits.epilogueBytes), at: position + room)
    }
    epilogueBytes += count
  }
}
