extension ErrorCode {
  /// Errors in the bytes of a message: a fault of the HTTP library, or of something on the way.
  package static let http: [ErrorCode] = [
    ErrorCode(
      "bare_line_feed", 400,
      .init(
        "A line feed stands without a carriage return before it.",
        "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "bare_carriage_return", 400,
      .init(
        "A carriage return stands without a line feed after it.",
        "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "repeated_empty_line", 400,
      .init("Several empty lines stand before the request.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "malformed_method", 400,
      .init("A byte does not belong in the method.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "method_too_long", 400,
      .init("The method is too long.", "Use one of the methods that `/docs` lists.")),
    ErrorCode(
      "unknown_method", 501,
      .init("The server does not know the method.", "Use one of the methods that `/docs` lists.")),
    ErrorCode(
      "malformed_target", 400,
      .init("A byte does not belong in the request target.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "target_too_long", 414,
      .init("The request target is too long.", "Shorten the path or the query.")),
    ErrorCode(
      "malformed_version", 400,
      .init("A byte does not belong in the version.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "unsupported_version", 505,
      .init("The server speaks HTTP/1.0 and HTTP/1.1 only.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "folded_line", 400,
      .init("A line begins with white space.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "malformed_field_name", 400,
      .init("A byte does not belong in the name of a field.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "malformed_field_value", 400,
      .init("A byte does not belong in the value of a field.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "head_too_large", 431,
      .init(
        "Request line and fields are too large.",
        "Send fewer or shorter fields; cookies are the usual reason.")),
    ErrorCode(
      "too_many_fields", 431,
      .init("The request has too many fields.", "Send fewer fields.")),
    ErrorCode(
      "missing_host", 400, .init("The Host field is missing.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "repeated_host", 400,
      .init("The field Host was sent more than once.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "unknown_host", 421,
      .init("The server does not serve this host.", "Use the URL that the operator has published.")),
    ErrorCode(
      "unknown_expectation", 417,
      .init("Expect may only be 100-continue.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "repeated_content_length", 400,
      .init("Content-Length was sent more than once.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "malformed_content_length", 400,
      .init("Content-Length is no number.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "repeated_transfer_encoding", 400,
      .init("Transfer-Encoding was sent more than once.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "malformed_transfer_encoding", 400,
      .init("Transfer-Encoding may only be chunked.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "unknown_transfer_coding", 501,
      .init(
        "Transfer-Encoding names a coding other than chunked.", "Send HTTP/1.1 as RFC 9112 has it.")
    ),
    ErrorCode(
      "unexpected_transfer_encoding", 400,
      .init("HTTP/1.0 has no Transfer-Encoding.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "conflicting_framing", 400,
      .init(
        "Content-Length and Transfer-Encoding stand in one request.",
        "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "malformed_chunk_size", 400,
      .init("A byte does not belong in a chunk size.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "malformed_chunk_extension", 400,
      .init("A chunk extension is malformed.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "chunk_extensions_too_large", 400,
      .init("Chunk extensions are too large.", "Send chunks without extensions.")),
    ErrorCode(
      "malformed_chunk_end", 400,
      .init("A chunk does not end where it should.", "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "trailers_too_large", 431,
      .init("The trailer fields are too large.", "Send fewer or shorter trailer fields.")),
    ErrorCode(
      "too_many_trailers", 431,
      .init("There are too many trailer fields.", "Send fewer trailer fields.")),
    ErrorCode(
      "framing_in_trailer", 400,
      .init(
        "Content-Length or Transfer-Encoding stands in a trailer.",
        "Send HTTP/1.1 as RFC 9112 has it.")),
    ErrorCode(
      "ended_early", 400,
      .init("The connection was closed inside the message.", "Send it again.")),
    ErrorCode(
      "too_slow", 408,
      .init(
        "The message did not arrive in time.", "Send it again, over a faster line.")),
  ]
}
