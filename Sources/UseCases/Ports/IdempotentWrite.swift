/// A write that is made at most once, however often it is asked for.
///
/// The store keeps the key with the answer in the transaction of the write itself: either both are
/// there or none is. Whoever repeats the request is given the first answer.
/// Source: draft-ietf-httpapi-idempotency-key-header-07 §2.
package struct IdempotentWrite<Value: Sendable>: Sendable {
  package let key: IdempotencyKey
  /// SHA-256 of what was asked for, 32 bytes.
  package let requestDigest: [UInt8]
  /// Of the ``KeyClaim`` under which the write was prepared; nil without one.
  package let claim: [UInt8]?
  /// The answer that is kept, made of what was written; pure. When it throws, the write is not made
  /// either.
  ///
  /// A function and no bytes, because the answer tells what only the transaction learns: the id,
  /// the version, the row that was locked. Bytes that were added after the commit could be lost
  /// with the server in between, and then a repeated request would have no answer or be carried out
  /// twice.
  package let record: @Sendable (Value) throws(Failure) -> RecordedAnswer

  package init(
    key: IdempotencyKey, requestDigest: [UInt8], claim: [UInt8]? = nil,
    record: @escaping @Sendable (Value) throws(Failure) -> RecordedAnswer
  ) {
    self.key = key
    self.requestDigest = requestDigest
    self.claim = claim
    self.record = record
  }

  /// The same, prepared under this claim.
  package func claimed(by claim: (any KeyClaim)?) -> IdempotentWrite {
    IdempotentWrite(key: key, requestDigest: requestDigest, claim: claim?.token, record: record)
  }

  /// The same for a store that speaks of `Other`, of which `value` makes what was asked for.
  package func reading<Other>(
    _ value: @escaping @Sendable (Other) throws(Failure) -> Value
  ) -> IdempotentWrite<Other> {
    let record = record
    return IdempotentWrite<Other>(key: key, requestDigest: requestDigest, claim: claim) {
      other throws(Failure) in try record(try value(other))
    }
  }
}

/// By which somebody names one of their writes.
package struct IdempotencyKey: Sendable, Hashable {
  /// Bytes, of visible ASCII.
  package static let bytesMax = 255
  /// For how long an answer is kept at least, in seconds: a day.
  package static let secondsKept = 86_400
  /// Whose key it is: `vendor:7`, `token:a1b2`. Others may use the same one.
  package let owner: String
  package let text: String

  /// Nil unless `text` is 1 to 255 bytes of visible ASCII.
  package init?(owner: String, _ text: String) {
    guard (1...Self.bytesMax).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.owner = owner
    self.text = text
  }
}

/// Where the answers of writes with a key are kept.
package protocol AnswerRepository: Sendable {
  /// Claims the key for a write whose preparation is dear, before anything is prepared.
  ///
  /// Nil when the key has been answered: ``answer(under:requestDigest:)`` tells what.
  /// - Throws: `inFlight` while somebody else holds a claim.
  func claim(_ key: IdempotencyKey) async throws(Failure) -> (any KeyClaim)?

  /// The answer that was given under the key; nil when none is kept.
  ///
  /// - Throws: `keyReused` for another request's key.
  func answer(
    under key: IdempotencyKey, requestDigest: [UInt8]
  ) async throws(Failure) -> RecordedAnswer?
}

extension AnswerRepository {
  /// Claims the key while `write` is prepared and made; when that fails the key is free again.
  /// The claim is nil where the key has been answered, and where there is none.
  ///
  /// - Throws: `inFlight` while another request holds a claim, and what `write` throws.
  package func withClaim<Value: Sendable>(
    of key: IdempotencyKey?, _ write: ((any KeyClaim)?) async throws -> Written<Value>
  ) async throws -> Written<Value> {
    guard let key else { return try await write(nil) }
    let claim = try await claim(key)
    do {
      return try await write(claim)
    } catch {
      await claim?.withdraw()
      throw error
    }
  }

  /// What was answered before; nil for a write that is new or holds a claim, and without a key.
  ///
  /// - Throws: `keyReused` for another request's key.
  package func earlier<Value>(
    _ once: IdempotentWrite<Value>?
  ) async throws(Failure) -> Written<Value>? {
    guard let once, once.claim == nil else { return nil }
    return try await answer(under: once.key, requestDigest: once.requestDigest)
      .map(Written.before)
  }
}

/// An answer as it was given, so that it can be given again.
package struct RecordedAnswer: Sendable, Hashable {
  /// Such as 201.
  package let status: Int
  package let contentType: String?
  /// Further fields of the answer, such as `ETag`, by name.
  package let fields: [Field]
  package let body: [UInt8]

  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(status: Int, contentType: String?, fields: [Field], body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.fields = fields
    self.body = body
  }
}

/// What became of a write.
package enum Written<Value: Sendable>: Sendable {
  /// It was made.
  case now(Value)
  /// It had been made before, and this was answered.
  case before(RecordedAnswer)

  /// What was made, for writes that were given no key.
  ///
  /// - Throws: `bug` when the store answers what nobody asked it to keep.
  package var made: Value {
    get throws(Failure) {
      guard case .now(let value) = self else { throw .bug("an answer was kept without a key") }
      return value
    }
  }

  /// The same with another value for what was made now.
  package func mapping<Other>(
    _ value: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Written<Other> {
    switch self {
    case .now(let made): .now(try value(made))
    case .before(let answer): .before(answer)
    }
  }
}

/// A key for which somebody prepares a write that takes its time: nobody else prepares one
/// meanwhile.
///
/// It ends when the write is made, when it is withdrawn, or soon after nobody holds it any more: a
/// server that dies takes its claims with it.
package protocol KeyClaim: AnyObject, Sendable {
  /// Tells this claim from those that others make of the same key; 32 bytes.
  var token: [UInt8] { get }

  /// Frees the key for others, when nothing is going to be written.
  func withdraw() async
}
