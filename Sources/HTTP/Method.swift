/// A request method that this engine knows.
///
/// A method outside this list is refused by the parser with 501, so a handler never meets it.
/// Source: RFC 9110 §9, RFC 5789.
public enum Method: String, Sendable, CaseIterable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
  case trace = "TRACE"
  case connect = "CONNECT"
}
