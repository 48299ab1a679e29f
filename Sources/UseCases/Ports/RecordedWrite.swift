/// The record that the store makes of a write, in the transaction of the write itself: its entry in
/// the history, and its answer under the client's key, if it has one.
///
/// A repeated request gets the first answer, and nothing is written. Source:
/// draft-ietf-httpapi-idempotency-key-header-07 §2.
package struct RecordedWrite<Value: Sendable>: Sendable {
  /// Nil for a write that is made as often as it is requested.
  package let key: IdempotencyKey?
  /// Nil for a write that no history has.
  package let history: HistoryNote<Value>?
  /// SHA-256 of the request, 32 bytes.
  package let requestDigest: [UInt8]
  /// The ``KeyClaim`` under which the write was prepared; nil without one.
  package let claim: [UInt8]?
  /// Makes the answer to record from the written value; pure. If it throws, nothing is written.
  ///
  /// A function and not bytes, because the answer contains facts that only the transaction knows:
  /// the id, the version, the locked row. An answer recorded after the commit could be lost with
  /// the server, and then a repeated request would have no answer or be applied twice.
  package let record: @Sendable (Value) throws(Failure) -> RecordedAnswer

  package init(
    key: IdempotencyKey?, requestDigest: [UInt8], claim: [UInt8]? = nil,
    history: HistoryNote<Value>? = nil,
    record: @escaping @Sendable (Value) throws(Failure) -> RecordedAnswer
  ) {
    self.key = key
    self.history = history
    self.requestDigest = requestDigest
    self.claim = claim
    self.record = record
  }

  /// A write that no client repeats, for the history.
  package init(noting history: HistoryNote<Value>) {
    self.init(key: nil, requestDigest: [], history: history) { _ throws(Failure) in
      throw .bug("a write without a key has no answer")
    }
  }

  /// The same write, prepared under this claim.
  package func claimed(by claim: (any KeyClaim)?) -> RecordedWrite {
    RecordedWrite(
      key: key, requestDigest: requestDigest, claim: claim?.token, history: history,
      record: record)
  }

  /// The same write for a store with values of type `Other`, which `value` converts.
  package func reading<Other>(
    _ value: @escaping @Sendable (Other) throws(Failure) -> Value
  ) -> RecordedWrite<Other> {
    let record = record
    let note = history.map { history in
      HistoryNote<Other>(by: history.author, requestID: history.requestID) {
        before, after throws(Failure) in
        let (old, new) = (try before.map(value), try after.map(value))
        return try history.describe(old, new)
      }
    }
    return RecordedWrite<Other>(
      key: key, requestDigest: requestDigest, claim: claim, history: note
    ) { other throws(Failure) in try record(try value(other)) }
  }
}

/// A client's name for one of its writes.
package struct IdempotencyKey: Sendable, Hashable {
  /// Bytes, of visible ASCII.
  package static let bytesMax = 255
  /// The shortest time for which an answer is kept, in seconds: a day.
  package static let secondsKept = 86_400
  /// The owner of the key: `vendor:7`, `token:a1b2`. Different owners may use the same key.
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

/// Stores the answers of writes with a key.
package protocol AnswerRepository: Sendable {
  /// Claims the key before the expensive preparation of its write.
  ///
  /// Nil if the key has an answer: see ``answer(under:requestDigest:)``.
  /// - Throws: `inFlight` while another request holds a claim.
  func claim(_ key: IdempotencyKey) async throws(Failure) -> (any KeyClaim)?

  /// The recorded answer of the key; nil if there is none.
  ///
  /// - Throws: `keyReused` for another request's key.
  func answer(
    under key: IdempotencyKey, requestDigest: [UInt8]
  ) async throws(Failure) -> RecordedAnswer?
}

extension AnswerRepository {
  /// Holds a claim on the key during `write`; when that fails the key is free again. `write` gets
  /// nil if the key has an answer, or if there is no key.
  ///
  /// - Throws: `inFlight` while another request holds a claim, and the errors of `write`.
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

  /// The earlier answer; nil for a write that is new or holds a claim, and without a key.
  ///
  /// - Throws: `keyReused` for another request's key.
  package func earlier<Value>(
    _ once: RecordedWrite<Value>?
  ) async throws(Failure) -> Written<Value>? {
    guard let once, let key = once.key, once.claim == nil else { return nil }
    return try await answer(under: key, requestDigest: once.requestDigest)
      .map(Written.before)
  }
}

/// An answer that can be given again.
package struct RecordedAnswer: Sendable, Hashable {
  /// A status such as 201.
  package let status: Int
  package let contentType: String?
  /// Further response fields, such as `ETag`, by name.
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

/// The outcome of a write.
package enum Written<Value: Sendable>: Sendable {
  /// It was made now.
  case now(Value)
  /// It was made before, with this answer.
  case before(RecordedAnswer)

  /// The value of a write without a key.
  ///
  /// - Throws: `bug` when the store returns a recorded answer.
  package var made: Value {
    get throws(Failure) {
      guard case .now(let value) = self else { throw .bug("an answer was kept without a key") }
      return value
    }
  }

  /// The same outcome with a converted value.
  package func mapping<Other>(
    _ value: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Written<Other> {
    switch self {
    case .now(let made): .now(try value(made))
    case .before(let answer): .before(answer)
    }
  }
}

/// An exclusive claim on a key, during a write that takes long to prepare.
///
/// It ends when the write is made, when it is withdrawn, or soon after its holder is gone: a server
/// that dies loses its claims.
package protocol KeyClaim: AnyObject, Sendable {
  /// Tells this claim from other claims on the same key; 32 bytes.
  var token: [UInt8] { get }

  /// Frees the key when nothing will be written.
  func withdraw() async
}
