/// How the body after a head is delimited.
///
/// Source: RFC 9112 §6.
public enum BodyFraming: Sendable, Hashable {
  /// No body: the next octet belongs to the next request.
  case none
  /// Exactly so many octets, at least one.
  case fixed(octets: Int)
  /// A sequence of chunks, for `ChunkedDecoder`.
  case chunked
}
