package import Domain

/// Cursors of lists of likes.
package struct LikeCursors: Sendable {
  /// The first byte; cursors of other lists have other numbers.
  private static let form: UInt8 = 3
  private let signer: any Signer
  private let signed: SignedToken

  package init(signer: any Signer) {
    self.signer = signer
    signed = SignedToken(signer: signer, purpose: .cursor)
  }

  /// The cursor; needs no escaping in a URL.
  package func text(_ position: LikePosition, named text: Title?) -> String {
    var bytes = bytes(text)
    bytes.append(integer: position.at.microseconds)
    bytes.append(integer: position.id)
    return signed.text(bytes)
  }

  /// - Throws: `invalid_cursor` for a text that we did not sign, and for a cursor of another
  ///   search.
  package func position(_ cursor: String, named text: Title?) throws(ValidationError)
    -> LikePosition
  {
    let wanted = bytes(text)
    guard let bytes = signed.bytes(cursor), bytes.starts(with: wanted) else { throw Self.foreign }
    var reader = ByteReader(bytes, from: wanted.count)
    guard let at = reader.integer(), let id = reader.integer(), reader.isAtEnd else {
      throw Self.foreign
    }
    return LikePosition(at: Timestamp(clamping: at), id: id)
  }

  private func bytes(_ text: Title?) -> [UInt8] {
    var bytes = [Self.form]
    bytes.append(tag: signer.fingerprint(of: Array((text?.text ?? "").utf8)))
    return bytes
  }

  private static let foreign = ValidationError(
    "invalid_cursor", "This cursor is invalid, or belongs to another q.",
    hint: "Send next_cursor of the page before unchanged, with the same q, or no cursor.")
}
