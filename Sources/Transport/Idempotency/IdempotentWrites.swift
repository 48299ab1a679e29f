package import HTTP
package import UseCases
package import Web

/// Carries out writes that a client may repeat under one `Idempotency-Key`: made once, answered
/// each time.
///
/// The same key with the same request is given the first answer again, with `Idempotency-Replayed:
/// true`; with another request it is refused. Without a key a write is made as often as it is asked
/// for.
/// Source: draft-ietf-httpapi-idempotency-key-header-07.
package struct IdempotentWrites: Sendable {
  /// SHA-256.
  let digest: @Sendable ([UInt8]) -> [UInt8]

  /// Checks the key of a request that does not write, such as a dry run.
  ///
  /// - Throws: 400 for a malformed key.
  static func check(_ request: Request) throws { _ = try key(of: request, owner: "") }

  /// Writes, or gives the first answer again.
  ///
  /// - Parameters:
  ///   - author: who asks for it, and whose key it is.
  ///   - dialect: in whose words the answer is; a path can have several.
  ///   - content: what the body says, in a form in which the same is always written alike.
  ///   - history: what the history tells of it; nil for nothing.
  ///   - refusing: makes the answer of a failure of the use case.
  ///   - write: calls the use case.
  ///   - answer: makes the answer from the written value alone; its content is bytes.
  /// - Throws: 400 for a malformed key, 409 while the same is being carried out, 422 for a key of
  ///   another request, and what the use case throws.
  package func callAsFunction<Value: Sendable>(
    _ request: Request, by author: Author, dialect: String = "", content: [UInt8],
    history: HistoryNote<Value>.Describe?, refusing: (Failure) -> Problem = { Problem($0) },
    _ write: (RecordedWrite<Value>?) async throws -> Written<Value>,
    answer: @escaping @Sendable (Value) -> Response
  ) async throws -> Response {
    let once = try once(
      request, by: author, dialect: dialect, content: content, history: history, answer: answer)
    do {
      return try Self.response(try await write(once), answer)
    } catch let failure as Failure {
      throw Self.problem(failure, of: request, refusing)
    }
  }

  /// The key, the digest and the answer by which the store makes the write once, and the note for
  /// the history; nil without both.
  ///
  /// - Throws: 400 for a malformed key.
  func once<Value: Sendable>(
    _ request: Request, by author: Author, dialect: String = "", content: [UInt8],
    history: HistoryNote<Value>.Describe?, answer: @escaping @Sendable (Value) -> Response
  ) throws -> RecordedWrite<Value>? {
    let owner = author.keyOwner
    let key = try Self.key(of: request, owner: owner)
    guard key != nil || history != nil else { return nil }
    return RecordedWrite(
      key: key,
      requestDigest: key == nil ? [] : requestDigest(request, owner, dialect, content),
      history: history.map { HistoryNote(by: author, requestID: request.id, describe: $0) }
    ) { value throws(Failure) in try RecordedAnswer(answer(value)) }
  }

  /// - Throws: 400 for a malformed key.
  static func key(of request: Request, owner: String) throws -> IdempotencyKey? {
    let values = request.fields.values(of: .idempotencyKey)
    guard let value = values.first else { return nil }
    guard values.count == 1, let key = IdempotencyKey(owner: owner, value) else {
      throw Problem(
        .badRequest, "malformed_idempotency_key",
        "Idempotency-Key is 1 to \(IdempotencyKey.bytesMax) visible ASCII characters, once.")
    }
    return key
  }

  /// Conditions are part of the request: under another one another answer would be right. So is the
  /// dialect, in whose keys the answer is. The host does not: a client
  /// that repeats a request after a server has died may come by another address.
  private func requestDigest(
    _ request: Request, _ owner: String, _ dialect: String, _ content: [UInt8]
  ) -> [UInt8] {
    var whole = CanonicalBytes()
    whole.append(request.method.rawValue)
    whole.append(request.target.path)
    whole.append(owner)
    whole.append(dialect)
    whole.append(request.fields.values(of: .ifMatch).joined(separator: ", "))
    whole.append(content)
    return digest(whole.bytes)
  }

  static func response<Value>(
    _ written: Written<Value>, _ answer: (Value) -> Response
  ) throws(Failure) -> Response {
    switch written {
    case .now(let value): return answer(value)
    case .before(let recorded):
      var response = try Response(recorded)
      response.fields.append(ResponseField("Idempotency-Replayed", "true"))
      return response
    }
  }

  /// With its key it is carried out once, however often it comes.
  static func problem(
    _ failure: Failure, of request: Request,
    _ refusing: (Failure) -> Problem = { Problem($0) }
  ) -> Problem {
    let problem = refusing(failure)
    let isSafe = failure == .outcomeUnknown && request.fields.contains(.idempotencyKey)
    return isSafe ? problem.with("Retry-After", "1") : problem
  }
}
