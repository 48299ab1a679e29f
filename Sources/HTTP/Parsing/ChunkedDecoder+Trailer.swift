// Trailer fields: the grammar of fields, and then discarded, so that none can act like a field; and
// those that would frame a message are refused, because somebody else may let them act.
extension ChunkedDecoder {
  /// Reads one octet after the last chunk. Source: RFC 9112 §7.1.2.
  mutating func readTrailer(_ octet: UInt8) throws(ParseError) {
    trailerOctets += 1
    guard trailerOctets <= limits.trailerOctets else {
      throw .trailersTooLarge(limit: limits.trailerOctets)
    }
    switch state {
    case .trailerLine: try beginTrailer(octet)
    case .trailerName: try readTrailerName(octet)
    case .trailerValue: try readTrailerValue(octet)
    case .trailerEnd: try readLineFeed(octet, then: .trailerLine)
    default: try readLineFeed(octet, then: .finished)
    }
  }

  private mutating func beginTrailer(_ octet: UInt8) throws(ParseError) {
    guard octet != Octet.carriageReturn else {
      state = .lastLineFeed
      return
    }
    guard !Octet.isBlank(octet) else { throw .foldedLine(at: position) }
    guard Octet.isToken(octet) else { throw refusal(of: octet, .malformedFieldName(at: position)) }
    guard trailerFields < limits.trailerFields else {
      throw .tooManyTrailers(limit: limits.trailerFields)
    }
    trailerFields += 1
    trailerName = TrailerName()
    trailerName.append(octet)
    state = .trailerName
  }

  private mutating func readTrailerName(_ octet: UInt8) throws(ParseError) {
    guard octet != Octet.colon else {
      guard !trailerName.framesMessages else { throw .framingInTrailer }
      state = .trailerValue
      return
    }
    guard Octet.isToken(octet) else { throw refusal(of: octet, .malformedFieldName(at: position)) }
    trailerName.append(octet)
  }

  private mutating func readTrailerValue(_ octet: UInt8) throws(ParseError) {
    guard octet != Octet.carriageReturn else {
      state = .trailerEnd
      return
    }
    guard Octet.isFieldText(octet) else {
      throw refusal(of: octet, .malformedFieldValue(at: position))
    }
  }

  private mutating func readLineFeed(_ octet: UInt8, then next: State) throws(ParseError) {
    guard octet == Octet.lineFeed else { throw .bareCarriageReturn(at: position - 1) }
    state = next
  }

  private func refusal(of octet: UInt8, _ otherwise: ParseError) -> ParseError {
    octet == Octet.lineFeed ? .bareLineFeed(at: position) : otherwise
  }
}
