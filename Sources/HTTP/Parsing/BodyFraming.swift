/// How the body after a head is delimited.
///
/// Source: RFC 9112 §6.
public enum BodyFraming: Sendable, Hashable {
  /// No body: the next byte belongs to the next request.
  case none
  /// Exactly so many bytes, at least one.
  case fixed(bytes: Int)
  /// A sequence of chunks, for `ChunkedDecoder`.
  case chunked
}
