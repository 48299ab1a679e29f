extension ErrorCode {
  /// What is wrong with the bytes of a message: a fault of the HTTP library, or of something on the
  /// way.
  static let http: [ErrorCode] = [
    ErrorCode(
      "bare_line_feed", 400,
      .init(
        "A line feed stands without a carriage return before it.",
        "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("줄 바꿈 앞에 CR이 없습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "bare_carriage_return", 400,
      .init(
        "A carriage return stands without a line feed after it.",
        "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("CR 뒤에 줄 바꿈이 없습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "repeated_empty_line", 400,
      .init("Several empty lines stand before the request.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("요청 앞에 빈 줄이 여러 개 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "malformed_method", 400,
      .init("A byte does not belong in the method.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("메서드에 쓸 수 없는 바이트가 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "method_too_long", 400, .init("The method is too long.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("메서드가 너무 깁니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "unknown_method", 501,
      .init("The server does not know the method.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("서버가 모르는 메서드입니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "malformed_target", 400,
      .init("A byte does not belong in the request target.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("요청 경로에 쓸 수 없는 바이트가 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "target_too_long", 414,
      .init("The request target is too long.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("요청 경로가 너무 깁니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "malformed_version", 400,
      .init("A byte does not belong in the version.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("버전에 쓸 수 없는 바이트가 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "unsupported_version", 505,
      .init("The server speaks HTTP/1.0 and HTTP/1.1 only.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("HTTP/1.0과 HTTP/1.1만 씁니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "folded_line", 400,
      .init("A line begins with white space.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("줄이 공백으로 시작합니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "malformed_field_name", 400,
      .init("A byte does not belong in the name of a field.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("필드 이름에 쓸 수 없는 바이트가 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "malformed_field_value", 400,
      .init("A byte does not belong in the value of a field.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("필드 값에 쓸 수 없는 바이트가 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "head_too_large", 431,
      .init("Request line and fields are too large.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("요청의 머리가 너무 큽니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "too_many_fields", 431,
      .init("The request has too many fields.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("필드가 너무 많습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "missing_host", 400, .init("The Host field is missing.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("Host가 없습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "repeated_host", 400,
      .init("The Host field stands twice.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("Host가 두 번 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "unknown_expectation", 417,
      .init("Expect may only be 100-continue.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("Expect는 100-continue만 됩니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "repeated_content_length", 400,
      .init("Content-Length stands twice.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("Content-Length가 두 번 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "malformed_content_length", 400,
      .init("Content-Length is no number.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("Content-Length가 숫자가 아닙니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "repeated_transfer_encoding", 400,
      .init("Transfer-Encoding stands twice.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("Transfer-Encoding이 두 번 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "malformed_transfer_encoding", 400,
      .init("Transfer-Encoding may only be chunked.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("Transfer-Encoding은 chunked만 됩니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "unknown_transfer_coding", 501,
      .init(
        "Transfer-Encoding names a coding other than chunked.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("chunked가 아닌 Transfer-Encoding입니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "unexpected_transfer_encoding", 400,
      .init("HTTP/1.0 has no Transfer-Encoding.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("HTTP/1.0에는 Transfer-Encoding이 없습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "conflicting_framing", 400,
      .init(
        "Content-Length and Transfer-Encoding stand in one request.",
        "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("Content-Length와 Transfer-Encoding이 함께 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "malformed_chunk_size", 400,
      .init("A byte does not belong in a chunk size.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("청크 크기의 형식이 잘못되었습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "malformed_chunk_extension", 400,
      .init("A chunk extension is malformed.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("청크 확장의 형식이 잘못되었습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "chunk_extensions_too_large", 400,
      .init("Chunk extensions are too large.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("청크 확장이 너무 큽니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "malformed_chunk_end", 400,
      .init("A chunk does not end where it should.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("청크가 잘못 끝났습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "trailers_too_large", 431,
      .init("The trailer fields are too large.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("트레일러가 너무 큽니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "too_many_trailers", 431,
      .init("There are too many trailer fields.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("트레일러가 너무 많습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "framing_in_trailer", 400,
      .init(
        "Content-Length or Transfer-Encoding stands in a trailer.",
        "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("트레일러에 Content-Length나 Transfer-Encoding이 있습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "ended_early", 400,
      .init("The connection was closed inside the message.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("메시지 중간에 연결이 닫혔습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
    ErrorCode(
      "too_slow", 408,
      .init("The message did not arrive in time.", "Send HTTP/1.1 as RFC 9112 has it."),
      korean: .init("메시지가 제때 오지 않았습니다.", "RFC 9112의 HTTP/1.1로 보내세요.")),
  ]
}
