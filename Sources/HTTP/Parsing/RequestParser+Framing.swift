// The fields that decide where a message ends and what becomes of its connection.
extension RequestParser {
  /// Takes notice of a field that the protocol itself reads. Lengths of names differ, so one
  /// comparison is enough for nearly all others.
  mutating func note(
    _ name: UnsafeRawBufferPointer, _ range: ByteRange, _ value: UnsafeRawBufferPointer
  ) throws(ParseError) {
    switch name.count {
    case 4 where name.equals(ignoringCase: "host"): try noteHost(range, value)
    case 6 where name.equals(ignoringCase: "expect"): try noteExpect(value)
    case 10 where name.equals(ignoringCase: "connection"): noteConnection(value)
    case 14 where name.equals(ignoringCase: "content-length"): try noteContentLength(value)
    case 17 where name.equals(ignoringCase: "transfer-encoding"):
      try noteTransferEncoding(value)
    default: break
    }
  }

  /// One Host at most, valid even when the target overrides it. Source: RFC 9112 §3.2.
  private mutating func noteHost(
    _ range: ByteRange, _ value: UnsafeRawBufferPointer
  ) throws(ParseError) {
    guard outline.host == nil else { throw .repeatedHost }
    guard HostRule.accepts(value) else { throw .malformedHost }
    outline.host = range
  }

  /// Ignored in HTTP/1.0, whose clients do not wait. Source: RFC 9110 §10.1.1.
  private mutating func noteExpect(_ value: UnsafeRawBufferPointer) throws(ParseError) {
    guard outline.version == .http11 else { return }
    guard value.equals(ignoringCase: "100-continue") else { throw .unknownExpectation }
    outline.expectsContinue = true
  }

  /// Reads the options of all Connection lines; unknown ones mean nothing. Source: RFC 9110 §7.6.1.
  private mutating func noteConnection(_ value: UnsafeRawBufferPointer) {
    var from = 0
    while from <= value.count {
      let rest = value.slice(from, value.count)
      let length = rest.firstIndex(of: Octet.comma) ?? rest.count
      let option = rest.slice(0, length).trimmed
      if option.equals(ignoringCase: "close") { outline.closes = true }
      if option.equals(ignoringCase: "keep-alive") { outline.keepsAlive = true }
      from += length + 1
    }
  }

  /// One line, 1 to 19 digits, no list, no Transfer-Encoding.
  ///
  /// Stricter than RFC 9110 §8.6, which allows repeated equal values: who sends two wants two
  /// parsers to choose differently.
  private mutating func noteContentLength(_ value: UnsafeRawBufferPointer) throws(ParseError) {
    guard contentLength == nil else { throw .repeatedContentLength }
    guard !isChunked else { throw .conflictingFraming }
    guard (1...Limits.contentLengthDigits).contains(value.count),
      value.allSatisfy(Octet.isDigit)
    else { throw .malformedContentLength }
    let length = value.reduce(UInt64(0)) { $0 * 10 + UInt64($1 - Octet.zero) }
    guard let bytes = Int(exactly: length), bytes <= limits.bodyBytes else {
      throw .contentTooLarge(limit: limits.bodyBytes)
    }
    contentLength = bytes
  }

  /// One line that is exactly `chunked`, in HTTP/1.1, without Content-Length.
  ///
  /// Stricter than RFC 9112 §6.1, which lets a server prefer Transfer-Encoding to Content-Length.
  private mutating func noteTransferEncoding(_ value: UnsafeRawBufferPointer) throws(ParseError) {
    guard outline.version == .http11 else { throw .unexpectedTransferEncoding }
    guard !isChunked else { throw .repeatedTransferEncoding }
    guard contentLength == nil else { throw .conflictingFraming }
    guard value.equals(ignoringCase: "chunked") else { throw Self.refusalOfCodings(value) }
    isChunked = true
  }

  /// 501 for a proper list that names a coding we do not know, 400 for anything else.
  private static func refusalOfCodings(_ value: UnsafeRawBufferPointer) -> ParseError {
    let codings = value.split(separator: Octet.comma, omittingEmptySubsequences: false)
      .map { UnsafeRawBufferPointer(rebasing: $0).trimmed }
    guard codings.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Octet.isToken) }) else {
      return .malformedTransferEncoding
    }
    let hasMisplacedChunked = codings.dropLast().contains { $0.equals(ignoringCase: "chunked") }
    return hasMisplacedChunked ? .malformedTransferEncoding : .unknownTransferCoding
  }

  /// Judges the head as a whole.
  mutating func endHead() throws(ParseError) {
    guard outline.version == .http10 || outline.host != nil else { throw .missingHost }
    let persists = outline.version == .http11 || outline.keepsAlive
    outline.isLast = !persists || outline.closes
    outline.keepsAlive = !outline.isLast && outline.method != .trace
    outline.expectsContinue = outline.expectsContinue && framing != .none
  }

  /// How the body is delimited. Source: RFC 9112 §6.3.
  var framing: BodyFraming {
    if isChunked { return .chunked }
    guard let contentLength, contentLength > 0 else { return .none }
    return .fixed(bytes: contentLength)
  }
}
