package import Domain
package import HTTP

/// The fields that every answer carries, errors too, encoded once.
///
/// Answers are data: nothing in them may run, be framed, or be guessed to be of another type.
/// Source: OWASP ASVS 5.0.0 §3.4.
package struct SecurityFields: Gate {
  /// For everything but images.
  package let standard: FieldBlock
  /// The same with `Cache-Control: no-store`, for answers that are asked for all the time.
  package let uncached: FieldBlock
  /// For our own pages: what they run and whom they ask is this server, and nothing else. Pictures
  /// may be kept on sites of others, which are asked by https alone.
  package let page: FieldBlock
  /// For pages of products: they run nothing and make no requests, and all their pictures are ours.
  package let document: FieldBlock
  /// For images, which pages of other origins may show; `sandbox` takes the rest of the power
  /// from a file that a browser is led to open as a page.
  package let image: FieldBlock

  /// - Parameters:
  ///   - strictTransport: whether this server speaks TLS itself, so that browsers may be told to
  ///     use nothing else.
  ///   - publicOrigin: under which answers have their pictures; nil for the one of each request,
  ///     which is that of its page.
  package init(
    strictTransport: Bool = false, publicOrigin: Origin? = nil
  ) throws(ResponseError) {
    let transport = strictTransport ? [ResponseField.strictTransport] : []
    let fields =
      Self.fields(policy: "default-src 'none'; frame-ancestors 'none'", sharedWith: "same-origin")
      + transport
    standard = try FieldBlock(validating: fields)
    uncached = try FieldBlock(validating: fields + [.noStore])
    page = try FieldBlock(
      validating: Self.fields(
        policy: """
          default-src 'none'; script-src 'self'; style-src 'self'; \
          img-src \(Self.pictureSources(publicOrigin)); connect-src 'self'; base-uri 'none'; \
          form-action 'none'; frame-ancestors 'none'
          """, sharedWith: "same-origin") + transport)
    document = try FieldBlock(
      validating: Self.fields(
        policy: """
          default-src 'none'; style-src 'self'; \
          img-src \(Self.ownPictureSources(publicOrigin)); base-uri 'none'; form-action 'none'; \
          frame-ancestors 'none'
          """, sharedWith: "same-origin") + transport)
    image = try FieldBlock(
      validating: Self.fields(
        policy: "default-src 'none'; frame-ancestors 'none'; sandbox", sharedWith: "cross-origin")
        + transport)
  }

  /// Answers that have others by themselves keep them.
  package func after(_ response: inout Response, to request: Request) {
    if response.shared == nil { response.shared = standard }
  }

  /// A page may be opened under another name than the one that its pictures have.
  private static func ownPictureSources(_ publicOrigin: Origin?) -> String {
    publicOrigin.map { "'self' \($0.serialized)" } ?? "'self'"
  }

  /// `https:` has an origin with https already.
  private static func pictureSources(_ publicOrigin: Origin?) -> String {
    let sources = "'self' blob: https:"
    guard let origin = publicOrigin?.serialized, origin.hasPrefix("http://") else { return sources }
    return "\(sources) \(origin)"
  }

  private static func fields(policy: String, sharedWith: String) -> [ResponseField] {
    [
      ResponseField("X-Content-Type-Options", "nosniff"),
      ResponseField("Content-Security-Policy", policy),
      ResponseField("Referrer-Policy", "no-referrer"),
      ResponseField("Cross-Origin-Resource-Policy", sharedWith),
    ]
  }
}

extension ResponseField {
  /// One year: less, and lists of preloaded hosts do not take it. Not for subdomains: another
  /// team may run them.
  ///
  /// Source: RFC 6797 §6.1; OWASP ASVS 5.0.0 §3.4.1.
  package static let strictTransport = ResponseField(
    "Strict-Transport-Security", "max-age=31536000")
}
