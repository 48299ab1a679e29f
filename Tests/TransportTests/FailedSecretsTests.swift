import Dialects
import Domain
import Fakes
import HTTP
import Synchronization
import Testing
import UseCases

@testable import Transport
@testable import Web

/// Whoever sends wrong secrets takes no time from those who know theirs.
@Suite(.realStore) struct FailedSecretsTests {
  /// What was counted by address, and a clock, which stands until a test lets seconds pass.
  private final class Failures: Sendable {
    private let state = Mutex((arrivals: [UInt64: Int64](), now: Int64(0)))

    func pass(_ seconds: Int64) { state.withLock { $0.now += seconds * 1_000_000_000 } }

    var failedSecrets: FailedSecrets {
      FailedSecrets { address, counts in
        self.state.withLock { state in
          let tick = Int64(FailedSecrets.limit.tick(atNanoseconds: state.now))
          let ahead = state.arrivals[address.network, default: 0] - tick
          let admission = FailedSecrets.limit.admit(ahead: ahead)
          if counts { state.arrivals[address.network] = tick + admission.ahead }
          return admission
        }
      }
    }
  }

  private static let here = ClientAddress(ipv4: 0xC000_0201)
  private static let there = ClientAddress(ipv4: 0xC000_0202)
  private let failures = Failures()

  private func vendors() async throws -> VendorShop {
    let policies = Policies(failedSecrets: failures.failedSecrets)
    return try await VendorShop(try await Shop(policies: policies))
  }

  /// Secrets are asked before bodies, so that this is all that comes.
  private static func send(
    _ secret: String, from address: ClientAddress = here, to vendors: VendorShop
  ) async throws -> Answer {
    let identifier = vendors.vendor.identifier.description
    let fields = VendorProductRoutesTests.base64("\(identifier):\(secret)")
    return try await vendors.shop.send(
      .delete, "/v1/products/1", ["Authorization": "Basic \(fields)"],
      client: Client(peer: address, address: address, scheme: .http))
  }

  @Test("of a hundred wrong secrets in ten seconds five are compared")
  func oneAfterAnother() async throws {
    let vendors = try await vendors()
    for number in 0..<100 {
      if number.isMultiple(of: 10) { failures.pass(1) }
      let answer = try await Self.send("wrong", to: vendors)
      #expect(answer.status == (number < 5 ? 401 : 429))
    }
    #expect(vendors.shop.hasher.comparisons == 5)
    let refusal = try await Self.send(VendorShop.secret, to: vendors)
    #expect(refusal.status == 429)
    #expect(refusal.code == "too_many_failures")
    #expect(refusal.fields["retry-after"] == "3")
    #expect(try await Self.send(VendorShop.secret, from: Self.there, to: vendors).status == 404)
    failures.pass(3)
    #expect(try await Self.send(VendorShop.secret, to: vendors).status == 404)
  }

  @Test func ofAHundredAtOnceNoMoreAreCompared() async throws {
    let vendors = try await vendors()
    vendors.shop.hasher.last(until: 5)
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        group.addTask { try await Self.send("wrong", to: vendors).status }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 401 }.count == 5)
    #expect(Set(statuses) == [401, 429])
    #expect(vendors.shop.hasher.comparisons == 5)
  }

  @Test func rightSecretsNeitherCountNorForgive() async throws {
    let vendors = try await vendors()
    for _ in 0..<4 { #expect(try await Self.send("wrong", to: vendors).status == 401) }
    for _ in 0..<20 { #expect(try await Self.send(VendorShop.secret, to: vendors).status == 404) }
    #expect(try await Self.send("wrong", to: vendors).status == 401)
    #expect(try await Self.send(VendorShop.secret, to: vendors).status == 429)
  }

  @Test("right secrets at once are all compared, however many processes compare them")
  func rightSecretsAtOnce() async throws {
    // Each with places of its own for what is being compared, and all with one count.
    let processes = try await [vendors(), vendors(), vendors(), vendors()]
    #expect(try await Self.send("wrong", to: processes[1]).status == 401)
    // Four in each at the same time, as many as it may compare after that.
    for vendors in processes {
      let hasher = vendors.shop.hasher
      hasher.last(until: hasher.comparisons + 4)
    }
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<16 {
        group.addTask { try await Self.send(VendorShop.secret, to: processes[number % 4]).status }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(statuses == [404])
    for vendors in processes { #expect(try await Self.send("wrong", to: vendors).status == 401) }
    for vendors in processes {
      #expect(try await Self.send(VendorShop.secret, to: vendors).status == 429)
    }
  }

  @Test func secretsInABodyCountToo() async throws {
    let market = try await Market(
      policies: Policies(failedSecrets: failures.failedSecrets))
    let params = OpenMarketWriteTests.params().replacing(Market.secret, with: "wrong")
    var statuses: [Int] = []
    for _ in 0..<6 {
      statuses.append(try await market.post(.plain(params, [SentForm.first])).status)
    }
    #expect(statuses == [401, 401, 401, 401, 401, 429])
  }
}
