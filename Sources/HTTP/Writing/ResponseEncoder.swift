/// Writes the head of a response, and small content after it, so that one write sends all.
///
/// Source: RFC 9112 §4, §6; RFC 9110 §6.6.1, §8.6.
public enum ResponseEncoder {
  /// The facts about an exchange that the head depends on, besides the response.
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
    /// For `traceparent`; nil writes none.
    public var trace: TraceContext?

    /// All of it.
    public init(
      method: Method, version: Version, keepsAlive: Bool, date: DateField, requestID: String,
      trace: TraceContext? = nil
    ) {
      self.method = method
      self.version = version
      self.keepsAlive = keepsAlive
      self.date = date
      self.requestID = requestID
      self.trace = trace
    }
  }

  /// Content up to this size is copied after the head: the copy then costs less than a second
  /// write.
  public static let inlineContentBytes = 32 * 1024

  /// `100 Continue`, complete. Source: RFC 9110 §15.2.1.
  public static let continueBytes = [UInt8]("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// Appends the head of `response`, and its content when that is small, to `out`.
  ///
  /// - Throws: the mistake in the response; `out` is then unchanged.
  public static func encode(
    _ response: Response, _ context: Context, into out: inout [UInt8]
  ) throws(ResponseError) -> EncodedResponse {
    for field in response.fields { try FieldRule.check(field) }
    guard FieldRule.isPlain(context.requestID) else {
      throw .malformedValue(name: "X-Request-Id")
    }
    let framing = try Framing.of(response, context)
    out.append(atMost: headBytes(response, context)) { writer in
      writeStatusLine(response.status, to: &writer)
      writeEngineFields(response, context, framing, to: &writer)
      if let shared = response.shared { writer.put(shared.bytes) }
      for field in response.fields { field.write(to: &writer) }
      writer.put("\r\n")
    }
    return EncodedResponse(
      remainder: appendContent(response, context, framing, to: &out),
      closesConnection: framing.closesConnection)
  }

  /// More than any head of this response needs, in bytes.
  private static func headBytes(_ response: Response, _ context: Context) -> Int {
    // 320 hold the literals, the 55 bytes of traceparent, and all numbers.
    let engine = 320 + response.status.reason.utf8CodeUnitCount + context.requestID.utf8.count
    let type = response.contentType?.utf8CodeUnitCount ?? 0
    let shared = response.shared?.bytes.count ?? 0
    return response.fields.reduce(engine + type + shared) { $0 + $1.lineBytes }
  }

  /// Always says 1.1, our own version, whatever the client's. Source: RFC 9110 §2.5.
  private static func writeStatusLine(_ status: Status, to writer: inout ByteWriter) {
    guard status.code != 200 else { return writer.put("HTTP/1.1 200 OK\r\n") }
    writer.put("HTTP/1.1 ")
    writer.put(decimal: status.code)
    writer.put(" ")
    writer.put(status.reason)
    writer.put("\r\n")
  }

  private static func writeEngineFields(
    _ response: Response, _ context: Context, _ framing: Framing, to writer: inout ByteWriter
  ) {
    writer.put("Date: ")
    context.date.withBytes { writer.put($0) }
    if let contentType = response.contentType {
      writer.put("\r\nContent-Type: ")
      writer.put(contentType)
    }
    switch framing.delimiter {
    case .length(let bytes):
      writer.put("\r\nContent-Length: ")
      writer.put(decimal: bytes)
    case .chunked: writer.put("\r\nTransfer-Encoding: chunked")
    case .close, .nothing: break
    }
    if framing.closesConnection {
      writer.put("\r\nConnection: close")
    } else if context.version == .http10 {
      writer.put("\r\nConnection: keep-alive")
    }
    if !context.requestID.isEmpty {
      writer.put("\r\nX-Request-Id: ")
      writer.put(text: context.requestID)
    }
    if let trace = context.trace {
      writer.put("\r\ntraceparent: ")
      writer.put(text: trace.traceparent)
    }
    writer.put("\r\n")
  }

  /// HEAD comes through the same code as GET, and only the content is cut. Source: RFC 9110 §9.3.2.
  private static func appendContent(
    _ response: Response, _ context: Context, _ framing: Framing, to out: inout [UInt8]
  ) -> EncodedResponse.Remainder {
    guard context.method != .head else { return .nothing }
    switch response.content {
    case .none: return .nothing
    case .bytes(let bytes):
      guard bytes.count <= inlineContentBytes else { return .bytes }
      out.append(contentsOf: bytes)
      return .nothing
    case .stream(let length?, _): return .fixed(bytes: length)
    case .stream: return framing.delimiter == .chunked ? .chunked : .untilClose
    }
  }
}

/// The rest of a response after its head was written.
public struct EncodedResponse: Sendable, Hashable {
  /// The content still to be sent.
  public enum Remainder: Sendable, Hashable {
    /// None: the response is complete.
    case nothing
    /// The bytes of the response, as they are.
    case bytes
    /// The stream, which must yield exactly this many bytes; otherwise tear the connection down.
    case fixed(bytes: Int)
    /// The stream, through `ChunkEncoder`.
    case chunked
    /// The stream as it is, then close.
    case untilClose
  }

  /// The part to send next.
  public let remainder: Remainder
  /// Whether the connection must be closed after the content; the head has announced it.
  public let closesConnection: Bool
}

/// Writes the chunks of a streamed response.
///
/// Source: RFC 9112 §7.1.
public enum ChunkEncoder {
  /// Appends `bytes` as one chunk. No bytes append nothing, because an empty chunk ends the body.
  public static func append(_ bytes: [UInt8], to out: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    out.append(atMost: 18) { writer in
      writer.put(hexadecimal: bytes.count)
      writer.put("\r\n")
    }
    out.append(contentsOf: bytes)
    out.append(contentsOf: [Octet.carriageReturn, Octet.lineFeed])
  }

  /// Appends the end of the body, without trailers.
  public static func appendEnd(to out: inout [UInt8]) {
    out.append(atMost: 5) { $0.put("0\r\n\r\n") }
  }
}
