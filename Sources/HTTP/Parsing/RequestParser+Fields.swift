// Field lines. Source: RFC 9112 §5.
//
// Each part goes straight on to the next one of its line: whole lines are the usual case, and a step
// for each part would cost a tenth of the time.
extension RequestParser {
  /// Reads the first octet of a line: the end of the head, or the beginning of a field.
  mutating func readLineStart(_ octets: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    guard cursor < octets.count else { return false }
    let octet = octets[cursor]
    if octet == Octet.carriageReturn {
      guard try isLineEnd(octets, at: cursor) else { return false }
      cursor += 2
      try endHead()
      state = .complete
      return true
    }
    guard !Octet.isBlank(octet) else { throw .foldedLine(at: cursor) }
    guard spans.count < limits.fields else { throw .tooManyFields(limit: limits.fields) }
    enter(.name, at: cursor)
    return try readName(octets)
  }

  mutating func readName(_ octets: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    let at = octets.endOfToken(from: cursor)
    cursor = at
    guard at < octets.count else { return false }
    guard octets[at] == Octet.colon, at > start else {
      throw Self.refusal(octets, at: at, ParseError.malformedFieldName(at:))
    }
    fieldName = OctetRange(start, at)
    enter(.beforeValue, at: at + 1)
    return try readBlanks(octets)
  }

  mutating func readBlanks(_ octets: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    while cursor < octets.count, Octet.isBlank(octets[cursor]) { cursor += 1 }
    guard cursor < octets.count else { return false }
    enter(.value, at: cursor)
    return try readValue(octets)
  }

  mutating func readValue(_ octets: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    cursor = octets.endOfFieldText(from: cursor)
    guard cursor < octets.count else { return false }
    guard octets[cursor] == Octet.carriageReturn else {
      throw Self.refusal(octets, at: cursor, ParseError.malformedFieldValue(at:))
    }
    guard try isLineEnd(octets, at: cursor) else { return false }
    var end = cursor
    while end > start, Octet.isBlank(octets[end - 1]) { end -= 1 }
    let value = OctetRange(start, end)
    spans.append(FieldSpan(name: fieldName, value: value))
    try note(octets.slice(fieldName), value, octets.slice(value))
    enter(.line, at: cursor + 2)
    return true
  }
}
