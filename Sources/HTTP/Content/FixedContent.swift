/// Content that is in memory as a whole, and answers every kind of request for it: whole, in part,
/// compressed, or not at all because the client has it.
///
/// Made once for content that lives long; answering then allocates nothing but a part.
/// Source: RFC 9110 §8.8, §12.5.3, §13, §14.
public struct FixedContent: Sendable {
  private let plain: Variant
  private let gzip: Variant?

  /// The same content, compressed in advance.
  public struct Compressed: Sendable {
    let bytes: [UInt8]
    let entityTag: EntityTag?

    /// Bytes of the gzip format, with a tag that no other variant has.
    ///
    /// Source: RFC 9110 §8.8.3.3.
    public init(_ bytes: [UInt8], entityTag: EntityTag?) {
      self.bytes = bytes
      self.entityTag = entityTag
    }
  }

  /// Content with its validators.
  ///
  /// - Parameters:
  ///   - lastModified: in seconds since 1970; the content must not have changed twice in it.
  ///   - gzip: a variant for clients that accept it.
  ///   - fields: of successful answers, such as `Cache-Control`; not ETag, Last-Modified, Vary,
  ///     Content-Encoding, Content-Range and Accept-Ranges, which are written here.
  ///   - shared: of all answers.
  /// - Throws: the mistake in the first invalid field.
  public init(
    _ bytes: [UInt8], contentType: StaticString, entityTag: EntityTag?,
    lastModified: Int64? = nil, gzip: Compressed? = nil, fields: [ResponseField] = [],
    shared: FieldBlock? = nil
  ) throws(ResponseError) {
    let isNegotiated = gzip != nil
    let origin = Variant.Origin(
      contentType: contentType, lastModified: lastModified, isNegotiated: isNegotiated,
      fields: fields, shared: shared)
    plain = try Variant(bytes, entityTag, coding: nil, origin)
    self.gzip = try gzip.map { compressed throws(ResponseError) in
      try Variant(compressed.bytes, compressed.entityTag, coding: "gzip", origin)
    }
  }

  /// The answer to GET or HEAD: 200, 206, 304, 406, 412 or 416.
  ///
  /// Answers from 400 on have no content: the application adds its own form of errors.
  /// - Parameter now: seconds since 1970; read only for a date whose year has two digits.
  public func response(to request: Request, now: @autoclosure () -> Int64) -> Response {
    let present = SelectionFields(request.fields)
    guard let variant = variant(for: request, present) else { return plain.notAcceptable }
    switch Preconditions.evaluate(
      request.method, request.fields, present, { variant.validators }, now: now)
    {
    case .notModified: return variant.notModified
    case .preconditionFailed: return variant.preconditionFailed
    case .proceed(honoursRange: false): return variant.whole
    case .proceed(honoursRange: true): return variant.part(RequestedRange(request.fields))
    }
  }

  /// Nil when neither form is acceptable.
  private func variant(for request: Request, _ present: SelectionFields) -> Variant? {
    guard let gzip, present.contains(.acceptEncoding) else { return plain }
    switch AcceptEncoding.choice(request.fields) {
    case .gzip: return gzip
    case .identity: return plain
    case .neither: return nil
    }
  }
}
