package import Domain
import Synchronization
package import UseCases

/// A clock that stands until it is set.
package final class FakeClock: Sendable {
  private let instant: Mutex<Timestamp>

  package init(_ text: String) {
    let start = Timestamp(rfc3339: text)
    precondition(start != nil, "a test wrote a time that is none")
    instant = Mutex(start ?? .earliest)
  }

  package func set(_ instant: Timestamp) {
    self.instant.withLock { $0 = instant }
  }

  package var now: WallClock { { self.instant.withLock { $0 } } }
}

/// Mixes bytes into 32; good enough to tell two texts apart, and nothing else.
package struct FakeSecretDigest: SecretDigest {
  package init() {}

  package func digest(_ bytes: [UInt8]) -> [UInt8] {
    var words: [UInt64] = [1, 2, 3, 4]
    for byte in bytes {
      for index in words.indices {
        words[index] = (words[index] ^ UInt64(byte)) &* (0x0000_0100_0000_01B3 &+ UInt64(index))
      }
    }
    return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  package func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { left == right }
}

/// Tags that tell two texts and two purposes apart, and nothing else.
package struct FakeSigner: Signer {
  /// What another server's key would be.
  private let key: String

  package init(key: String = "key") {
    self.key = key
  }

  package func tag(_ bytes: [UInt8], for purpose: SigningPurpose) -> SixteenBytes {
    code("\(key) \(purpose.rawValue) ", bytes)
  }

  package func isTag(_ tag: SixteenBytes, of bytes: [UInt8], for purpose: SigningPurpose) -> Bool {
    tag == self.tag(bytes, for: purpose)
  }

  package func fingerprint(of bytes: [UInt8]) -> SixteenBytes {
    code("\(key) fingerprint ", bytes)
  }

  private func code(_ name: String, _ bytes: [UInt8]) -> SixteenBytes {
    let digest = FakeSecretDigest().digest(Array(name.utf8) + bytes)
    func half(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    return SixteenBytes(high: half(digest[..<8]), low: half(digest[8..<16]))
  }
}

/// Hashes by writing in front of it; counts how often it was asked to compare.
package final class FakeSecretHasher: SecretHasher {
  private let counted = Mutex(0)
  private let meeting = Mutex(0)
  private let failure = Mutex<Failure?>(nil)

  package init() {}

  /// Lets every comparison fail.
  package func fail(with failure: Failure) { self.failure.withLock { $0 = failure } }

  package var comparisons: Int { counted.withLock { $0 } }

  /// Has each comparison last until there were so many, or for a second: so they overlap.
  package func last(until comparisons: Int) { meeting.withLock { $0 = comparisons } }

  package let decoy = "decoy"

  package static func hash(_ secret: String) -> String { "hash of \(secret)" }

  package func hash(_ secret: String) async throws(Failure) -> String { Self.hash(secret) }

  package func matches(
    _ secret: String, _ hash: String, admit: @Sendable () throws(Failure) -> Void
  ) async throws(Failure) -> Bool {
    try admit()
    if let failure = failure.withLock({ $0 }) { throw failure }
    counted.withLock { $0 += 1 }
    let awaited = meeting.withLock { $0 }
    for _ in 0..<200 where comparisons < awaited { try? await Task.sleep(for: .milliseconds(5)) }
    return Self.hash(secret) == hash
  }
}

extension ClientNetwork {
  package static let sample = ClientNetwork(.ipv4, 1)
}

/// Counts wrong secrets, on a clock that a test moves.
package final class CountedFailures: Sendable {
  private let state = Mutex((arrivals: [SecretSubject: Int64](), now: Int64(0)))

  package init() {}

  package func pass(_ seconds: Int64) { state.withLock { $0.now += seconds * 1_000_000_000 } }

  package var failedSecrets: FailedSecrets {
    FailedSecrets { subjects, counts in
      self.state.withLock { state in
        let decisions = subjects.map { subject in
          let limit = FailedSecrets.limit.times(subject.factor)
          let tick = Int64(limit.tick(atNanoseconds: state.now))
          let others = Int64(subject.others) * RateLimit.ticksPerRequest
          let ahead = max(0, state.arrivals[subject.key, default: 0] - tick) + others
          return (subject.key, tick, limit.admit(ahead: ahead))
        }
        if let refused = decisions.first(where: { !$0.2.isAdmitted }) { return refused.2 }
        for (key, tick, admission) in decisions where counts {
          state.arrivals[key] = tick + admission.ahead
        }
        return decisions.first?.2 ?? .unlimited
      }
    }
  }
}

/// Counts instead of drawing lots: each call gives other bytes than the one before.
package final class CountingBytes: Sendable {
  private let calls = Mutex<UInt8>(0)

  package init() {}

  package var bytes: RandomBytes {
    { count in
      let call = self.calls.withLock { calls in
        calls &+= 1
        return calls
      }
      return (0..<count).map { UInt8(truncatingIfNeeded: $0) &* 7 &+ call }
    }
  }
}

/// Tells the obstacles that it was told.
package final class FakeReadiness: ReadinessProbe {
  private let told: Mutex<[ReadinessObstacle]>
  private let warned = Mutex<[ReadinessWarning]>([])

  package init(_ obstacles: [ReadinessObstacle] = []) {
    told = Mutex(obstacles)
  }

  package func set(_ obstacles: [ReadinessObstacle]) {
    told.withLock { $0 = obstacles }
  }

  package func obstacles() async -> [ReadinessObstacle] { told.withLock { $0 } }

  package func warn(of warnings: [ReadinessWarning]) { warned.withLock { $0 = warnings } }

  package func warnings() -> [ReadinessWarning] { warned.withLock { $0 } }
}

/// A reproducible source of chance: print the seed and a failing run can be repeated.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (SplitMix64).
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
