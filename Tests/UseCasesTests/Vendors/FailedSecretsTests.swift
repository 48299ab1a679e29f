import Domain
import Fakes
import Testing
import UseCases

/// Those who send wrong secrets take no time from those who know theirs.
@Suite struct FailedSecretsTests {
  /// A process with one vendor.
  private struct Process: Sendable {
    let hasher = FakeSecretHasher()
    let identifier: String
    let authenticate: AuthenticateVendor

    init(_ failures: CountedFailures) async throws {
      let store = FakeStore()
      identifier = try await store.ports.vendors.add(
        identifier: .sample(1), name: try Title("가게"),
        secretHash: FakeSecretHasher.hash("right"), createdAt: .earliest
      ).identifier.description
      authenticate = AuthenticateVendor(
        vendors: store, hasher: hasher, failures: failures.failedSecrets)
    }

    /// Nil for a secret that was right.
    func failure(_ secret: String, from network: ClientNetwork = .sample) async -> Failure? {
      do throws(Failure) {
        _ = try await authenticate(identifier: identifier, secret: secret, from: network)
        return nil
      } catch {
        return error
      }
    }

    func failures(_ secret: String, times count: Int) async -> [Failure?] {
      await withTaskGroup(of: Failure?.self) { group in
        for _ in 0..<count { group.addTask { await failure(secret) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
  }

  private let failures = CountedFailures()

  @Test("of a hundred wrong secrets in ten seconds five are compared")
  func oneAfterAnother() async throws {
    let process = try await Process(failures)
    for number in 0..<100 {
      if number.isMultiple(of: 10) { failures.pass(1) }
      let isCompared = await process.failure("wrong") == .unauthenticated
      #expect(isCompared == (number < 5))
    }
    #expect(process.hasher.comparisons == 5)
  }

  @Test func whoWaitsLongEnoughIsComparedAgain() async throws {
    let process = try await Process(failures)
    for _ in 0..<5 { _ = await process.failure("wrong") }
    #expect(await process.failure("right") == .tooManyFailures(retryAfterSeconds: 12))
    failures.pass(12)
    #expect(await process.failure("right") == nil)
  }

  @Test func anotherNetworkDoesNotWait() async throws {
    let process = try await Process(failures)
    for _ in 0..<5 { _ = await process.failure("wrong") }
    #expect(await process.failure("right", from: ClientNetwork(.ipv6, 1)) == nil)
  }

  @Test func ofAHundredAtOnceNoMoreAreCompared() async throws {
    let process = try await Process(failures)
    process.hasher.last(until: 5)
    let found = await process.failures("wrong", times: 100)
    #expect(found.filter { $0 == .unauthenticated }.count == 5)
    #expect(process.hasher.comparisons == 5)
  }

  @Test func rightSecretsNeitherCountNorForgive() async throws {
    let process = try await Process(failures)
    for _ in 0..<4 { #expect(await process.failure("wrong") == .unauthenticated) }
    for _ in 0..<20 { #expect(await process.failure("right") == nil) }
    #expect(await process.failure("wrong") == .unauthenticated)
    #expect(await process.failure("right") == .tooManyFailures(retryAfterSeconds: 12))
  }

  @Test("right secrets at once are all compared, however many processes compare them")
  func rightSecretsAtOnce() async throws {
    // Each has its own places for what is being compared, and all have one count.
    let processes = try await [
      Process(failures), Process(failures), Process(failures), Process(failures),
    ]
    #expect(await processes[1].failure("wrong") == .unauthenticated)
    // Four in each at the same time, as many as it may compare after that.
    for process in processes { process.hasher.last(until: process.hasher.comparisons + 4) }
    let found = await withTaskGroup(of: [Failure?].self) { group in
      for process in processes {
        group.addTask { await process.failures("right", times: 4) }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(found == Array(repeating: nil, count: 16))
  }
}
