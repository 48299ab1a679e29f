package import Domain

/// Signed cursors of a list in the order of time, newest first.
package struct TimeCursors: Sendable {
  /// The lists, by the first byte of their cursors. ``ProductCursors`` and ``SearchCursors`` have
  /// other numbers.
  package enum List: UInt8, Sendable {
    case likes = 3
    case productTable = 5
  }

  private let list: List
  private let signer: any Signer
  private let signed: SignedToken

  package init(_ list: List, signer: any Signer) {
    (self.list, self.signer) = (list, signer)
    signed = SignedToken(signer: signer, purpose: .cursor)
  }

  /// The cursor; needs no escaping in a URL.
  ///
  /// - Parameter question: what the list was asked for, such as a part of a title; a cursor of
  ///   another question would repeat some items and skip others.
  package func text(_ position: TimePosition, of question: String?) -> String {
    var bytes = bytes(question)
    bytes.append(integer: position.at.microseconds)
    bytes.append(integer: position.id)
    return signed.text(bytes)
  }

  /// - Throws: `invalid_cursor` for a text that we did not sign, and for a cursor of another list
  ///   or question.
  package func position(
    _ cursor: String, of question: String?
  ) throws(ValidationError) -> TimePosition {
    let wanted = bytes(question)
    guard let bytes = signed.bytes(cursor), bytes.starts(with: wanted) else { throw Self.foreign }
    var reader = ByteReader(bytes, from: wanted.count)
    guard let at = reader.integer(), let id = reader.integer(), reader.isAtEnd else {
      throw Self.foreign
    }
    return TimePosition(at: Timestamp(clamping: at), id: id)
  }

  private func bytes(_ question: String?) -> [UInt8] {
    var bytes = [list.rawValue]
    bytes.append(tag: signer.fingerprint(of: Array((question ?? "").utf8)))
    return bytes
  }

  private static let foreign = ValidationError(
    "invalid_cursor", "This cursor is invalid, or belongs to another query.",
    hint: "Send next_cursor of the page before unchanged, with the same query, or no cursor.")
}
