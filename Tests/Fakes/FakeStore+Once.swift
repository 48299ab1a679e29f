import Domain
import Synchronization
package import UseCases

extension FakeStore: AnswerRepository {
  package func claim(_ key: IdempotencyKey) async throws(Failure) -> (any KeyClaim)? {
    try reading { state throws(Failure) in
      guard state.answers[key] == nil else { return nil }
      guard state.claims[key] == nil else { throw .inFlight }
      state.lastClaim &+= 1
      let token = [UInt8](repeating: state.lastClaim, count: 32)
      state.claims[key] = token
      return FakeKeyClaim(key, token, self)
    }
  }

  package func answer(
    under key: IdempotencyKey, requestDigest: [UInt8]
  ) async throws(Failure) -> RecordedAnswer? {
    try reading { state throws(Failure) in
      guard let kept = state.answers[key] else { return nil }
      guard kept.requestDigest == requestDigest else { throw .keyReused }
      return kept.answer
    }
  }
}

/// An answer and what it answered.
struct KeptAnswer {
  let requestDigest: [UInt8]
  let answer: RecordedAnswer
}

extension FakeStore {
  /// No write meets another: one after the other has the whole store for itself.
  func writing<Value: Sendable>(
    _ once: RecordedWrite<Value>?, _ write: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Written<Value> {
    try writing(once, changing: { state throws(Failure) in (nil, try write(&state)) })
  }

  func writing<Value: Sendable>(
    _ once: RecordedWrite<Value>?,
    changing write: (inout State) throws(Failure) -> (before: Value?, after: Value?)
  ) throws(Failure) -> Written<Value> {
    let written = try reading { state throws(Failure) in try state.write(once, write) }
    guard !state.withLock(\.losesAnswers) else { throw .outcomeUnknown }
    return written
  }
}

extension FakeStore.State {
  fileprivate mutating func write<Value: Sendable>(
    _ once: RecordedWrite<Value>?,
    _ write: (inout Self) throws(Failure) -> (before: Value?, after: Value?)
  ) throws(Failure) -> Written<Value> {
    if let once, let key = once.key {
      if let kept = answers[key] {
        guard kept.requestDigest == once.requestDigest else { throw .keyReused }
        return .before(kept.answer)
      }
      if let claim = claims[key], claim != once.claim { throw .inFlight }
    }
    let (before, after) = try write(&self)
    guard let value = after ?? before else { throw .bug("a write has no value") }
    if let note = once?.history, let change = try note.describe(before, after) {
      self[FakeHistory.self].add(change, note.author, note.requestID)
    }
    if let once, let key = once.key {
      claims[key] = nil
      answers[key] = KeptAnswer(
        requestDigest: once.requestDigest, answer: try once.record(value))
    }
    return .now(value)
  }
}
