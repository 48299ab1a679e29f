extension ErrorCode {
  /// What is wrong with a request as a whole, or with who sends it.
  static let requests: [ErrorCode] = [
    ErrorCode(
      "unauthenticated", 401,
      .init("Nobody whom we know is asking.", "Send credentials that this call takes."),
      korean: .init("누가 요청했는지 알 수 없습니다.", "이 호출이 받는 인증 정보를 보내세요.")),
    ErrorCode(
      "forbidden", 403,
      .init("The token may not do this.", "Send a token with the scope that the detail names."),
      korean: .init("이 토큰으로는 할 수 없는 일입니다.", "필요한 권한이 있는 토큰을 보내세요.")),
    ErrorCode(
      "client_key_not_listed", 403,
      .init(
        "The client certificate is missing, or its key is not on the list.",
        "Use a client certificate whose key the operator has listed."),
      korean: .init("클라이언트 인증서가 없거나 목록에 없는 키입니다.", "운영자가 등록한 키의 인증서를 쓰세요.")),
    ErrorCode(
      "foreign_origin", 403,
      .init(
        "A page of another origin may not change anything here.",
        "Ask the operator to allow the origin of the page."),
      korean: .init("다른 출처의 페이지는 변경할 수 없습니다.", "운영자에게 이 출처의 허용을 요청하세요.")),
    ErrorCode(
      "not_found", 404,
      .init(
        "There is no such thing, or it belongs to somebody else.", "Check the path and the id."),
      korean: .init("그런 것이 없거나 다른 사람의 것입니다.", "경로와 id를 확인하세요.")),
    ErrorCode(
      "method_not_allowed", 405,
      .init("The path does not take this method.", "Use one of the methods in Allow."),
      korean: .init("이 경로에서 쓸 수 없는 메서드입니다.", "Allow에 있는 메서드를 쓰세요.")),
    ErrorCode(
      "not_acceptable", 406,
      .init("Accept-Encoding excludes every form that there is.", "Allow gzip or identity."),
      korean: .init("Accept-Encoding이 가능한 형식을 모두 제외했습니다.", "gzip이나 identity를 허용하세요.")),
    ErrorCode(
      "request_in_flight", 409,
      .init(
        "A request with this Idempotency-Key is being carried out.",
        "Send the same request again in a second."),
      korean: .init("같은 Idempotency-Key의 요청을 처리하고 있습니다.", "잠시 뒤 같은 요청을 다시 보내세요.")),
    ErrorCode(
      "idempotency_key_reused", 422,
      .init("The Idempotency-Key belongs to another request.", "Send a new key for a new request."),
      korean: .init("다른 요청에 쓴 Idempotency-Key입니다.", "새 요청에는 새 키를 쓰세요.")),
    ErrorCode(
      "malformed_idempotency_key", 400,
      .init(
        "The Idempotency-Key is not 1 to 255 visible ASCII characters, or stands twice.",
        "Send a UUID."),
      korean: .init("Idempotency-Key의 형식이 잘못되었습니다.", "UUID를 한 번만 보내세요.")),
    ErrorCode(
      "precondition_failed", 412,
      .init("What If-Match or If-Unmodified-Since asks for is not what is here.", "Read it again."),
      korean: .init("If-Match나 If-Unmodified-Since의 조건과 다릅니다.", "다시 읽은 뒤 보내세요.")),
    ErrorCode(
      "stale_version", 412,
      .init(
        "It was changed after the version that the request was made for.",
        "Read it again and make the change anew."),
      korean: .init("그사이 다른 버전으로 바뀌었습니다.", "다시 읽은 뒤 변경하세요.")),
    ErrorCode(
      "changed_meanwhile", 412,
      .init("It was changed after it was read.", "Read it again and make the change anew."),
      korean: .init("읽은 뒤에 바뀌었습니다.", "다시 읽은 뒤 변경하세요.")),
    ErrorCode(
      "weak_condition", 412,
      .init("If-Match holds a weak tag, which never matches.", "Send the tag without W/."),
      korean: .init("If-Match의 약한 태그는 일치할 수 없습니다.", "W/ 없이 보내세요.")),
    ErrorCode(
      "malformed_condition", 400,
      .init("If-Match is neither * nor a list of tags in quotes.", "Send the ETag as it came."),
      korean: .init("If-Match의 형식이 잘못되었습니다.", "받은 ETag를 그대로 보내세요.")),
    ErrorCode(
      "precondition_required", 428,
      .init(
        "The change is only made for a known version.",
        "Send If-Match with the ETag of what was read."),
      korean: .init("어떤 버전을 바꾸는지 알려야 합니다.", "읽을 때 받은 ETag를 If-Match로 보내세요.")),
    ErrorCode(
      "outdated", 409,
      .init(
        "The document says things of what is stored that are no longer true.",
        "Read it again and make the change anew."),
      korean: .init("저장된 내용과 다른 값이 들어 있습니다.", "다시 읽은 뒤 변경하세요.")),
    ErrorCode(
      "content_too_large", 413, .init("The body is larger than it may be.", "Send less."),
      korean: .init("본문이 너무 큽니다.", "더 작게 보내세요.")),
    ErrorCode(
      "unsupported_content_encoding", 415,
      .init("The body has a Content-Encoding.", "Send it without one."),
      korean: .init("본문에 Content-Encoding이 있습니다.", "압축하지 않고 보내세요.")),
    ErrorCode(
      "range_not_satisfiable", 416,
      .init(
        "The range begins behind the end.",
        "Ask for bytes that are there; Content-Range tells how many."),
      korean: .init("범위가 파일의 끝을 넘습니다.", "Content-Range의 길이를 확인하세요.")),
    ErrorCode(
      "rejected", 422, .init("Some values break a rule.", "Correct what errors names."),
      korean: .init("규칙에 맞지 않는 값이 있습니다.", "errors가 알려 주는 값을 고치세요.")),
    ErrorCode(
      "malformed_query", 400,
      .init("Some parameters cannot be taken.", "Correct what errors names."),
      korean: .init("받을 수 없는 매개변수가 있습니다.", "errors가 알려 주는 매개변수를 고치세요.")),
    ErrorCode(
      "too_many_requests", 429,
      .init(
        "More requests came from this address than are answered.",
        "Wait for the seconds in Retry-After."),
      korean: .init("요청이 너무 많습니다.", "Retry-After만큼 기다리세요.")),
    ErrorCode(
      "too_many_failures", 429,
      .init(
        "Too many wrong secrets came from this address.", "Wait for the seconds in Retry-After."),
      korean: .init("틀린 비밀 값이 너무 많았습니다.", "Retry-After만큼 기다리세요.")),
    ErrorCode(
      "image_quota_spent", 429,
      .init(
        "The vendor has sent as many images as it may in a day.",
        "Wait for the seconds in Retry-After."),
      korean: .init("하루에 보낼 수 있는 이미지를 모두 보냈습니다.", "Retry-After만큼 기다리세요.")),
    ErrorCode(
      "internal_error", 500,
      .init("The server made a mistake; it has been noted.", "Tell the operator the request_id."),
      korean: .init("서버에 오류가 있었고 기록했습니다.", "운영자에게 request_id를 알려 주세요.")),
    ErrorCode(
      "unavailable", 503,
      .init("The server cannot answer just now.", "Wait for the seconds in Retry-After."),
      korean: .init("지금은 응답할 수 없습니다.", "Retry-After만큼 기다리세요.")),
    ErrorCode(
      "outcome_unknown", 503,
      .init(
        "The store was lost while this was carried out: it may have been, or not.",
        "Send it again if it had an Idempotency-Key; otherwise look first."),
      korean: .init(
        "처리 중에 저장소 연결이 끊겨 결과를 알 수 없습니다.", "Idempotency-Key가 있었다면 다시 보내고, 없었다면 먼저 확인하세요.")),
    ErrorCode(
      "overloaded", 503,
      .init("The server has no memory left for this message.", "Try again later."),
      korean: .init("서버의 메모리가 부족합니다.", "나중에 다시 시도하세요.")),
    ErrorCode(
      "gateway_timeout", 504,
      .init(
        "The proxy got no answer in time.",
        "Look whether it was done, or send it again with its Idempotency-Key."),
      korean: .init(
        "프록시가 제때 응답을 받지 못했습니다.", "처리되었는지 확인하거나 같은 Idempotency-Key로 다시 보내세요.")),
    ErrorCode(
      "disk_full", 507, .init("There is no room for what was sent.", "Try again later."),
      korean: .init("저장할 공간이 없습니다.", "나중에 다시 시도하세요.")),
    ErrorCode(
      "disconnected", 400, .init("The body ended too early.", "Send it again."),
      korean: .init("본문이 중간에 끊겼습니다.", "다시 보내세요.")),
    ErrorCode(
      "client_gone", 400, .init("The connection was closed before the answer.", "Send it again."),
      korean: .init("응답 전에 연결이 닫혔습니다.", "다시 보내세요.")),
  ]
}
