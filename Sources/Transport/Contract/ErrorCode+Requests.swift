package import Web

extension ErrorCode {
  /// Errors of whole requests, or of their senders.
  static let requests: [ErrorCode] = [
    ErrorCode(
      "unauthenticated", 401,
      .init(
        "The client is not authenticated.",
        "Send a token of `moa token create` or `POST /v1/devices`, or a vendor's identifier"
          + " and secret.")),
    ErrorCode(
      "forbidden", 403,
      .init("The token may not do this.", "Send a token with the scope that the detail names.")),
    ErrorCode(
      "client_key_not_listed", 403,
      .init(
        "The client certificate is missing, or its key is not on the list.",
        "Use a client certificate whose key the operator has listed.")),
    ErrorCode(
      "foreign_origin", 403,
      .init(
        "A page of another origin may not change anything here.",
        "Ask the operator to allow the origin of the page.")),
    ErrorCode(
      "preflight_refused", 403,
      .init(
        "A browser asked whether a page may send a request; it may not.",
        "Ask the operator to allow what the detail names.")),
    ErrorCode(
      "foreign_address", 403,
      .init(
        "The path is not open to the address of the client.",
        "Ask the operator to let your network in, at the proxy.")),
    ErrorCode(
      "not_found", 404,
      .init(
        "Not found.",
        "Check the path and the id; `/docs` lists all paths.")),
    ErrorCode(
      "method_not_allowed", 405,
      .init("The path does not take this method.", "Use one of the methods in Allow.")),
    ErrorCode(
      "not_acceptable", 406,
      .init("Accept-Encoding excludes every form that there is.", "Allow gzip or identity.")),
    ErrorCode(
      "request_in_flight", 409,
      .init(
        "A request with this Idempotency-Key is being carried out.",
        "Send the same request again in a second.")),
    ErrorCode(
      "idempotency_key_reused", 422,
      .init("The Idempotency-Key belongs to another request.", "Send a new key for a new request.")),
    ErrorCode(
      "malformed_idempotency_key", 400,
      .init(
        "The Idempotency-Key is not 1 to 255 visible ASCII characters, or was sent more than once.",
        "Send a UUID.")),
    ErrorCode(
      "precondition_failed", 412,
      .init("What If-Match or If-Unmodified-Since asks for is not what is here.", "Read it again.")),
    ErrorCode(
      "stale_version", 412,
      .init(
        "It was changed after the version that the request was made for.",
        "Read it again and make the change anew.")),
    ErrorCode(
      "changed_meanwhile", 412,
      .init("It was changed after it was read.", "Read it again and make the change anew.")),
    ErrorCode(
      "weak_condition", 412,
      .init("If-Match holds a weak tag, which never matches.", "Send the tag without W/.")),
    ErrorCode(
      "malformed_condition", 400,
      .init("If-Match is neither * nor a list of tags in quotes.", "Send the ETag as it came.")),
    ErrorCode(
      "precondition_required", 428,
      .init(
        "The change is only made for a known version.",
        "Send If-Match with the ETag that GET answered.")),
    ErrorCode(
      "outdated", 409,
      .init(
        "The document says things of what is stored that are no longer true.",
        "Read it again and make the change anew.")),
    ErrorCode(
      "content_too_large", 413, .init("The body is larger than it may be.", "Send less.")),
    ErrorCode(
      "unsupported_content_encoding", 415,
      .init("The body has a Content-Encoding.", "Send it without one.")),
    ErrorCode(
      "range_not_satisfiable", 416,
      .init(
        "The range begins behind the end.",
        "Ask for bytes that are there; Content-Range tells how many.")),
    ErrorCode(
      "rejected", 422, .init("Some values break a rule.", "Correct what errors names.")),
    ErrorCode(
      "malformed_query", 400,
      .init("Some parameters cannot be taken.", "Correct what errors names.")),
    ErrorCode(
      "malformed_simulation", 400,
      .init("A part of Moa-Simulate cannot be used.", "Write that part as the detail says.")),
    ErrorCode(
      "simulation_off", 400,
      .init(
        "The server does not simulate bad networks.",
        "Leave Moa-Simulate out, or start the server with --simulate.")),
    ErrorCode(
      // Or any status that the field names.
      "simulated", 503,
      .init(
        "Moa-Simulate asked for this error; nothing was done.",
        "Send it again, or leave Moa-Simulate out.")),
    ErrorCode(
      "too_many_requests", 429,
      .init(
        "More requests came from this address than are answered.",
        "Wait for the seconds in Retry-After.")),
    ErrorCode(
      "too_many_failures", 429,
      .init(
        "Too many wrong secrets were sent.", "Wait for the seconds in Retry-After.")),
    ErrorCode(
      "image_quota_spent", 429,
      .init(
        "The vendor has sent as many images as it may in a day.",
        "Wait for the seconds in Retry-After.")),
    ErrorCode(
      "internal_error", 500,
      .init("The server made a mistake; it has been noted.", "Tell the operator the request_id.")),
    ErrorCode(
      "unavailable", 503,
      .init("The server cannot answer just now.", "Wait for the seconds in Retry-After.")),
    ErrorCode(
      "writes_stopped", 503,
      .init(
        "Nothing can be changed at the moment: the operator has stopped writes.",
        "Wait for the seconds in Retry-After and send it again.")),
    ErrorCode(
      "outcome_unknown", 503,
      .init(
        "The store was lost while this was carried out: it may have been, or not.",
        "Send it again if it had an Idempotency-Key; otherwise look first.")),
    ErrorCode(
      "overloaded", 503,
      .init("The server has no memory left for this message.", "Try again later.")),
    ErrorCode(
      "malformed_request", 400,
      .init(
        "A proxy on the way could not read the request.", "Send HTTP as RFC 9112 or 9113 has it.")),
    ErrorCode(
      "gateway_timeout", 504,
      .init(
        "The proxy got no answer in time.",
        "Look whether it was done, or send it again with its Idempotency-Key.")),
    ErrorCode(
      "disk_full", 507, .init("There is no room for what was sent.", "Try again later.")),
    ErrorCode(
      "disconnected", 400, .init("The body ended too early.", "Send it again.")),
    ErrorCode(
      "client_gone", 400, .init("The connection was closed before the answer.", "Send it again.")),
  ]
}

extension ErrorCode {
  /// Every code that an answer can have; the tests compare each answer that they get with these.
  package static let all = requests + rules + likes + bodies + http

  private static let byCode = Dictionary(
    all.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })

  package static func named(_ code: String) -> ErrorCode? { byCode[code] }
}
