/// The request line and the fields of one request, all rules of the protocol already checked.
///
/// One reference to one allocation: cheap to hand on.
/// Source: RFC 9112 §3.
public struct RequestHead: @unchecked Sendable {
  // Unchecked: the storage is never written after it was made.
  let storage: HeadStorage

  /// The method.
  public var method: Method { storage.outline.method }
  /// The resource that is asked for.
  public var target: RequestTarget { RequestTarget(storage: storage) }
  /// The version of the client.
  public var version: Version { storage.outline.version }
  /// The fields.
  public var fields: Fields { Fields(storage: storage) }

  /// Whether the client wants the connection to stay open after the answer.
  ///
  /// False for TRACE, whose refusal closes.
  /// Source: RFC 9112 §9.3.
  public var keepsAlive: Bool { storage.outline.keepsAlive }

  /// Whether the client said that it sends no request after this one.
  ///
  /// By `close`, or by HTTP/1.0 without `keep-alive`. Source: RFC 9112 §9.3.
  public var isLast: Bool { storage.outline.isLast }

  /// Whether the client waits for `100 Continue` before it sends the body.
  ///
  /// Source: RFC 9110 §10.1.1.
  public var expectsContinue: Bool { storage.outline.expectsContinue }

  /// The host with its optional port: from an absolute-form target, otherwise from Host.
  ///
  /// Nil only in HTTP/1.0. Source: RFC 9112 §3.2.2.
  public var authority: String? { authorityRange.map(storage.text) }

  /// The result of `body` for its bytes; nil without one.
  func withAuthority<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    authorityRange.map { range in storage.withBytes { body($0.slice(range)) } }
  }

  private var authorityRange: ByteRange? { storage.outline.authority ?? storage.outline.host }

  /// Appends ``authority`` as received, without making a text of it.
  package func appendAuthority(to bytes: inout [UInt8]) {
    withAuthority { bytes += $0 }
  }

  /// Appends the query after a `?`, as received; nothing without one.
  package func appendQuery(to bytes: inout [UInt8]) {
    guard let range = storage.outline.query else { return }
    bytes.append(Octet.question)
    storage.withBytes { bytes += $0.slice(range) }
  }
}

/// The HTTP version of a message; 1.2 to 1.9 are read as 1.1.
///
/// Source: RFC 9112 §2.3.
public enum Version: Sendable {
  case http10
  case http11
}
