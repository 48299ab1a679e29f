import Domain
package import HTTP

extension Problem {
  /// `application/problem+json`.
  ///
  /// `type` is `about:blank`, so that `title` is the phrase of the status, and `code` tells
  /// problems of one status apart.
  /// Source: RFC 9457 §3, §4.2.1.
  package func response(requestID: String) -> Response {
    var writer = JSONWriter()
    writer.object { writer in
      writer.string("type", "about:blank")
      writer.string("title", String(describing: status.reason))
      writer.integer("status", status.code)
      writer.string("code", code)
      writer.string("detail", detail)
      if !requestID.isEmpty { writer.string("request_id", requestID) }
      if let part { writer.part(part) }
      guard !violations.isEmpty else { return }
      writer.key("errors")
      writer.array(violations) { writer, violation in
        writer.object { writer in
          writer.string("pointer", violation.pointer)
          writer.string("code", violation.flaw.code)
          writer.string("detail", violation.flaw.detail)
          writer.string("hint", violation.flaw.hint)
        }
      }
    }
    return Response(
      status, contentType: "application/problem+json", fields: fields + [.noStore],
      content: .bytes(writer.bytes))
  }
}

extension ResponseField {
  /// Errors and what administrators see must not be kept by anybody on the way.
  static let noStore = ResponseField("Cache-Control", "no-store")
  /// May be kept, but must be asked for again: what is live changes with the clock.
  static let noCache = ResponseField("Cache-Control", "no-cache")
}
