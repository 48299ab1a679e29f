// The request line. Source: RFC 9112 §3.
extension RequestParser {
  /// Skips one empty line, which old clients send after a body. Source: RFC 9112 §2.2.
  mutating func readStart(_ octets: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    guard cursor < octets.count else { return false }
    guard octets[cursor] == Octet.carriageReturn else {
      enter(.method, at: cursor)
      return true
    }
    guard !skippedEmptyLine else { throw .repeatedEmptyLine }
    guard try isLineEnd(octets, at: cursor) else { return false }
    skippedEmptyLine = true
    cursor += 2
    return true
  }

  mutating func readMethod(_ octets: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    while cursor < octets.count, Octet.isToken(octets[cursor]) {
      guard cursor - start < limits.methodOctets else {
        throw .methodTooLong(limit: limits.methodOctets)
      }
      cursor += 1
    }
    guard cursor < octets.count else { return false }
    guard octets[cursor] == Octet.space, cursor > start else {
      throw Self.refusal(octets, at: cursor, ParseError.malformedMethod(at:))
    }
    method = Method(octets.slice(start, cursor))
    // CONNECT has a target of its own form, and octets of a tunnel may follow: no need to look.
    guard method != .connect else { throw .unknownMethod }
    enter(.target, at: cursor + 1)
    return true
  }

  mutating func readTarget(_ octets: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    while true {
      if cursor > start {
        cursor = octets.endOfPlainTarget(from: cursor, limit: start + limits.targetOctets)
      }
      guard cursor < octets.count else { return false }
      let octet = octets[cursor]
      let isEnd = octet == Octet.space && cursor > start
      guard cursor - start < limits.targetOctets + (isEnd ? 1 : 0) else {
        throw .targetTooLong(limit: limits.targetOctets)
      }
      guard !isEnd else { return try endTarget(octets) }
      guard Octet.isTarget(octet), cursor > start || Self.beginsTarget(octet) else {
        throw Self.refusal(octets, at: cursor, ParseError.malformedTarget(at:))
      }
      if octet == Octet.percent, queryMark == nil {
        guard try isEncoded(octets) else { return false }
        cursor += 2
      } else if octet == Octet.question, queryMark == nil {
        queryMark = cursor
      }
      cursor += 1
    }
  }

  /// `/...`, `*`, or the scheme of an absolute form.
  private static func beginsTarget(_ octet: UInt8) -> Bool {
    octet == Octet.slash || octet == Octet.asterisk || octet | 0x20 == 0x68
  }

  /// Whether the two octets after the `%` at the cursor are hexadecimal; false while they are missing.
  ///
  /// Checked in paths only: a browser sends a query as it was typed.
  private func isEncoded(_ octets: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    for position in [cursor + 1, cursor + 2] {
      guard position < octets.count else { return false }
      guard Octet.hexValue(octets[position]) != nil else {
        throw Self.refusal(octets, at: position, ParseError.malformedTarget(at:))
      }
    }
    return true
  }

  private mutating func endTarget(_ octets: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    let end = cursor
    let pathEnd = queryMark ?? end
    var pathStart = start
    if octets[start] == Octet.asterisk {
      guard end == start + 1 else { throw .malformedTarget(at: start + 1) }
    } else if octets[start] != Octet.slash {
      pathStart = try readAuthority(octets.slice(start, pathEnd))
    }
    outline.path = OctetRange(pathStart, pathEnd)
    outline.query = queryMark.map { OctetRange($0 + 1, end) }
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
    outline.authority = OctetRange(start + begin, start + end)
    return start + end
  }

  /// Reads `HTTP/d.d` and the line end. At most ten octets are looked at again when they drip.
  mutating func readVersion(_ octets: UnsafeRawBufferPointer) throws(ParseError) -> Bool {
    let available = min(octets.count - start, 10)
    for index in 0..<available {
      let octet = octets[start + index]
      guard !Self.versionHolds(octet, at: index) else { continue }
      throw index == 9
        ? .bareCarriageReturn(at: start + 8)
        : Self.refusal(octets, at: start + index, ParseError.malformedVersion(at:))
    }
    guard available == 10 else { return false }
    try endRequestLine(octets, major: octets[start + 5], minor: octets[start + 7])
    enter(.line, at: start + 10)
    return true
  }

  private static func versionHolds(_ octet: UInt8, at index: Int) -> Bool {
    let template: StaticString = "HTTP/0.0\r\n"
    let isNumber = index == 5 || index == 7
    return isNumber ? Octet.isDigit(octet) : octet == template.utf8Start[index]
  }

  /// Judges the line as a whole: first the version, because another one has other methods.
  private mutating func endRequestLine(
    _ octets: UnsafeRawBufferPointer, major: UInt8, minor: UInt8
  ) throws(ParseError) {
    guard major == Octet.zero + 1 else { throw .unsupportedVersion }
    outline.version = minor == Octet.zero ? .http10 : .http11
    guard let method else { throw .unknownMethod }
    outline.method = method
    let path = outline.path
    if path.count == 1, octets[path.start] == Octet.asterisk, method != .options {
      throw .malformedTarget(at: path.start)
    }
  }

  /// The refusal of the octet at `position`: a line feed deserves its own name.
  static func refusal(
    _ octets: UnsafeRawBufferPointer, at position: Int, _ otherwise: (Int) -> ParseError
  ) -> ParseError {
    octets[position] == Octet.lineFeed ? .bareLineFeed(at: position) : otherwise(position)
  }
}
