/// Why a message is refused.
///
/// After any of these errors the connection is answered once and closed, because the start of the
/// next message is no longer certain. `at` counts bytes from the start of the head or of the body.
public enum ParseError: Error, Hashable, Sendable {
  // Lines.
  case bareLineFeed(at: Int)
  case bareCarriageReturn(at: Int)
  case repeatedEmptyLine

  // Request line.
  case malformedMethod(at: Int)
  case methodTooLong(limit: Int)
  case unknownMethod
  case malformedTarget(at: Int)
  case targetTooLong(limit: Int)
  case malformedVersion(at: Int)
  case unsupportedVersion

  // Fields.
  case foldedLine(at: Int)
  case malformedFieldName(at: Int)
  case malformedFieldValue(at: Int)
  case headTooLarge(limit: Int)
  case tooManyFields(limit: Int)
  case missingHost
  case repeatedHost
  case malformedHost
  case unknownExpectation

  // Framing.
  case repeatedContentLength
  case malformedContentLength
  case contentTooLarge(limit: Int)
  case repeatedTransferEncoding
  case malformedTransferEncoding
  case unknownTransferCoding
  /// Transfer-Encoding in HTTP/1.0, which a proxy of that version does not know.
  case unexpectedTransferEncoding
  /// Content-Length beside Transfer-Encoding, the shape of request smuggling.
  case conflictingFraming

  // Chunked bodies.
  case malformedChunkSize(at: Int)
  case malformedChunkExtension(at: Int)
  case chunkExtensionsTooLarge(limit: Int)
  case malformedChunkEnd(at: Int)
  case trailersTooLarge(limit: Int)
  case tooManyTrailers(limit: Int)
  /// Content-Length or Transfer-Encoding in a trailer section, which means nothing but trouble.
  case framingInTrailer

  /// The client closed its side inside a message. Thrown by the connection, never by the parser.
  case endedEarly
  /// The client missed a deadline. Thrown by the connection, never by the parser.
  case tooSlow
  /// The server holds as much for its clients as it may. Thrown by the connection, never by the
  /// parser.
  case overloaded

  /// The status to answer with.
  public var status: Status {
    switch self {
    case .methodTooLong, .unknownMethod, .unknownTransferCoding: .notImplemented
    case .targetTooLong: .uriTooLong
    case .unsupportedVersion: .httpVersionNotSupported
    case .headTooLarge, .tooManyFields, .trailersTooLarge, .tooManyTrailers:
      .requestHeaderFieldsTooLarge
    case .unknownExpectation: .expectationFailed
    case .contentTooLarge: .contentTooLarge
    case .tooSlow: .requestTimeout
    case .overloaded: .serviceUnavailable
    default: .badRequest
    }
  }
}
