/// How the content of a response is delimited, and whether its connection lives on.
///
/// Exactly one of Content-Length and Transfer-Encoding; neither where the status has no content.
/// Source: RFC 9112 §6; RFC 9110 §8.6.
struct Framing {
  enum Delimiter: Equatable {
    case nothing
    case length(Int)
    case chunked
    case close
  }

  let delimiter: Delimiter
  let closesConnection: Bool

  /// A function and no initialiser, which would take copies of both.
  static func of(
    _ response: Response, _ context: ResponseEncoder.Context
  ) throws(ResponseError) -> Framing {
    let status = response.status.code
    guard status >= 200 else { throw .interimStatus(status) }
    guard contentTypes(response) <= 1 else { throw .repeatedContentType }
    let delimiter = try delimiter(of: response.content, status: status, context.version)
    let closes = !context.keepsAlive || response.closesConnection || delimiter == .close
    return Framing(delimiter: delimiter, closesConnection: closes)
  }

  private static func contentTypes(_ response: Response) -> Int {
    var count = response.contentType == nil ? 0 : 1
    if response.shared?.hasContentType == true { count += 1 }
    for field in response.fields where field.isContentType { count += 1 }
    return count
  }

  private static func delimiter(
    of content: Response.Content, status: Int, _ version: Version
  ) throws(ResponseError) -> Delimiter {
    if status == 204 || status == 304 {
      guard content.isEmpty else { throw .contentNotAllowed(status: status) }
      return .nothing
    }
    switch content {
    case .none: return .length(0)
    case .bytes(let bytes): return .length(bytes.count)
    case .stream(let length?, _):
      guard length >= 0 else { throw .negativeLength(length) }
      return .length(length)
    case .stream: return version == .http11 ? .chunked : .close
    }
  }
}

extension Response.Content {
  fileprivate var isEmpty: Bool {
    switch self {
    case .none: true
    case .bytes(let bytes): bytes.isEmpty
    case .stream: false
    }
  }
}

/// How the body after a head is delimited.
///
/// Source: RFC 9112 §6.
public enum BodyFraming: Sendable, Hashable {
  /// No body: the next byte belongs to the next request.
  case none
  /// Exactly this many bytes, at least one.
  case fixed(bytes: Int)
  /// A sequence of chunks, for `ChunkedDecoder`.
  case chunked
}
