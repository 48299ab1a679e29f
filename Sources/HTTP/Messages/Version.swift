/// The HTTP version of a message; 1.2 to 1.9 are read as 1.1.
///
/// Source: RFC 9112 §2.3.
public enum Version: Sendable {
  case http10
  case http11
}
