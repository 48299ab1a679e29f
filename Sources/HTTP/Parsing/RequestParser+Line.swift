// The request line. Source: RFC 9112 §3.
extension RequestParser {
  /// Skips one empty line, which old clients send after a body. Source: RFC 9112 §2.2.
  mutating func readStart(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    guard cursor < bytes.count else { return false }
    guard bytes[cursor] == Octet.carriageReturn else {
      enter(.method, at: cursor)
      return true
    }
    guard !skippedEmptyLine else { throw .repeatedEmptyLine }
    guard try isLineEnd(bytes, at: cursor) else { return false }
    skippedEmptyLine = true
    cursor += 2
    return true
  }

  mutating func readMethod(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    while cursor < bytes.count, Octet.isToken(bytes[cursor]) {
      guard cursor - start < limits.methodBytes else {
        throw .methodTooLong(limit: limits.methodBytes)
      }
      cursor += 1
    }
    guard cursor < bytes.count else { return false }
    guard bytes[cursor] == Octet.space, cursor > start else {
      throw Self.refusal(bytes, at: cursor, ParseError.malformedMethod(at:))
    }
    method = Method(bytes.slice(start, cursor))
    // CONNECT has a target of its own form, and bytes of a tunnel may follow: no need to look.
    guard method != .connect else { throw .unknownMethod }
    enter(.target, at: cursor + 1)
    return true
  }

  mutating func readTarget(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    while true {
      if cursor > start {
        cursor = bytes.endOfPlainTarget(from: cursor, limit: start + limits.targetBytes)
      }
      guard cursor < bytes.count else { return false }
      let byte = bytes[cursor]
      let isEnd = byte == Octet.space && cursor > start
      guard cursor - start < limits.targetBytes + (isEnd ? 1 : 0) else {
        throw .targetTooLong(limit: limits.targetBytes)
      }
      guard !isEnd else { return try endTarget(bytes) }
      guard Octet.isTarget(byte), cursor > start || Self.beginsTarget(byte) else {
        throw Self.refusal(bytes, at: cursor, ParseError.malformedTarget(at:))
      }
      if byte == Octet.percent, queryMark == nil {
        guard try isEncoded(bytes) else { return false }
        cursor += 2
      } else if byte == Octet.question, queryMark == nil {
        queryMark = cursor
      }
      cursor += 1
    }
  }

  /// `/...`, `*`, or the scheme of an absolute form.
  private static func beginsTarget(_ byte: UInt8) -> Bool {
    byte == Octet.slash || byte == Octet.asterisk || byte | 0x20 == 0x68
  }

  /// Whether the two bytes after the `%` at the cursor are hexadecimal; false while they are
  /// missing.
  ///
  /// Checked in paths only: a browser sends a query as it was typed.
  private func isEncoded(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    for position in [cursor + 1, cursor + 2] {
      guard position < bytes.count else { return false }
      guard Octet.hexValue(bytes[position]) != nil else {
        throw Self.refusal(bytes, at: position, ParseError.malformedTarget(at:))
      }
    }
    return true
  }

  private mutating func endTarget(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    let end = cursor
    let pathEnd = queryMark ?? end
    var pathStart = start
    if bytes[start] == Octet.asterisk {
      guard end == start + 1 else { throw .malformedTarget(at: start + 1) }
    } else if bytes[start] != Octet.slash {
      pathStart = try readAuthority(bytes.slice(start, pathEnd))
    }
    outline.path = ByteRange(pathStart, pathEnd)
    outline.query = queryMark.map { ByteRange($0 + 1, end) }
    enter(.version, at: end + 1)
    return true
  }

  /// Reads `http://authority` before a path and returns where the path begins.
  private mutating func readAuthority(_ target: UnsafeRawBufferPointer) throws(ParseError) -> Int {
    let scheme = target.firstIndex(of: Octet.colon) ?? 0
    let name = target.slice(0, scheme)
    let begin = scheme + 3
    guard name.equals(ignoringCase: "http") || name.equals(ignoringCase: "https"),
      target.slice(scheme, begin).elementsEqual([Octet.colon, Octet.slash, Octet.slash])
    else { throw .malformedTarget(at: start) }
    let end = target.dropFirst(begin).firstIndex(of: Octet.slash) ?? target.count
    guard HostRule.accepts(target.slice(begin, end)) else { throw .malformedHost }
    outline.authority = ByteRange(start + begin, start + end)
    return start + end
  }

  /// Reads `HTTP/d.d` and the line end. At most ten bytes are looked at again when they drip.
  mutating func readVersion(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    let available = min(bytes.count - start, 10)
    for index in 0..<available {
      let byte = bytes[start + index]
      guard !Self.versionHolds(byte, at: index) else { continue }
      throw index == 9
        ? .bareCarriageReturn(at: start + 8)
        : Self.refusal(bytes, at: start + index, ParseError.malformedVersion(at:))
    }
    guard available == 10 else { return false }
    try endRequestLine(bytes, major: bytes[start + 5], minor: bytes[start + 7])
    enter(.line, at: start + 10)
    return true
  }

  private static func versionHolds(_ byte: UInt8, at index: Int) -> Bool {
    let template: StaticString = "HTTP/0.0\r\n"
    let isNumber = index == 5 || index == 7
    return isNumber ? Octet.isDigit(byte) : byte == template.utf8Start[index]
  }

  /// Judges the line as a whole: first the version, because another one has other methods.
  private mutating func endRequestLine(
    _ bytes: UnsafeRawBufferPointer, major: UInt8, minor: UInt8
  ) throws(ParseError) {
    guard major == Octet.zero + 1 else { throw .unsupportedVersion }
    outline.version = minor == Octet.zero ? .http10 : .http11
    guard let method else { throw .unknownMethod }
    outline.method = method
    let path = outline.path
    if path.count == 1, bytes[path.start] == Octet.asterisk, method != .options {
      throw .malformedTarget(at: path.start)
    }
  }

  /// The refusal of the byte at `position`: a line feed deserves its own name.
  static func refusal(
    _ bytes: UnsafeRawBufferPointer, at position: Int, _ otherwise: (Int) -> ParseError
  ) -> ParseError {
    bytes[position] == Octet.lineFeed ? .bareLineFeed(at: position) : otherwise(position)
  }
}
