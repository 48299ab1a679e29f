package import HTTP
package import UseCases

/// Carries out writes that a client may repeat under one `Idempotency-Key`: made once, answered
/// each time.
///
/// The same key with the same request is given the first answer again, with `Idempotency-Replayed:
/// true`; with another request it is refused. Without a key a write is made as often as it is asked
/// for.
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

  /// For what is not a write and takes the key all the same, such as a dry run.
  ///
  /// - Throws: 400 for a malformed key.
  static func check(_ request: Request) throws(Problem) { _ = try key(of: request, owner: "") }

  /// Carries out a write that is prepared at some cost. Where its key has been claimed and `body`
  /// fails, the key is free again.
  ///
  /// - Throws: 400 for a malformed key, before anything of the body is read; and what `body`
  ///   throws.
  func preparing(
    _ request: Request, dialect: String = "",
    _ body: (PreparedWrite) async throws(Problem) -> Response
  ) async throws(Problem) -> Response {
    try Self.check(request)
    let write = PreparedWrite(self, request, dialect)
    do throws(Problem) {
      return try await body(write)
    } catch {
      await write.withdraw()
      throw error
    }
  }

  /// Claims the key of the request; nil when it has been answered, or there is none.
  ///
  /// - Throws: 409 while another request with this key is being carried out.
  fileprivate func claim(
    _ request: Request, by owner: String
  ) async throws(Problem) -> (any KeyClaim)? {
    guard let key = try Self.key(of: request, owner: owner) else { return nil }
    return try await answering { () throws(Failure) in try await answers.claim(key) }
  }

  /// What was answered before; nil for a new request, and for one without a key.
  ///
  /// - Throws: 422 for a key of another request.
  fileprivate func earlier(
    _ request: Request, by owner: String, dialect: String, content: [UInt8]
  ) async throws(Problem) -> Response? {
    guard let key = try Self.key(of: request, owner: owner) else { return nil }
    return try await answering { () throws(Failure) in
      let answer = try await answers.answer(
        under: key, requestDigest: requestDigest(request, owner, dialect, content))
      return try answer.map { recorded throws(Failure) in try Self.replayed(recorded) }
    }
  }

  /// Writes, or answers what was answered before.
  ///
  /// - Parameters:
  ///   - owner: whose key it is: `vendor:7`, `token:a1b2`.
  ///   - dialect: in whose words the answer is; a path can have several.
  ///   - content: what the body says, in a form in which the same is always written alike.
  ///   - claim: under which the write was prepared.
  ///   - refusing: makes the answer of a failure of the use case.
  ///   - write: the use case.
  ///   - answer: makes the answer of what was written, of nothing else; its content is bytes.
  /// - Throws: 400 for a malformed key, 409 while the same is being carried out, 422 for a key of
  ///   another request, and what the use case throws.
  package func callAsFunction<Value: Sendable>(
    _ request: Request, by owner: String, dialect: String = "", content: [UInt8],
    claim: (any KeyClaim)? = nil, refusing: (Failure) -> Problem = { Problem($0) },
    _ write: (OnceOnly<Value>?) async throws(Failure) -> Written<Value>,
    answer: @escaping @Sendable (Value) -> Response
  ) async throws(Problem) -> Response {
    let key = try Self.key(of: request, owner: owner)
    let once = key.map { key in
      OnceOnly<Value>(
        key: key, requestDigest: requestDigest(request, owner, dialect, content),
        claim: claim?.token
      ) { value throws(Failure) in try RecordedAnswer(answer(value)) }
    }
    do throws(Failure) {
      switch try await write(once) {
      case .now(let value): return answer(value)
      case .before(let recorded): return try Self.replayed(recorded)
      }
    } catch {
      let problem = refusing(error)
      // With its key it is carried out once, however often it comes.
      throw error == .outcomeUnknown && key != nil ? problem.with("Retry-After", "1") : problem
    }
  }

  private static func key(of request: Request, owner: String) throws(Problem) -> IdempotencyKey? {
    let values = request.fields.values(of: .idempotencyKey)
    guard let value = values.first else { return nil }
    guard values.count == 1, let key = IdempotencyKey(owner: owner, value) else {
      throw Problem(
        .badRequest, "malformed_idempotency_key",
        "Idempotency-Key is 1 to \(IdempotencyKey.bytesMax) visible ASCII characters, once.")
    }
    return key
  }

  /// Conditions belong to what was asked for: under another one another answer would be right. So
  /// does the dialect, in whose keys the answer is. The host does not: whoever repeats a request
  /// after a server has died may come by another address.
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

  private static func replayed(_ recorded: RecordedAnswer) throws(Failure) -> Response {
    var response = try Response(recorded)
    response.fields.append(ResponseField("Idempotency-Replayed", "true"))
    return response
  }
}

/// One write between the first look at its key and its answer. One task uses it.
final class PreparedWrite {
  private let writes: IdempotentWrites
  private let request: Request
  private let dialect: String
  private var claim: (any KeyClaim)?

  fileprivate init(_ writes: IdempotentWrites, _ request: Request, _ dialect: String) {
    self.writes = writes
    self.request = request
    self.dialect = dialect
  }

  /// Keeps others from preparing the same, as soon as it is proven whose key it is.
  ///
  /// - Throws: 409 while another request with this key is being carried out.
  func begin(by owner: String) async throws(Problem) {
    claim = try await writes.claim(request, by: owner)
  }

  /// What was answered before, as soon as it is known what is asked for; nil for a new request.
  ///
  /// - Throws: 422 for a key of another request.
  func earlier(by owner: String, content: [UInt8]) async throws(Problem) -> Response? {
    guard claim == nil else { return nil }
    return try await writes.earlier(request, by: owner, dialect: dialect, content: content)
  }

  /// Writes what was prepared; see ``IdempotentWrites``.
  func callAsFunction<Value: Sendable>(
    by owner: String, content: [UInt8], refusing: (Failure) -> Problem = { Problem($0) },
    _ write: (OnceOnly<Value>?) async throws(Failure) -> Written<Value>,
    answer: @escaping @Sendable (Value) -> Response
  ) async throws(Problem) -> Response {
    try await writes(
      request, by: owner, dialect: dialect, content: content, claim: claim, refusing: refusing,
      write, answer: answer)
  }

  fileprivate func withdraw() async { await claim?.withdraw() }
}
