// Field lines. Source: RFC 9112 §5.
//
// Each part goes straight on to the next one of its line: whole lines are the usual case, and a
// step for each part would cost a tenth of the time.
extension RequestParser {
  /// Reads the first byte of a line: the end of the head, or the beginning of a field.
  mutating func readLineStart(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    guard cursor < bytes.count else { return false }
    let byte = bytes[cursor]
    if byte == Octet.carriageReturn {
      guard try isLineEnd(bytes, at: cursor) else { return false }
      cursor += 2
      try endHead()
      state = .complete
      return true
    }
    guard !Octet.isBlank(byte) else { throw .foldedLine(at: cursor) }
    guard spans.count < limits.fields else { throw .tooManyFields(limit: limits.fields) }
    enter(.name, at: cursor)
    return try readName(bytes)
  }

  mutating func readName(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    let at = bytes.endOfToken(from: cursor)
    cursor = at
    guard at < bytes.count else { return false }
    guard bytes[at] == Octet.colon, at > start else {
      throw Self.refusal(bytes, at: at, ParseError.malformedFieldName(at:))
    }
    fieldName = ByteRange(start, at)
    enter(.beforeValue, at: at + 1)
    return try readBlanks(bytes)
  }

  mutating func readBlanks(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    while cursor < bytes.count, Octet.isBlank(bytes[cursor]) { cursor += 1 }
    guard cursor < bytes.count else { return false }
    enter(.value, at: cursor)
    return try readValue(bytes)
  }

  mutating func readValue(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    cursor = bytes.endOfFieldText(from: cursor)
    guard cursor < bytes.count else { return false }
    guard bytes[cursor] == Octet.carriageReturn else {
      throw Self.refusal(bytes, at: cursor, ParseError.malformedFieldValue(at:))
    }
    guard try isLineEnd(bytes, at: cursor) else { return false }
    var end = cursor
    while end > start, Octet.isBlank(bytes[end - 1]) { end -= 1 }
    let value = ByteRange(start, end)
    spans.append(FieldSpan(name: fieldName, value: value))
    try note(bytes.slice(fieldName), value, bytes.slice(value))
    enter(.line, at: cursor + 2)
    return true
  }
}
