import HTTP

/// The fields of a request that mean something to a route.
///
/// The one place for their names: ``OriginPolicy`` lets pages of other origins send what stands
/// here, so a route that reads another field adds it here first.
enum RequestField: String, CaseIterable, Sendable {
  case authorization = "Authorization"
  case contentEncoding = "Content-Encoding"
  case contentType = "Content-Type"
  case idempotencyKey = "Idempotency-Key"
  case identifier = "identifier"
  case secret = "secret"
  case simulate = "Moa-Simulate"
  case naverClientID = "X-Naver-Client-Id"
  case naverClientSecret = "X-Naver-Client-Secret"
  // The conditions and the range are read by the engine, for the routes.
  case ifMatch = "If-Match"
  case ifModifiedSince = "If-Modified-Since"
  case ifNoneMatch = "If-None-Match"
  case ifRange = "If-Range"
  case ifUnmodifiedSince = "If-Unmodified-Since"
  case range = "Range"
  case traceparent = "traceparent"
  // What every page may write.
  case accept = "Accept"
  case acceptLanguage = "Accept-Language"
  // What browsers write and pages cannot.
  case cookie = "Cookie"
  case origin = "Origin"
  case preflightFields = "Access-Control-Request-Headers"
  case preflightMethod = "Access-Control-Request-Method"

  /// Whether browsers let a page of another origin write it when they are allowed to.
  ///
  /// Source: Fetch Standard §2.2.2 (forbidden and CORS-safelisted request-headers).
  var needsPermission: Bool {
    switch self {
    case .accept, .acceptLanguage, .cookie, .origin, .preflightFields, .preflightMethod: false
    default: true
    }
  }
}

extension Fields {
  subscript(_ field: RequestField) -> String? { self[field.rawValue] }

  func values(of field: RequestField) -> [String] { values(of: field.rawValue) }

  func contains(_ field: RequestField) -> Bool { contains(field.rawValue) }
}
