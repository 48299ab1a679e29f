/// Reads a chunked body from octets, as many or as few at a time as there are.
///
/// Like `RequestParser` it refuses with the first octet that breaks the grammar, and refuses for
/// ever after. Extensions and trailers are checked and discarded.
/// Source: RFC 9112 §7.1.
public struct ChunkedDecoder: Sendable {
  /// What the next octet belongs to. A name after `before` allows white space first.
  enum State: Sendable {
    case size, sizeEnd, data, dataEnd, dataLineFeed
    case beforeExtension, extensionName, extensionNameRest, beforeEquals
    case beforeExtensionValue, token, quoted, escaped, afterQuoted
    case trailerLine, trailerName, trailerValue, trailerEnd, lastLineFeed, finished
  }

  let limits: Limits
  var state = State.size
  /// The size so far while its line is read, then what is left of the data.
  var chunkOctets = 0
  var sizeDigits = 0
  /// Data of the whole body, announced by the size lines so far.
  var bodyOctets = 0
  var extensionOctets = 0
  var trailerOctets = 0
  var trailerFields = 0
  var trailerName = TrailerName()
  /// Octets of the body seen, framing included.
  var position = 0
  private var refusal: ParseError?

  /// A decoder for one body.
  public init(limits: Limits = Limits()) { self.limits = limits }

  /// Decodes `octets`, which follow those consumed before, and appends at most `atMost` octets of
  /// data to `body`.
  ///
  /// Consumes everything unless the body ends or `atMost` is reached.
  /// - Throws: why the body is refused; the connection must be closed.
  public mutating func decode(
    _ octets: UnsafeRawBufferPointer, into body: inout [UInt8], atMost: Int
  ) throws(ParseError) -> (consumed: Int, isFinished: Bool) {
    if let refusal { throw refusal }
    do throws(ParseError) {
      return try advance(octets, into: &body, atMost: atMost)
    } catch {
      refusal = error
      throw error
    }
  }

  private mutating func advance(
    _ octets: UnsafeRawBufferPointer, into body: inout [UInt8], atMost: Int
  ) throws(ParseError) -> (consumed: Int, isFinished: Bool) {
    var at = 0
    var room = max(0, atMost)
    while at < octets.count, state != .finished {
      if state == .data {
        let length = min(chunkOctets, room, octets.count - at)
        guard length > 0 else { break }
        body.append(contentsOf: octets.slice(at, at + length))
        take(length)
        room -= length
        at += length
      } else {
        try read(octets[at])
        position += 1
        at += 1
      }
    }
    return (at, state == .finished)
  }

  private mutating func take(_ length: Int) {
    position += length
    chunkOctets -= length
    if chunkOctets == 0 { state = .dataEnd }
  }

  /// Reads one octet that is not data.
  private mutating func read(_ octet: UInt8) throws(ParseError) {
    switch state {
    case .size: try readSize(octet)
    case .sizeEnd: try readSizeEnd(octet)
    case .dataEnd:
      guard octet == Octet.carriageReturn else { throw .malformedChunkEnd(at: position) }
      state = .dataLineFeed
    case .dataLineFeed:
      guard octet == Octet.lineFeed else { throw .malformedChunkEnd(at: position) }
      state = .size
    case .trailerLine, .trailerName, .trailerValue, .trailerEnd, .lastLineFeed:
      try readTrailer(octet)
    case .data, .finished: break
    default: try readExtension(octet)
    }
  }

  /// Reads a digit of the size, or what ends it.
  ///
  /// The sum is held against the limit with each digit, so it can neither overflow nor be waited
  /// for.
  private mutating func readSize(_ octet: UInt8) throws(ParseError) {
    guard let digit = Octet.hexValue(octet) else { return try endSize(octet) }
    guard sizeDigits < Limits.chunkSizeDigits else { throw .malformedChunkSize(at: position) }
    sizeDigits += 1
    // The limit itself may be the largest number there is.
    let (shifted, overflow) = chunkOctets.multipliedReportingOverflow(by: 16)
    let size = shifted | Int(digit)
    guard !overflow, size <= limits.bodyOctets - bodyOctets else {
      throw .contentTooLarge(limit: limits.bodyOctets)
    }
    chunkOctets = size
  }

  private mutating func endSize(_ octet: UInt8) throws(ParseError) {
    guard sizeDigits > 0 else { throw .malformedChunkSize(at: position) }
    switch octet {
    case Octet.carriageReturn: state = .sizeEnd
    case Octet.semicolon: try enterExtension(.extensionName)
    case Octet.space, Octet.tab: try enterExtension(.beforeExtension)
    default: throw .malformedChunkSize(at: position)
    }
  }

  private mutating func readSizeEnd(_ octet: UInt8) throws(ParseError) {
    guard octet == Octet.lineFeed else { throw .malformedChunkSize(at: position) }
    bodyOctets += chunkOctets
    sizeDigits = 0
    state = chunkOctets == 0 ? .trailerLine : .data
  }
}
