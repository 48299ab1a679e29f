/// A handler's answer.
///
/// `Content-Length`, `Transfer-Encoding`, `Connection`, `Keep-Alive`, `Upgrade`, `Trailer`, `Date`,
/// `X-Request-Id` and `traceparent` belong to the engine and are refused in `fields`. Names and
/// values are checked when they are written, at one place.
/// Source: RFC 9110 §6.
public struct Response: Sendable {
  /// At least 200.
  public var status: Status
  /// A media type such as `application/json; charset=utf-8`, or nil when there is no content.
  public var contentType: StaticString?
  /// Fields of this answer alone, written in this order.
  public var fields: [ResponseField]
  /// Fields that many answers share, validated and encoded once. Nil adds none.
  public var shared: FieldBlock?
  /// The content after the head; none with 204 and 304.
  public var content: Content
  /// True asks the engine to close the connection after this answer.
  public var closesConnection: Bool
  /// For observers of the server; never sent.
  public var note = ResponseNote()

  /// A response without shared fields, which leaves the connection open.
  public init(
    _ status: Status, contentType: StaticString? = nil, fields: [ResponseField] = [],
    content: Content = .none
  ) {
    self.status = status
    self.contentType = contentType
    self.fields = fields
    self.content = content
    self.shared = nil
    self.closesConnection = false
  }

  /// The bytes after the head.
  public enum Content: Sendable {
    case none
    case bytes([UInt8])
    /// Produced as the client reads it. With `length` it is sent under Content-Length, otherwise
    /// chunked (HTTP/1.0: until the close).
    case stream(length: Int?, any ContentProducer)
  }
}

/// A handler's note about its answer for observers of the server. The engine ignores it.
public struct ResponseNote: Sendable, Hashable {
  /// Which route has answered, by a number of the application's own; 0 for none.
  public var route = 0
  /// Why the request was refused, by a code of the application's own; nil when it was not.
  public var refusal: String?
  /// Where it came from; nil where requests share nothing.
  public var cacheStatus: CacheStatus?

  /// How a request got an answer that requests share.
  ///
  /// Source: RFC 9211 §2, for the words.
  public enum CacheStatus: String, Sendable, CaseIterable {
    /// It was made for this request.
    case miss
    /// It was being made for another one.
    case collapsed
    /// It was in memory.
    case hit
    /// It may be out of date: the database is away.
    case stale
  }

  /// Nothing.
  public init() {}
}

/// A field of a response.
public struct ResponseField: Sendable, Hashable {
  /// A token.
  public var name: String
  /// Printable ASCII, SP and HTAB.
  public var value: String

  /// A field; checked when it is written.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// Yields a streamed response piece by piece; the next piece is asked for when the last was sent.
///
/// An object, as it knows where it is. Of a type that may be anything, each look at the content of
/// a response, streamed or not, would copy it.
public protocol ContentProducer: AnyObject, Sendable {
  /// Returns the next bytes, or nil at the end. An error tears the connection down, because the
  /// head has been sent already.
  func next() async throws -> [UInt8]?
}

/// Where engine and application meet: a total function from request to response.
public typealias Handler = @Sendable (Request) async -> Response

/// Why a response cannot be written: a bug of the application, never of the client.
///
/// The engine then answers 500 instead.
public enum ResponseError: Error, Hashable, Sendable {
  /// The name is not a token.
  case malformedName(String)
  /// The value of this field holds CR, LF, NUL, another control, or a character beyond ASCII.
  case malformedValue(name: String)
  /// The field belongs to the engine.
  case reservedName(String)
  /// `contentType` and a field both set Content-Type.
  case repeatedContentType
  /// 204 and 304 have no content, yet there is some.
  case contentNotAllowed(status: Int)
  /// A status below 200 is no answer.
  case interimStatus(Int)
  /// The announced length of a stream, in bytes, is negative.
  case negativeLength(Int)
}
