/// Writes the head of a response, and small content behind it, so that one write sends all.
///
/// Source: RFC 9112 §4, §6; RFC 9110 §6.6.1, §8.6.
public enum ResponseEncoder {
  /// What the engine knows about an exchange besides the response.
  public struct Context: Sendable {
    /// The method of the request; `.get` when the request was refused before it was known.
    public var method: Method
    /// The version of the client.
    public var version: Version
    /// Whether request and server would keep the connection open.
    public var keepsAlive: Bool
    /// The moment for `Date`.
    public var date: DateField
    /// For `X-Request-Id`; empty writes none.
    public var requestID: String

    /// All of it.
    public init(
      method: Method, version: Version, keepsAlive: Bool, date: DateField, requestID: String
    ) {
      self.method = method
      self.version = version
      self.keepsAlive = keepsAlive
      self.date = date
      self.requestID = requestID
    }
  }

  /// Content up to so many octets is copied behind the head: about what a copy costs less than a
  /// second write does.
  public static let inlineContentOctets = 32 * 1024

  /// `100 Continue`, complete. Source: RFC 9110 §15.2.1.
  public static let continueOctets = [UInt8]("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// Appends the head of `response`, and its content when that is small, to `out`.
  ///
  /// - Throws: what is wrong with the response; `out` is as it was before.
  public static func encode(
    _ response: Response, _ context: Context, into out: inout [UInt8]
  ) throws(ResponseError) -> EncodedResponse {
    let before = out.count
    do throws(ResponseError) {
      let framing = try Framing(response, context)
      reserve(response, in: &out)
      try appendHead(response, context, framing, to: &out)
      let remainder = appendContent(response, context, framing, to: &out)
      return EncodedResponse(remainder: remainder, closesConnection: framing.closesConnection)
    } catch {
      out.removeLast(out.count - before)
      throw error
    }
  }

  /// Makes room at once, growing by doubling, as appending would.
  private static func reserve(_ response: Response, in out: inout [UInt8]) {
    var needed = 512 + (response.shared?.octets.count ?? 0)
    if case .octets(let octets) = response.content, octets.count <= inlineContentOctets {
      needed += octets.count
    }
    guard out.capacity - out.count < needed else { return }
    out.reserveCapacity(max(out.count + needed, 2 * out.capacity))
  }

  private static func appendHead(
    _ response: Response, _ context: Context, _ framing: Framing, to out: inout [UInt8]
  ) throws(ResponseError) {
    appendStatusLine(response.status, to: &out)
    FieldEncoding.append("Date: ", to: &out)
    context.date.withOctets { out.append(contentsOf: $0) }
    FieldEncoding.append("\r\n", to: &out)
    if let contentType = response.contentType {
      FieldEncoding.append("Content-Type: ", to: &out)
      FieldEncoding.append(contentType, to: &out)
      FieldEncoding.append("\r\n", to: &out)
    }
    appendFraming(framing, context, to: &out)
    if !context.requestID.isEmpty {
      FieldEncoding.append("X-Request-Id: ", to: &out)
      try FieldEncoding.appendValue(context.requestID, of: "X-Request-Id", to: &out)
    }
    if let shared = response.shared { out.append(contentsOf: shared.octets) }
    for field in response.fields { try FieldEncoding.append(field, to: &out) }
    FieldEncoding.append("\r\n", to: &out)
  }

  /// Always says 1.1, our own version, whatever the client's. Source: RFC 9110 §2.5.
  private static func appendStatusLine(_ status: Status, to out: inout [UInt8]) {
    guard status.code != 200 else { return FieldEncoding.append("HTTP/1.1 200 OK\r\n", to: &out) }
    FieldEncoding.append("HTTP/1.1 ", to: &out)
    appendDecimal(status.code, to: &out)
    FieldEncoding.append(" ", to: &out)
    FieldEncoding.append(status.reason, to: &out)
    FieldEncoding.append("\r\n", to: &out)
  }

  private static func appendFraming(
    _ framing: Framing, _ context: Context, to out: inout [UInt8]
  ) {
    switch framing.delimiter {
    case .length(let octets):
      FieldEncoding.append("Content-Length: ", to: &out)
      appendDecimal(octets, to: &out)
      FieldEncoding.append("\r\n", to: &out)
    case .chunked: FieldEncoding.append("Transfer-Encoding: chunked\r\n", to: &out)
    case .close, .nothing: break
    }
    if framing.closesConnection {
      FieldEncoding.append("Connection: close\r\n", to: &out)
    } else if context.version == .http10 {
      FieldEncoding.append("Connection: keep-alive\r\n", to: &out)
    }
  }

  /// HEAD comes through the same code as GET, and only the content is cut. Source: RFC 9110 §9.3.2.
  private static func appendContent(
    _ response: Response, _ context: Context, _ framing: Framing, to out: inout [UInt8]
  ) -> EncodedResponse.Remainder {
    guard context.method != .head else { return .nothing }
    switch response.content {
    case .none: return .nothing
    case .octets(let octets):
      guard octets.count <= inlineContentOctets else { return .octets }
      out.append(contentsOf: octets)
      return .nothing
    case .stream(let length?, _): return .fixed(octets: length)
    case .stream: return framing.delimiter == .chunked ? .chunked : .untilClose
    }
  }

  private static func appendDecimal(_ number: Int, to out: inout [UInt8]) {
    guard number >= 10 else { return out.append(Octet.zero + UInt8(number)) }
    appendDecimal(number / 10, to: &out)
    out.append(Octet.zero + UInt8(number % 10))
  }
}

/// What is left to do after a head was written.
public struct EncodedResponse: Sendable, Hashable {
  /// The content still to be sent.
  public enum Remainder: Sendable, Hashable {
    /// None: the response is complete.
    case nothing
    /// The octets of the response, as they are.
    case octets
    /// The stream, which must yield exactly so many octets; otherwise tear the connection down.
    case fixed(octets: Int)
    /// The stream, through `ChunkEncoder`.
    case chunked
    /// The stream as it is, then close.
    case untilClose
  }

  /// What to send next.
  public let remainder: Remainder
  /// Whether the connection must be closed after the content; the head has announced it.
  public let closesConnection: Bool
}
