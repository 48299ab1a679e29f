// Trailer fields are checked by the grammar of fields and then discarded, so that none can act like
// a field. Those that frame a message are refused, because another parser might obey them.
extension ChunkedDecoder {
  /// Reads one byte after the last chunk. Source: RFC 9112 §7.1.2.
  mutating func readTrailer(_ byte: UInt8) throws(ParseError) {
    trailerBytes += 1
    guard trailerBytes <= limits.trailerBytes else {
      throw .trailersTooLarge(limit: limits.trailerBytes)
    }
    switch state {
    case .trailerLine: try beginTrailer(byte)
    case .trailerName: try readTrailerName(byte)
    case .trailerValue: try readTrailerValue(byte)
    case .trailerEnd: try readLineFeed(byte, then: .trailerLine)
    default: try readLineFeed(byte, then: .finished)
    }
  }

  private mutating func beginTrailer(_ byte: UInt8) throws(ParseError) {
    guard byte != Octet.carriageReturn else {
      state = .lastLineFeed
      return
    }
    guard !Octet.isBlank(byte) else { throw .foldedLine(at: position) }
    guard Octet.isToken(byte) else { throw refusal(of: byte, .malformedFieldName(at: position)) }
    guard trailerFields < limits.trailerFields else {
      throw .tooManyTrailers(limit: limits.trailerFields)
    }
    trailerFields += 1
    trailerName = TrailerName()
    trailerName.append(byte)
    state = .trailerName
  }

  private mutating func readTrailerName(_ byte: UInt8) throws(ParseError) {
    guard byte != Octet.colon else {
      guard !trailerName.framesMessages else { throw .framingInTrailer }
      state = .trailerValue
      return
    }
    guard Octet.isToken(byte) else { throw refusal(of: byte, .malformedFieldName(at: position)) }
    trailerName.append(byte)
  }

  private mutating func readTrailerValue(_ byte: UInt8) throws(ParseError) {
    guard byte != Octet.carriageReturn else {
      state = .trailerEnd
      return
    }
    guard Octet.isFieldText(byte) else {
      throw refusal(of: byte, .malformedFieldValue(at: position))
    }
  }

  private mutating func readLineFeed(_ byte: UInt8, then next: State) throws(ParseError) {
    guard byte == Octet.lineFeed else { throw .bareCarriageReturn(at: position - 1) }
    state = next
  }

  private func refusal(of byte: UInt8, _ otherwise: ParseError) -> ParseError {
    byte == Octet.lineFeed ? .bareLineFeed(at: position) : otherwise
  }
}
