// The fields of a part. Source: RFC 7578 §4.8; RFC 5322 §2.2 without folding.
extension MultipartParser {
  mutating func readHead(_ octet: UInt8) throws(MultipartError) -> MultipartProgress.Event {
    head.octets += 1
    guard head.octets <= limits.partHeadOctets else {
      throw error(.partHeadTooLarge(limit: limits.partHeadOctets), at: position)
    }
    switch state {
    case .lineStart: try beginLine(octet)
    case .name: try readName(octet)
    case .value: try readValue(octet)
    case .valueEnd: try endLine(octet)
    default: return try endHead(octet)
    }
    position += 1
    return .needMore
  }

  private mutating func beginLine(_ octet: UInt8) throws(MultipartError) {
    guard octet != Octet.carriageReturn else {
      state = .headEnd
      return
    }
    guard !Octet.isBlank(octet) else { throw error(.foldedLine, at: position) }
    guard Octet.isToken(octet) else { throw refusal(of: octet, .malformedFieldName) }
    guard head.fields < limits.partHeadFields else {
      throw error(.tooManyFields(limit: limits.partHeadFields), at: position)
    }
    head.fields += 1
    head.line = [octet]
    head.lineStart = position
    state = .name
  }

  private mutating func readName(_ octet: UInt8) throws(MultipartError) {
    guard octet == Octet.colon || Octet.isToken(octet) else {
      throw refusal(of: octet, .malformedFieldName)
    }
    if octet == Octet.colon {
      head.colon = head.line.count
      state = .value
    }
    head.line.append(octet)
  }

  private mutating func readValue(_ octet: UInt8) throws(MultipartError) {
    guard octet != Octet.carriageReturn else {
      state = .valueEnd
      return
    }
    guard Octet.isFieldText(octet) else { throw refusal(of: octet, .malformedFieldValue) }
    head.line.append(octet)
  }

  private mutating func endLine(_ octet: UInt8) throws(MultipartError) {
    guard octet == Octet.lineFeed else { throw error(.bareCarriageReturn, at: position - 1) }
    do throws(MultipartHead.Refusal) {
      try head.endField(limits)
    } catch {
      throw self.error(error.kind, at: head.lineStart + error.at)
    }
    state = .lineStart
  }

  private mutating func endHead(_ octet: UInt8) throws(MultipartError) -> MultipartProgress.Event {
    guard octet == Octet.lineFeed else { throw error(.bareCarriageReturn, at: position - 1) }
    guard let name = head.name else { throw error(.missingDisposition, at: position - 1) }
    position += 1
    beginRegion(.data)
    return .began(
      MultipartPart(
        index: part, name: name, filename: head.filename, contentType: head.contentType,
        dataOffset: position))
  }

  private func refusal(of octet: UInt8, _ otherwise: MultipartError.Kind) -> MultipartError {
    switch octet {
    case Octet.lineFeed: error(.bareLineFeed, at: position)
    case 0: error(.containsNull, at: position)
    default: error(otherwise, at: position)
    }
  }
}
