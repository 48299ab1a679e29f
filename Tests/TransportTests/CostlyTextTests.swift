import Domain
import Fakes
import Foundation
import HTTP
import Testing
import Transport
import UseCases
import Web

/// Texts that Swift compares in quadratic time take no time here, wherever a client writes them.
@Suite(.serialized) struct CostlyTextTests {
  /// Two marks that are in the wrong order: each has to be carried past all of the others.
  static func costly(_ bytes: Int) -> String {
    String(repeating: "\u{315}", count: bytes / 4) + String(repeating: "\u{316}", count: bytes / 4)
  }

  /// Of the same length, in a target too, where each byte takes three.
  static func plain(_ bytes: Int) -> String { String(repeating: "{", count: bytes / 4 * 4) }

  /// Spent by the program and the system, in seconds.
  static var processorTime: Double {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    #endif
    let (user, system) = (usage.ru_utime, usage.ru_stime)
    return Double(user.tv_sec + system.tv_sec) + Double(user.tv_usec + system.tv_usec) / 1e6
  }

  /// The least of at most five measurements of each, as long as they are too far apart. Each is the
  /// mean of more requests than the one before: to wake a thread takes as long as a short answer.
  static func spent(
    _ place: TextPlace, _ answer: (Request) async -> Response
  ) async throws -> (costly: Double, plain: Double, statuses: [Int]) {
    var (costly, plain) = (Double.infinity, Double.infinity)
    var statuses: [Int] = []
    for round in 0..<5 where round == 0 || costly > 5 * plain {
      let texts = [Self.plain(place.bytesMax), Self.costly(place.bytesMax)]
      var times: [Double] = []
      statuses = []
      for text in texts {
        let requests = try (0..<(1 << round)).map { _ in try place.request(text) }
        let start = processorTime
        var last = 0
        for request in requests { last = await answer(request).status.code }
        times.append((processorTime - start) / Double(requests.count))
        statuses.append(last)
      }
      (plain, costly) = (min(plain, times[0]), min(costly, times[1]))
    }
    return (costly, plain, statuses)
  }

  /// As the endpoint wants them.
  static func credentials(for endpoint: Endpoint) throws -> [AlteredRequest.Field] {
    let alternatives = endpoint.access.alternatives
    switch alternatives.first?.schemes.first?.name {
    case "device": return [("Authorization", "Bearer \(Shop.deviceToken)")]
    case "identifier": return [("identifier", "\(try VendorIdentifier.sample(2))")]
    case "token" where alternatives.count > 1:
      let text = "\(try VendorIdentifier.sample(2)):\(VendorShop.secret)"
      return [("Authorization", "Basic \(VendorProductRoutesTests.base64(text))")]
    case "token": return [("Authorization", "Bearer \(Shop.bootstrap)")]
    default: return []
    }
  }

  @Test(
    "a text that is slow to compare takes at most five times as long as one that is not",
    arguments: ContractTests.all.indices)
  func everyPlace(_ index: Int) async throws {
    let endpoint = ContractTests.all[index]
    let shop = try await AllRoutesTests.shop(on: FakeStore())
    let places = TextPlace.all(
      of: endpoint, try Self.credentials(for: endpoint), secret: VendorShop.secret)
    #expect(!places.isEmpty)
    if let first = places.first { _ = await shop.response(try first.request("a")) }
    for place in places {
      let (costly, plain, statuses) = try await Self.spent(place, shop.response)
      #expect(costly <= 5 * plain, "\(place)")
      switch place.judgement {
      case .ignored: #expect(statuses[0] == statuses[1], "\(place)")
      case .refused: #expect(400..<500 ~= statuses[1], "\(place)")
      case .either: #expect(statuses[1] < 500, "\(place)")
      }
    }
  }

  @Test("a request is not read for its language before the gate of rates, and not for long after")
  func language() async throws {
    let limit = try #require(RateLimit(requests: 1, periodSeconds: 1, burst: 1))
    let gate = RateGate(limit, showsFields: true) { _ in
      Admission(isAdmitted: false, ahead: 0, remaining: 0, retryAfterSeconds: 1)
    }
    let limited = try await Shop(on: FakeStore(), policies: Policies(rate: gate))
    for (shop, path, status) in [
      (limited, "/v1/products", 429), (try await Shop(on: FakeStore()), "/nowhere", 404),
    ] {
      let place = TextPlace(
        description: path, judgement: .ignored, bytesMax: 28_000
      ) { text in try Request(.get, path, fields: ["Accept-Language": text]) }
      _ = await shop.response(try place.request("a"))
      let (costly, plain, statuses) = try await Self.spent(place, shop.response)
      #expect(costly <= 5 * plain, "\(place)")
      #expect(statuses == [status, status])
    }
  }

  @Test("a text is refused at its place, and what is ignored is not read")
  func pointers() async throws {
    let vendors = try await VendorShop(try await Shop(on: FakeStore()))
    let text = Self.costly(400)
    let answer = try await vendors.register(
      #"{"title":"\#(text)","price":1,"currency":"KRW","\#(text)":1}"#)
    #expect(answer.errors.first == "/title too_many_marks")
    #expect(answer.errors.last?.hasSuffix("unknown_member") == true)
    let query = try await vendors.shop.send(
      .get, "/v1/products?sort=" + text.utf8.map { "%" + String($0, radix: 16) }.joined())
    #expect(query["errors.0.parameter"] == .string("sort"))
    #expect(query["errors.0.code"] == .string("too_many_marks"))
  }
}
