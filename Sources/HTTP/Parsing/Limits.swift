/// The limits beyond which a message is refused.
///
/// Every limit has a unit in its name, a reason and a precedent; all are reached by a test.
public struct Limits: Sendable, Hashable {
  /// Request line and fields together, in bytes (431).
  ///
  /// Bounds what a stranger can make us hold; nginx takes 8 + 4 x 8 KiB, Node 16 KiB. At most
  /// 65,535, because positions in a head are 16 bits wide.
  public var headBytes = 32 * 1024
  /// Fields of a head (431).
  ///
  /// Bounds the work of a lookup; Apache's `LimitRequestFields` is 100.
  public var fields = 100
  /// Request target, in bytes (414).
  ///
  /// RFC 9112 §3 asks for 8000 bytes of request line at least; nginx stops at 8 KiB.
  public var targetBytes = 8 * 1024
  /// Method, in bytes (501): the longest registered one, `UPDATEREDIRECTREF`, has 17.
  public var methodBytes = 32
  /// Body, in bytes, announced or received (413).
  ///
  /// The ceiling of all routes, so that even a route that ignores its body cannot be made to read
  /// for ever; a route sets its own in `RequestBody.collect(upTo:)`. nginx: 1 MiB.
  public var bodyBytes = 16 * 1024 * 1024
  /// All chunk extensions of a body, in bytes (400).
  ///
  /// They carry nothing for us but cost traffic (CVE-2023-39326); Go's limit is of the same order.
  public var chunkExtensionBytes = 4 * 1024
  /// Trailer section, in bytes (431); it is parsed and discarded. Node counts it like a head.
  public var trailerBytes = 4 * 1024
  /// Fields of a trailer section (431).
  public var trailerFields = 32

  /// The defaults above.
  public init() {}

  /// Digits of a Content-Length: 19 nines still fit 64 bits, so the sum cannot overflow.
  static let contentLengthDigits = 19
  /// Digits of a chunk size: more are more than 64 bits, or zeros that would be read for ever.
  static let chunkSizeDigits = 16
}
