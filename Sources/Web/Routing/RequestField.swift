package import HTTP

/// A field of a request that means something to a route.
///
/// `OriginPolicy` lets pages of other origins send the fields in ``all``, and those that the
/// program adds: a route that reads another field needs a constant here.
package struct RequestField: Sendable, Hashable {
  package let rawValue: String
  /// Whether browsers let a page of another origin write it only when they are allowed to.
  ///
  /// Source: Fetch Standard §2.2.2 (forbidden and CORS-safelisted request-headers).
  package let needsPermission: Bool

  package init(_ name: String, needsPermission: Bool = true) {
    rawValue = name
    self.needsPermission = needsPermission
  }

  package static let authorization = RequestField("Authorization")
  package static let contentEncoding = RequestField("Content-Encoding")
  package static let contentType = RequestField("Content-Type")
  package static let idempotencyKey = RequestField("Idempotency-Key")
  package static let simulate = RequestField("Moa-Simulate")
  // The engine reads the conditions and the range for the routes.
  package static let ifMatch = RequestField("If-Match")
  package static let ifModifiedSince = RequestField("If-Modified-Since")
  package static let ifNoneMatch = RequestField("If-None-Match")
  package static let ifRange = RequestField("If-Range")
  package static let ifUnmodifiedSince = RequestField("If-Unmodified-Since")
  package static let range = RequestField("Range")
  package static let traceparent = RequestField("traceparent")
  // Every page may write these.
  package static let accept = RequestField("Accept", needsPermission: false)
  package static let acceptLanguage = RequestField("Accept-Language", needsPermission: false)
  // Browsers write these, and pages cannot.
  package static let cookie = RequestField("Cookie", needsPermission: false)
  package static let origin = RequestField("Origin", needsPermission: false)
  package static let preflightFields = RequestField(
    "Access-Control-Request-Headers", needsPermission: false)
  package static let preflightMethod = RequestField(
    "Access-Control-Request-Method", needsPermission: false)

  package static let all = [
    authorization, contentEncoding, contentType, idempotencyKey, simulate, ifMatch,
    ifModifiedSince, ifNoneMatch, ifRange, ifUnmodifiedSince, range, traceparent,
  ]
  /// Those that no page needs a permission for.
  package static let ofBrowsers = [
    accept, acceptLanguage, cookie, origin, preflightFields, preflightMethod,
  ]
}

extension Fields {
  package subscript(_ field: RequestField) -> String? { self[field.rawValue] }

  package func values(of field: RequestField) -> [String] { values(of: field.rawValue) }

  package func contains(_ field: RequestField) -> Bool { contains(field.rawValue) }

  package func onlyValue<Result>(
    of field: RequestField, _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    onlyValue(of: field.rawValue, body)
  }

  package func containsMember(
    of field: RequestField, where condition: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    containsMember(of: field.rawValue, where: condition)
  }
}
