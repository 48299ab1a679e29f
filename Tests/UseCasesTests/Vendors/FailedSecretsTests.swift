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

  /// Wrong secrets of a vendor from some networks, until one is refused.
  private func wrong(
    _ owner: @autoclosure () throws -> SecretOwner,
    from network: @autoclosure () -> ClientNetwork, _ failures: FailedSecrets
  ) rethrows -> Int {
    try (0..<1_000).prefix { _ in
      let attempt = SecretAttempt(try owner(), from: network())
      do throws(Failure) {
        try failures.admit(attempt)
        try failures.note(attempt)
        return true
      } catch {
        return false
      }
    }.count
  }

  @Test("guesses at one vendor leave another behind the same address its own")
  func neighbours() async throws {
    let process = try await Process(failures)
    let network = ClientNetwork.sample
    #expect(try wrong(.vendor(.sample(2)), from: network, failures.failedSecrets) == 5)
    #expect(await process.failure("right") == nil)
  }

  @Test("an address may guess at many vendors ten times as often as at one")
  func manyOwners() throws {
    var number = UInt8(0)
    func next() throws -> SecretOwner {
      number += 1
      return .vendor(try .sample(number))
    }
    #expect(try wrong(next(), from: .sample, failures.failedSecrets) == 50)
  }

  @Test("at a vendor many addresses may guess ten times as often as one")
  func manyNetworks() async throws {
    let process = try await Process(failures)
    var number = UInt64(100)
    func next() -> ClientNetwork {
      number += 1
      return ClientNetwork(.ipv4, number)
    }
    #expect(try wrong(.vendor(.sample(1)), from: next(), failures.failedSecrets) == 50)
    #expect(
      await process.failure("right", from: ClientNetwork(.ipv4, 9))
        == .tooManyFailures(retryAfterSeconds: 2))
  }

  @Test("a secret with a plain digest is not refused for guesses from elsewhere")
  func guessesElsewhere() throws {
    let client = try #require(SearchClientID("client_of_an_app_123"))
    let failures = failures.failedSecrets
    for number in 0..<60 as Range<UInt64> {
      try? failures.note(SecretAttempt(.searchClient(client), from: ClientNetwork(.ipv4, number)))
    }
    try failures.admit(SecretAttempt(.searchClient(client), from: ClientNetwork(.ipv4, 99)))
    // A wrong one is.
    #expect(throws: Failure.tooManyFailures(retryAfterSeconds: 2)) {
      try failures.note(SecretAttempt(.searchClient(client), from: ClientNetwork(.ipv4, 99)))
    }
  }

  @Test("the networks of one customer guess ten times as often as one of them")
  func customers() throws {
    var number = UInt64(0)
    func next() -> ClientNetwork {
      number += 1
      return ClientNetwork(.ipv6, 0xABCD_0000 + number)
    }
    let failures = failures.failedSecrets
    let made = (0..<1_000).prefix { _ in
      (try? failures.note(SecretAttempt(nil, from: next()))) != nil
    }
    #expect(made.count == 500)
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
