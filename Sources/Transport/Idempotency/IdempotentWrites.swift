package import HTTP
package import UseCases

/// Carries out writes that a client may repeat under one `Idempotency-Key`: made once, answered each
/// time.
///
/// The same key with the same request is given the first answer again, with
/// `Idempotency-Replayed: true`; with another request it is refused. Without a key a write is made as
/// often as it is asked for.
/// Source: draft-ietf-httpapi-idempotency-key-header-07.
package struct IdempotentWrites: Sendable {
  private let answers: any AnswerRepository
  private let digest: @Sendable ([UInt8]) -> [UInt8]

  /// - Parameter digest: SHA-256.
  package init(
    answers: any AnswerRepository, digest: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.answers = answers
    self.digest = digest
  }

  /// What was answered before to a request that is prepared at some cost, so that a repetition does
  /// not cost it again; nil for a new one, and for one without a key.
  ///
  /// The parameters are those of the write that follows, which looks once more when it writes.
  /// - Throws: 400 for a malformed key, 409 while the same is being carried out, 422 for a key of
  ///   another request.
  func earlier(
    _ request: Request, by owner: String, dialect: String = "", content: [UInt8]
  ) async throws(Problem) -> Response? {
    guard let key = try Self.key(of: request, owner: owner) else { return nil }
    do throws(Failure) {
      let answer = try await answers.answer(
        under: key, requestDigest: requestDigest(request, owner, dialect, content))
      return try answer.map { recorded throws(Failure) in try Self.replayed(recorded) }
    } catch {
      throw Problem(error)
    }
  }

  /// Writes, or answers what was answered before.
  ///
  /// - Parameters:
  ///   - owner: whose key it is: `vendor:7`, `token:a1b2`.
  ///   - dialect: in whose words the answer is; a path can have several.
  ///   - content: what the body says, in a form in which the same is always written alike.
  ///   - refusing: makes the answer of a failure of the use case.
  ///   - write: the use case.
  ///   - answer: makes the answer of what was written, of nothing else; its content is octets.
  /// - Throws: 400 for a malformed key, 409 while the same is being carried out, 422 for a key of
  ///   another request, and what the use case throws.
  package func callAsFunction<Value: Sendable>(
    _ request: Request, by owner: String, dialect: String = "", content: [UInt8],
    refusing: (Failure) -> Problem = { Problem($0) },
    _ write: (OnceOnly<Value>?) async throws(Failure) -> Written<Value>,
    answer: @escaping @Sendable (Value) -> Response
  ) async throws(Problem) -> Response {
    let key = try Self.key(of: request, owner: owner)
    let once = key.map { key in
      OnceOnly<Value>(
        key: key, requestDigest: requestDigest(request, owner, dialect, content)
      ) { value throws(Failure) in try RecordedAnswer(answer(value)) }
    }
    do throws(Failure) {
      switch try await write(once) {
      case .now(let value): return answer(value)
      case .before(let recorded): return try Self.replayed(recorded)
      }
    } catch {
      throw refusing(error)
    }
  }

  /// Looks at the key alone, for routes with large bodies: a malformed one is refused before.
  ///
  /// - Throws: 400 for a malformed key.
  package static func checkKey(of request: Request) throws(Problem) {
    _ = try key(of: request, owner: "")
  }

  private static func key(of request: Request, owner: String) throws(Problem) -> IdempotencyKey? {
    let values = request.fields.values(of: .idempotencyKey)
    guard let value = values.first else { return nil }
    guard values.count == 1, let key = IdempotencyKey(owner: owner, value) else {
      throw Problem(
        .badRequest, "malformed_idempotency_key",
        "Idempotency-Key is 1 to \(IdempotencyKey.octetsMax) visible ASCII characters, once.")
    }
    return key
  }

  /// Conditions belong to what was asked for: under another one another answer would be right. So does
  /// the dialect, in whose keys the answer is. The host does not: whoever repeats a request after a
  /// server has died may come by another address.
  private func requestDigest(
    _ request: Request, _ owner: String, _ dialect: String, _ content: [UInt8]
  ) -> [UInt8] {
    var whole = CanonicalOctets()
    whole.append(request.method.rawValue)
    whole.append(request.target.path)
    whole.append(owner)
    whole.append(dialect)
    whole.append(request.fields.values(of: .ifMatch).joined(separator: ", "))
    whole.append(content)
    return digest(whole.octets)
  }

  private static func replayed(_ recorded: RecordedAnswer) throws(Failure) -> Response {
    var response = try Response(recorded)
    response.fields.append(ResponseField("Idempotency-Replayed", "true"))
    return response
  }
}
