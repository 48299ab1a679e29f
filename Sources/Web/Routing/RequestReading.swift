package import Domain
package import HTTP

extension Request {
  /// Reads the whole body as JSON.
  ///
  /// - Throws: 413 above `limit` bytes, before reading when the length was announced.
  package func json(upTo limit: Int) async throws -> JSONValue {
    try JSONParser.parse(try await body.collect(upTo: limit))
  }

  /// Reads the body to its end and forgets it, so that broken framing is seen.
  ///
  /// - Throws: 413 above `limit` bytes.
  package func discardBody(upTo limit: Int) async throws(BodyError) {
    if let length = body.length, length > limit { throw .tooLarge(limit: limit) }
    var count = 0
    while let piece = try await body.next() {
      count += piece.count
      guard count <= limit else { throw .tooLarge(limit: limit) }
    }
  }

  package static let unsupportedCoding = "unsupported_content_encoding"

  /// - Throws: 415 for a body in a coding such as `gzip`: routes would read it as it came.
  ///
  /// Source: RFC 9110 §8.4, §12.5.3, §15.5.16.
  package func checkContentCoding() throws(Problem) {
    guard fields.containsMember(of: .contentEncoding, where: { !$0.isWord("identity") })
    else { return }
    throw Problem(
      .unsupportedMediaType, Self.unsupportedCoding,
      "The body has a Content-Encoding. Send it without one."
    )
    .with("Accept-Encoding", "identity")
  }

  /// - Throws: 400 for a query that cannot be decoded.
  package func queryItems() throws(Problem) -> [QueryItem] {
    do throws(TargetError) {
      return try target.queryItems()
    } catch .tooManyMarks(in: let name) {
      throw Problem(query: [ParameterMistake(name, .tooManyMarks)])
    } catch {
      throw .malformedQuery(
        "The query cannot be decoded. Write % as %25; what follows another % is two hexadecimal"
          + " digits, and all of it UTF-8.")
    }
  }

  /// Whether a browser opens the address: it names `text/html`, and other clients send `*/*` or
  /// nothing. Java's own client names it too, together with a range that no browser writes.
  package var wantsPage: Bool {
    method.isSafe && fields.accepts("text/html") && !fields.accepts("*")
  }

  /// The origin that clients reach us under: the configured one, or the one that this request
  /// was sent to, by what a trusted proxy tells before its own fields. Nil for an HTTP/1.0 request
  /// without Host; paths then stay relative.
  package func origin(configured: Origin?) -> Origin? {
    if let configured { return configured }
    guard let host = client.forwardedHost ?? head.authority else { return nil }
    return Origin(host: host, isSecure: client.scheme == .https)
  }

  /// Whether its condition, once it is met, tells that its sender saw the current version: `*` does
  /// not.
  package var namesVersions: Bool {
    fields.contains(.ifMatch) && !Preconditions.isMatchAny(fields)
  }

  /// A client that writes `If-Match: 3` or `W/"3"` would read that the version is stale, ask for
  /// it, and be told 3.
  ///
  /// - Throws: 400 for an `If-Match` that is neither `*` nor a list of tags, 412 for weak tags
  ///   alone, which never match.
  /// Source: RFC 9110 §13.1.1.
  package func checkMatch() throws(Problem) {
    guard !Preconditions.isMatchMalformed(fields) else {
      throw Problem(
        .badRequest, "malformed_condition",
        "If-Match is * or a list of entity tags with their quotes, such as \"3\".")
    }
    let isWeak = fields.containsMember(of: .ifMatch) { $0.starts(with: "W/".utf8) }
    let isStrong = fields.containsMember(of: .ifMatch) { !$0.starts(with: "W/".utf8) }
    guard isWeak, !isStrong else { return }
    throw Problem(
      .preconditionFailed, "weak_condition",
      "If-Match holds a weak tag, which never matches. Send it without W/, such as \"3\".")
  }

  /// The answer to a read of something that has this tag, under the conditions of the request:
  /// `whole`, or 304 without its content.
  ///
  /// - Throws: 412 when the request wants another one.
  package func conditional(
    _ whole: consuming Response, tag: String
  ) throws(Problem) -> Response {
    // Without a date of ours no date is read, and so no time.
    switch Preconditions.evaluate(
      method, fields, Validators(entityTag: EntityTag(tag)), now: 0)
    {
    case .proceed: return whole
    case .notModified:
      whole.status = .notModified
      whole.contentType = nil
      whole.content = .none
      return whole
    case .preconditionFailed:
      throw Problem(
        refusal: Response(.preconditionFailed, fields: whole.fields.filter { $0.name == "ETag" }))
    }
  }
}

extension Substring {
  /// Without spaces and tabs at the ends.
  package var trimmingSpace: Substring {
    // By bytes: to find the last character of a text takes as long as that character is.
    func isSpace(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
    var bytes = utf8.drop(while: isSpace)
    while isSpace(bytes.last) { bytes.removeLast() }
    return Substring(bytes)
  }
}
