/// A request method that this engine knows.
///
/// A method outside this list is refused by the parser with 501, so a handler never meets it;
/// neither does it meet `connect`, which is refused likewise, because we are no proxy.
/// Source: RFC 9110 §9, RFC 5789.
public enum Method: String, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
  /// Reaches a handler, for its 405, but never keeps the connection alive.
  case trace = "TRACE"
  case connect = "CONNECT"
  /// Safe, with a body; reaches a handler, for its 405.
  case query = "QUERY"

  /// Compares cases. The operator that the raw values bring along compares texts, with each
  /// request.
  public static func != (one: Method, other: Method) -> Bool { !(one == other) }

  /// Whether a request by it asks for no change. Source: RFC 9110 §9.2.1.
  public var isSafe: Bool {
    switch self {
    case .get, .head, .options, .trace, .query: true
    case .post, .put, .patch, .delete, .connect: false
    }
  }

  /// Recognises a method, which is case-sensitive: `get` is another, unknown one.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= 7 else { return nil }
    var word: UInt64 = 0
    for byte in bytes { word = word << 8 | UInt64(byte) }
    switch word {
    case Self.word("GET"): self = .get
    case Self.word("POST"): self = .post
    case Self.word("HEAD"): self = .head
    case Self.word("PUT"): self = .put
    case Self.word("PATCH"): self = .patch
    case Self.word("DELETE"): self = .delete
    case Self.word("OPTIONS"): self = .options
    case Self.word("TRACE"): self = .trace
    case Self.word("CONNECT"): self = .connect
    case Self.word("QUERY"): self = .query
    default: return nil
    }
  }

  /// The bytes of a name of at most 8 as one integer; the compiler folds it to a constant.
  @inline(__always)
  private static func word(_ name: StaticString) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<name.utf8CodeUnitCount {
      word = word << 8 | UInt64(name.utf8Start[index])
    }
    return word
  }
}
