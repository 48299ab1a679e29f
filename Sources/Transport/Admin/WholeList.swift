import Domain
import HTTP
import UseCases
import Web

// Lists that are read and written whole have no version number: their content is their version.
extension ContentTag {
  /// The precondition of the request on the list.
  ///
  /// - Parameter bytes: a state of the list as it is answered.
  func condition<State>(
    of request: Request, _ bytes: @escaping @Sendable (State) -> [UInt8]
  ) -> ChangeCondition<State> {
    let (method, fields) = (request.method, request.fields)
    return ChangeCondition { state in
      let validators = Validators(entityTag: EntityTag(text(bytes(state))))
      return Preconditions.evaluate(method, fields, validators, now: 0) != .preconditionFailed
    }
  }
}

extension Request {
  /// Such a list does not show which version its sender saw, so a change needs a precondition.
  ///
  /// - Throws: 428 without `If-Match`, 400 for a malformed one.
  func checkListMatch(dryRun: Bool) throws {
    guard dryRun || fields.contains(.ifMatch) else { throw Problem(.preconditionRequired) }
    try checkMatch()
  }
}

extension Response {
  /// An answer to an administrator, which caches must not store.
  ///
  /// - Parameter tag: without quotes.
  static func administered(_ bytes: [UInt8], _ status: Status = .ok, tag: String?) -> Response {
    let tag = tag.map { [ResponseField("ETag", "\"\($0)\"")] } ?? []
    return Response(
      status, contentType: "application/json", fields: [.noStore] + tag, content: .bytes(bytes))
  }
}
