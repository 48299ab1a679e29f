extension ParseError: CustomStringConvertible {
  /// A word for programs, which never changes: logs, metrics and problem documents carry it.
  public var code: String {
    switch self {
    case .bareLineFeed: "bare_line_feed"
    case .bareCarriageReturn: "bare_carriage_return"
    case .repeatedEmptyLine: "repeated_empty_line"
    case .malformedMethod: "malformed_method"
    case .methodTooLong: "method_too_long"
    case .unknownMethod: "unknown_method"
    case .malformedTarget: "malformed_target"
    case .targetTooLong: "target_too_long"
    case .malformedVersion: "malformed_version"
    case .unsupportedVersion: "unsupported_version"
    case .foldedLine: "folded_line"
    case .malformedFieldName: "malformed_field_name"
    case .malformedFieldValue: "malformed_field_value"
    case .headTooLarge: "head_too_large"
    case .tooManyFields: "too_many_fields"
    case .missingHost: "missing_host"
    case .repeatedHost: "repeated_host"
    case .malformedHost: "malformed_host"
    case .unknownExpectation: "unknown_expectation"
    case .repeatedContentLength: "repeated_content_length"
    case .malformedContentLength: "malformed_content_length"
    case .contentTooLarge: "content_too_large"
    case .repeatedTransferEncoding: "repeated_transfer_encoding"
    case .malformedTransferEncoding: "malformed_transfer_encoding"
    case .unknownTransferCoding: "unknown_transfer_coding"
    case .unexpectedTransferEncoding: "unexpected_transfer_encoding"
    case .conflictingFraming: "conflicting_framing"
    case .malformedChunkSize: "malformed_chunk_size"
    case .malformedChunkExtension: "malformed_chunk_extension"
    case .chunkExtensionsTooLarge: "chunk_extensions_too_large"
    case .malformedChunkEnd: "malformed_chunk_end"
    case .trailersTooLarge: "trailers_too_large"
    case .tooManyTrailers: "too_many_trailers"
    case .framingInTrailer: "framing_in_trailer"
    case .endedEarly: "ended_early"
    case .tooSlow: "too_slow"
    case .overloaded: "overloaded"
    }
  }

  /// One sentence for people. It names positions and limits, never bytes of the message, so that an
  /// answer reflects nothing.
  public var reason: String {
    switch self {
    case .bareLineFeed(let at): "Byte \(at) is a line feed without a carriage return before it."
    case .bareCarriageReturn(let at):
      "Byte \(at) is a carriage return without a line feed after it."
    case .repeatedEmptyLine: "More than one empty line stands before the request."
    case .malformedMethod(let at): "Byte \(at) does not belong in a method."
    case .methodTooLong(let limit): "The method is longer than \(ByteCount(limit))."
    case .unknownMethod: "This server does not implement the method."
    case .malformedTarget(let at):
      "Byte \(at) does not belong in a request target; text there is percent-encoded."
    case .targetTooLong(let limit): "The request target is longer than \(ByteCount(limit))."
    case .malformedVersion(let at): "Byte \(at) does not belong in HTTP/1.1."
    case .unsupportedVersion: "This server speaks HTTP/1.0 and HTTP/1.1 only."
    case .foldedLine(let at): "The line at byte \(at) begins with white space."
    case .malformedFieldName(let at): "Byte \(at) does not belong in a field name."
    case .malformedFieldValue(let at): "Byte \(at) does not belong in a field value."
    case .headTooLarge(let limit): "Request line and fields are larger than \(ByteCount(limit))."
    case .tooManyFields(let limit): "The request has more than \(limit) fields."
    default: framingReason
    }
  }

  private var framingReason: String {
    switch self {
    case .missingHost: "An HTTP/1.1 request needs a Host field."
    case .repeatedHost: "The Host field stands more than once."
    case .malformedHost: "Host, or the authority of the target, is no host with a port."
    case .unknownExpectation: "Expect may only be 100-continue."
    case .repeatedContentLength: "The Content-Length field stands more than once."
    case .malformedContentLength: "Content-Length is not 1 to 19 digits."
    case .contentTooLarge(let limit): "The body is larger than \(ByteCount(limit))."
    case .repeatedTransferEncoding: "The Transfer-Encoding field stands more than once."
    case .malformedTransferEncoding: "Transfer-Encoding may only be chunked."
    case .unknownTransferCoding: "Transfer-Encoding names a coding other than chunked."
    case .unexpectedTransferEncoding: "HTTP/1.0 has no Transfer-Encoding."
    case .conflictingFraming: "Content-Length and Transfer-Encoding stand in one request."
    case .malformedChunkSize(let at): "Byte \(at) of the body does not belong in a chunk size."
    case .malformedChunkExtension(let at): "Byte \(at) of the body breaks a chunk extension."
    case .chunkExtensionsTooLarge(let limit):
      "Chunk extensions are larger than \(ByteCount(limit))."
    case .malformedChunkEnd(let at): "Byte \(at) of the body should end a chunk."
    case .trailersTooLarge(let limit): "The trailer fields are larger than \(ByteCount(limit))."
    case .tooManyTrailers(let limit): "The body has more than \(limit) trailer fields."
    case .framingInTrailer: "Content-Length or Transfer-Encoding stands in a trailer section."
    case .endedEarly: "The connection was closed inside the message."
    case .tooSlow: "The message did not arrive in time."
    case .overloaded: "The server has no memory left for this message; try again later."
    default: code
    }
  }

  /// Status, code and reason, for logs.
  public var description: String { "\(status.code) \(code): \(reason)" }
}
