extension FixedContent {
  /// One form of the content, and the answers that it has.
  struct Variant: Sendable {
    /// The values that all variants share.
    struct Origin {
      let contentType: StaticString
      let lastModified: Int64?
      let isNegotiated: Bool
      let fields: [ResponseField]
      let shared: FieldBlock?
    }

    let validators: Validators
    let whole: Response
    private let bytes: [UInt8]
    private let shared: FieldBlock?
    private let unchanged: FieldBlock
    private let vary: [ResponseField]

    init(
      _ bytes: [UInt8], _ tag: EntityTag?, coding: String?, _ origin: Origin
    ) throws(ResponseError) {
      let vary = origin.isNegotiated ? [ResponseField("Vary", "Accept-Encoding")] : []
      let tags = tag.map { [ResponseField("ETag", $0.description)] } ?? []
      let dates = origin.lastModified.map { [Self.lastModified($0)] } ?? []
      let codings = coding.map { [ResponseField("Content-Encoding", $0)] } ?? []
      let known = origin.fields + tags
      self.bytes = bytes
      self.vary = vary
      shared = origin.shared
      // A part of one variant must not be joined with a part of another, which has the same date.
      validators = Validators(
        entityTag: tag, lastModified: origin.lastModified, isDateStrong: !origin.isNegotiated)
      // The tag is more precise than the date, so the date is sent only without a tag. Source: RFC
      // 9110 §15.4.5.
      unchanged = try FieldBlock(origin.shared, known + (tags.isEmpty ? dates : []) + vary)
      var whole = Response(.ok, contentType: origin.contentType, content: .bytes(bytes))
      whole.shared = try FieldBlock(
        origin.shared, known + dates + codings + vary + [ResponseField("Accept-Ranges", "bytes")])
      self.whole = whole
    }

    private static func lastModified(_ seconds: Int64) -> ResponseField {
      ResponseField("Last-Modified", DateField(secondsSince1970: seconds).description)
    }

    /// 304 with the fields of the 200 answer that a cache needs.
    var notModified: Response {
      var response = Response(.notModified)
      response.shared = unchanged
      return response
    }

    /// 412 with the tag that there is now.
    var preconditionFailed: Response {
      refusal(.preconditionFailed, validators.entityTag.map { ("ETag", $0.description) })
    }

    /// 406. Source: RFC 9110 §12.5.3.
    var notAcceptable: Response { refusal(.notAcceptable, nil) }

    /// 206 or 416; 200 when there is no range to honour, or nothing to take it from.
    ///
    /// Source: RFC 9110 §14.4, §15.3.7, §15.5.17.
    func part(_ range: RequestedRange?) -> Response {
      guard let range, !bytes.isEmpty else { return whole }
      guard let part = range.resolved(in: bytes.count) else {
        return refusal(.rangeNotSatisfiable, ("Content-Range", "bytes */\(bytes.count)"))
      }
      var response = whole
      response.status = .partialContent
      response.content = .bytes(Array(bytes[part]))
      response.fields = [
        ResponseField(
          "Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)")
      ]
      return response
    }

    private func refusal(_ status: Status, _ field: (String, String)?) -> Response {
      let own = field.map { [ResponseField($0.0, $0.1)] } ?? []
      var response = Response(status, fields: own + vary)
      response.shared = shared
      return response
    }
  }
}
