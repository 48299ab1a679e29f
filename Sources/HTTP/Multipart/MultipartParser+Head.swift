// The fields of a part. Source: RFC 7578 §4.8; RFC 5322 §2.2 without folding.
extension MultipartParser {
  mutating func readHead(_ byte: UInt8) throws(MultipartError) -> MultipartProgress.Event {
    head.bytes += 1
    guard head.bytes <= limits.partHeadBytes else {
      throw error(.partHeadTooLarge(limit: limits.partHeadBytes), at: position)
    }
    switch state {
    case .lineStart: try beginLine(byte)
    case .name: try readName(byte)
    case .value: try readValue(byte)
    case .valueEnd: try endLine(byte)
    default: return try endHead(byte)
    }
    position += 1
    return .needMore
  }

  private mutating func beginLine(_ byte: UInt8) throws(MultipartError) {
    guard byte != Octet.carriageReturn else {
      state = .headEnd
      return
    }
    guard !Octet.isBlank(byte) else { throw error(.foldedLine, at: position) }
    guard Octet.isToken(byte) else { throw refusal(of: byte, .malformedFieldName) }
    guard head.fields < limits.partHeadFields else {
      throw error(.tooManyFields(limit: limits.partHeadFields), at: position)
    }
    head.fields += 1
    head.line = [byte]
    head.lineStart = position
    state = .name
  }

  private mutating func readName(_ byte: UInt8) throws(MultipartError) {
    guard byte == Octet.colon || Octet.isToken(byte) else {
      throw refusal(of: byte, .malformedFieldName)
    }
    if byte == Octet.colon {
      head.colon = head.line.count
      state = .value
    }
    head.line.append(byte)
  }

  private mutating func readValue(_ byte: UInt8) throws(MultipartError) {
    guard byte != Octet.carriageReturn else {
      state = .valueEnd
      return
    }
    guard Octet.isFieldText(byte) else { throw refusal(of: byte, .malformedFieldValue) }
    head.line.append(byte)
  }

  private mutating func endLine(_ byte: UInt8) throws(MultipartError) {
    guard byte == Octet.lineFeed else { throw error(.bareCarriageReturn, at: position - 1) }
    do throws(MultipartHead.Refusal) {
      try head.endField(limits)
    } catch {
      throw self.error(error.kind, at: head.lineStart + error.at)
    }
    state = .lineStart
  }

  private mutating func endHead(_ byte: UInt8) throws(MultipartError) -> MultipartProgress.Event {
    guard byte == Octet.lineFeed else { throw error(.bareCarriageReturn, at: position - 1) }
    guard let name = head.name else { throw error(.missingDisposition, at: position - 1) }
    position += 1
    beginRegion(.data)
    return .began(
      MultipartPart(
        index: part, name: name, filename: head.filename, contentType: head.contentType,
        dataOffset: position))
  }

  private func refusal(of byte: UInt8, _ otherwise: MultipartError.Kind) -> MultipartError {
    switch byte {
    case Octet.lineFeed: error(.bareLineFeed, at: position)
    case 0: error(.containsNull, at: position)
    default: error(otherwise, at: position)
    }
  }
}
