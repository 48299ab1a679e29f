/// A response status code with its reason phrase.
///
/// Source: RFC 9110 §15.
public struct Status: Sendable, Hashable {
  /// Three digits, 100 to 599.
  public let code: Int
  /// The reason phrase: ASCII, without CR, LF or NUL, because it is a literal of this program.
  public let reason: StaticString

  /// Names a status that this file does not list.
  public init(_ code: Int, _ reason: StaticString) {
    precondition((100...599).contains(code), "a status has three digits")
    self.code = code
    self.reason = reason
  }

  /// Compares codes: the phrase means nothing.
  public static func == (left: Status, right: Status) -> Bool { left.code == right.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

/// The statuses this program answers with, by the names of the registry.
extension Status {
  /// RFC 9110 §15.3.1.
  public static let ok = Status(200, "OK")
  /// RFC 9110 §15.3.2.
  public static let created = Status(201, "Created")
  /// RFC 9110 §15.3.3.
  public static let accepted = Status(202, "Accepted")
  /// RFC 9110 §15.3.5: no content.
  public static let noContent = Status(204, "No Content")
  /// RFC 9110 §15.3.7.
  public static let partialContent = Status(206, "Partial Content")
  /// RFC 9110 §15.4.5: no content.
  public static let notModified = Status(304, "Not Modified")
  /// RFC 9110 §15.5.1.
  public static let badRequest = Status(400, "Bad Request")
  /// RFC 9110 §15.5.2: needs WWW-Authenticate.
  public static let unauthorized = Status(401, "Unauthorized")
  /// RFC 9110 §15.5.4.
  public static let forbidden = Status(403, "Forbidden")
  /// RFC 9110 §15.5.5.
  public static let notFound = Status(404, "Not Found")
  /// RFC 9110 §15.5.6: needs Allow.
  public static let methodNotAllowed = Status(405, "Method Not Allowed")
  /// RFC 9110 §15.5.7.
  public static let notAcceptable = Status(406, "Not Acceptable")
  /// RFC 9110 §15.5.9.
  public static let requestTimeout = Status(408, "Request Timeout")
  /// RFC 9110 §15.5.10.
  public static let conflict = Status(409, "Conflict")
  /// RFC 9110 §15.5.13.
  public static let preconditionFailed = Status(412, "Precondition Failed")
  /// RFC 9110 §15.5.14.
  public static let contentTooLarge = Status(413, "Content Too Large")
  /// RFC 9110 §15.5.15.
  public static let uriTooLong = Status(414, "URI Too Long")
  /// RFC 9110 §15.5.16.
  public static let unsupportedMediaType = Status(415, "Unsupported Media Type")
  /// RFC 9110 §15.5.17.
  public static let rangeNotSatisfiable = Status(416, "Range Not Satisfiable")
  /// RFC 9110 §15.5.18.
  public static let expectationFailed = Status(417, "Expectation Failed")
  /// RFC 9110 §15.5.20.
  public static let misdirectedRequest = Status(421, "Misdirected Request")
  /// RFC 9110 §15.5.21.
  public static let unprocessableContent = Status(422, "Unprocessable Content")
  /// RFC 6585 §3.
  public static let preconditionRequired = Status(428, "Precondition Required")
  /// RFC 6585 §4.
  public static let tooManyRequests = Status(429, "Too Many Requests")
  /// RFC 6585 §5.
  public static let requestHeaderFieldsTooLarge = Status(431, "Request Header Fields Too Large")
  /// RFC 9110 §15.6.1.
  public static let internalServerError = Status(500, "Internal Server Error")
  /// RFC 9110 §15.6.2.
  public static let notImplemented = Status(501, "Not Implemented")
  /// RFC 9110 §15.6.3.
  public static let badGateway = Status(502, "Bad Gateway")
  /// RFC 9110 §15.6.4: Retry-After says when.
  public static let serviceUnavailable = Status(503, "Service Unavailable")
  /// RFC 9110 §15.6.5.
  public static let gatewayTimeout = Status(504, "Gateway Timeout")
  /// RFC 9110 §15.6.6.
  public static let httpVersionNotSupported = Status(505, "HTTP Version Not Supported")
  /// RFC 4918 §11.5.
  public static let insufficientStorage = Status(507, "Insufficient Storage")
}
