/// Reads a chunked body from bytes, as many or as few at a time as there are.
///
/// Like `RequestParser` it refuses with the first byte that breaks the grammar, and refuses for
/// ever after. Extensions and trailers are checked and discarded.
/// Source: RFC 9112 §7.1.
public struct ChunkedDecoder: Sendable {
  /// The element of the grammar that the next byte belongs to. A name after `before` allows white
  /// space first.
  enum State: Sendable {
    case size, sizeEnd, data, dataEnd, dataLineFeed
    case beforeExtension, extensionName, extensionNameRest, beforeEquals
    case beforeExtensionValue, token, quoted, escaped, afterQuoted
    case trailerLine, trailerName, trailerValue, trailerEnd, lastLineFeed, finished
  }

  let limits: Limits
  var state = State.size
  /// The size so far while its line is read, then the number of data bytes that are left.
  var chunkBytes = 0
  var sizeDigits = 0
  /// Data of the whole body, announced by the size lines so far.
  var bodyBytes = 0
  var extensionBytes = 0
  var trailerBytes = 0
  var trailerFields = 0
  var trailerName = TrailerName()
  /// Bytes of the body seen, framing included.
  var position = 0
  private var refusal: ParseError?

  /// A decoder for one body.
  public init(limits: Limits = Limits()) { self.limits = limits }

  /// Decodes `bytes`, which follow those consumed before, and appends at most `atMost` bytes of
  /// data to `body`.
  ///
  /// Consumes everything unless the body ends or `atMost` is reached.
  /// - Throws: why the body is refused; the connection must be closed.
  public mutating func decode(
    _ bytes: UnsafeRawBufferPointer, into body: inout [UInt8], atMost: Int
  ) throws(ParseError) -> (consumed: Int, isFinished: Bool) {
    if let refusal { throw refusal }
    do throws(ParseError) {
      return try advance(bytes, into: &body, atMost: atMost)
    } catch {
      refusal = error
      throw error
    }
  }

  private mutating func advance(
    _ bytes: UnsafeRawBufferPointer, into body: inout [UInt8], atMost: Int
  ) throws(ParseError) -> (consumed: Int, isFinished: Bool) {
    var at = 0
    var room = max(0, atMost)
    while at < bytes.count, state != .finished {
      if state == .data {
        let length = min(chunkBytes, room, bytes.count - at)
        guard length > 0 else { break }
        body.append(contentsOf: bytes.slice(at, at + length))
        take(length)
        room -= length
        at += length
      } else {
        try read(bytes[at])
        position += 1
        at += 1
      }
    }
    return (at, state == .finished)
  }

  private mutating func take(_ length: Int) {
    position += length
    chunkBytes -= length
    if chunkBytes == 0 { state = .dataEnd }
  }

  /// Reads one byte that is not data.
  private mutating func read(_ byte: UInt8) throws(ParseError) {
    switch state {
    case .size: try readSize(byte)
    case .sizeEnd: try readSizeEnd(byte)
    case .dataEnd:
      guard byte == Octet.carriageReturn else { throw .malformedChunkEnd(at: position) }
      state = .dataLineFeed
    case .dataLineFeed:
      guard byte == Octet.lineFeed else { throw .malformedChunkEnd(at: position) }
      state = .size
    case .trailerLine, .trailerName, .trailerValue, .trailerEnd, .lastLineFeed:
      try readTrailer(byte)
    case .data, .finished: break
    default: try readExtension(byte)
    }
  }

  /// Reads a digit of the size, or what ends it.
  ///
  /// The sum is compared with the limit at each digit, so it can neither overflow nor be waited
  /// for.
  private mutating func readSize(_ byte: UInt8) throws(ParseError) {
    guard let digit = Octet.hexValue(byte) else { return try endSize(byte) }
    guard sizeDigits < Limits.chunkSizeDigits else { throw .malformedChunkSize(at: position) }
    sizeDigits += 1
    // The limit itself may be the largest number there is.
    let (shifted, overflow) = chunkBytes.multipliedReportingOverflow(by: 16)
    let size = shifted | Int(digit)
    guard !overflow, size <= limits.bodyBytes - bodyBytes else {
      throw .contentTooLarge(limit: limits.bodyBytes)
    }
    chunkBytes = size
  }

  private mutating func endSize(_ byte: UInt8) throws(ParseError) {
    guard sizeDigits > 0 else { throw .malformedChunkSize(at: position) }
    switch byte {
    case Octet.carriageReturn: state = .sizeEnd
    case Octet.semicolon: try enterExtension(.extensionName)
    case Octet.space, Octet.tab: try enterExtension(.beforeExtension)
    default: throw .malformedChunkSize(at: position)
    }
  }

  private mutating func readSizeEnd(_ byte: UInt8) throws(ParseError) {
    guard byte == Octet.lineFeed else { throw .malformedChunkSize(at: position) }
    bodyBytes += chunkBytes
    sizeDigits = 0
    state = chunkBytes == 0 ? .trailerLine : .data
  }
}
