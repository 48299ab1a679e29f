package import HTTP

/// The content of an answer, with its tag.
package struct CachedBody: Sendable {
  package let bytes: [UInt8]
  /// The opaque part of its entity tag; nil for content that is never the same twice.
  package let tag: String?
  package var contentType: StaticString = "application/json"
  /// Fields besides the tag, the language and `Vary`.
  package var fields: [ResponseField] = [.noCache]
  /// Instead of the fields that every answer has.
  package var shared: FieldBlock?
  /// Whether it has texts in the language of the client.
  package var isInLanguage = true
  /// How long it holds at most, in microseconds.
  package var validFor = Int64.max
  /// For the route, which gets it for each request that is answered with this; see
  /// ``Router/on(_:lasting:admit:remembered:note:)``.
  package var note: String?

  package init(_ bytes: [UInt8], tag: String?) {
    self.bytes = bytes
    self.tag = tag
  }

  /// A page for browsers.
  package static func page(_ bytes: [UInt8], tag: String, _ shared: FieldBlock) -> CachedBody {
    var page = CachedBody(bytes, tag: tag)
    page.contentType = "text/html; charset=utf-8"
    page.shared = shared
    return page
  }

  /// Its tag for clients.
  private var tagFields: [ResponseField] { tag.map { [ResponseField("ETag", "\"\($0)\"")] } ?? [] }

  /// The whole answer.
  ///
  /// - Parameters:
  ///   - language: of the client; nil where answers have no language.
  ///   - vary: the request fields that have chosen it.
  fileprivate func response(in language: Language?, vary: [ResponseField]) -> Response {
    var response = Response(
      .ok, contentType: contentType, fields: tagFields + fields, content: .bytes(bytes))
    if let language, isInLanguage {
      response.fields.append(ResponseField("Content-Language", language.tag))
    }
    response.fields += vary
    response.shared = shared
    return response
  }
}

/// An answer that is ready to be sent to every request with its question.
package struct KeptAnswer: Sendable {
  let response: Response
  let tag: String?
  let validFor: Int64
  let note: String?

  package init(_ body: CachedBody, in language: Language?, vary: [ResponseField]) {
    response = body.response(in: language, vary: vary)
    (tag, validFor, note) = (body.tag, body.validFor, body.note)
  }

  /// Bytes of memory that it takes, roughly.
  var cost: Int {
    guard case .bytes(let bytes) = response.content else { return Self.fieldsCost }
    return bytes.count + Self.fieldsCost
  }

  /// Of an entry besides its content: six fields and a place in a table.
  private static let fieldsCost = 1_024

  /// The answer to one request: 304 for a client that has it.
  ///
  /// - Throws: 412 for a condition that fails.
  func response(
    to request: Request, _ status: ResponseNote.CacheStatus
  ) throws(Problem) -> Response {
    var response = self.response
    if let tag { response = try request.conditional(response, tag: tag) }
    response.note.cacheStatus = status
    return response
  }
}
