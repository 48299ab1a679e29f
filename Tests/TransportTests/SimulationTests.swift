import Dialects
import Domain
import HTTP
import Synchronization
import Testing

@testable import Transport
@testable import Web

/// What `Moa-Simulate` asks for, and what answers then tell.
@Suite(.realStore) struct SimulationTests {
  /// A machine whose clock moves by a millisecond each time it is read, and that never waits.
  final class Machine: Sendable {
    let pauses = Mutex<[Duration]>([])
    let time = Mutex<Int64>(0)
    let database = Mutex(DatabaseTime.none)

    var simulation: Simulation {
      Simulation(
        .init(
          pause: { pause in self.pauses.withLock { $0.append(pause) } },
          nanoseconds: {
            self.time.withLock { time in
              time += 1_000_000
              return time
            }
          },
          random: { 1 },
          watchDatabase: { answer in (await answer(), self.database.withLock(\.self)) }
        ))
    }

    func shop(origins: OriginPolicy = .sameOriginOnly) async throws -> Shop {
      try await Shop(policies: Policies(origins: origins, simulation: simulation))
    }
  }

  static func ask(_ shop: Shop, _ field: String, _ path: String = "/v1/products") async throws
    -> Answer
  {
    try await shop.send(.get, path, ["Moa-Simulate": field])
  }

  // MARK: Off

  @Test("a server that does not simulate says so", arguments: ["latency=1ms", "nonsense", ""])
  func off(_ field: String) async throws {
    let answer = try await Self.ask(Shop(), field)
    #expect(answer.status == 400)
    #expect(answer["code"] == .string("simulation_off"))
    #expect(answer.fields["server-timing"] == nil)
    let legacy = try await Self.ask(Shop(), field, "/api/products")
    #expect(legacy.status == 400)
  }

  @Test func aServerThatDoesNotSimulateTellsNoTimes() async throws {
    let answer = try await Shop().send(.get, "/v1/products")
    #expect(answer.status == 200)
    #expect(answer.fields["server-timing"] == nil)
  }

  // MARK: Delays

  @Test(
    "an answer is held back by the mean, more or less the spread",
    arguments: [
      ("latency=800ms", 800...800), ("latency=2s", 2_000...2_000), ("latency=0ms", 0...0),
      ("latency=800ms±300", 500...1_100), ("latency=800ms+-300", 500...1_100),
      ("latency=2s±1", 1_000...3_000), ("latency=1s±500ms", 500...1_500),
      ("latency=10ms±90", 0...100), ("latency=30s", 30_000...30_000),
    ] as [(String, ClosedRange<Int>)])
  func latency(_ field: String, _ range: ClosedRange<Int>) async throws {
    let machine = Machine()
    let shop = try await machine.shop()
    for seed in 1...20 {
      #expect(try await Self.ask(shop, "\(field), seed=\(seed)").status == 200)
    }
    let pauses = machine.pauses.withLock(\.self)
    #expect(pauses.count == 20)
    #expect(pauses.allSatisfy { $0 >= .milliseconds(range.lowerBound) })
    #expect(pauses.allSatisfy { $0 <= .milliseconds(range.upperBound) })
    if range.count > 1 { #expect(Set(pauses).count > 10) }
  }

  @Test func aPlusMinusInLatin1IsOneToo() throws {
    let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nMoa-Simulate: latency=800ms".utf8)
    var parser = RequestParser()
    let head = try (bytes + [0xB1] + Array("300\r\n\r\n".utf8)).withUnsafeBytes { bytes in
      guard case .complete(let head, _, _) = try parser.parse(bytes) else {
        throw ParseError.endedEarly
      }
      return head
    }
    let field = try SimulateField(head.fields.values(of: .simulate))
    #expect(field.spread == 300)
  }

  // MARK: Refusals

  @Test func aStatusIsAProblemWithACureInTwoLanguages() async throws {
    let shop = try await Machine().shop()
    let answer = try await Self.ask(shop, "status=503")
    #expect(answer.status == 503)
    #expect(answer.fields["content-type"] == "application/problem+json")
    #expect(answer.fields["retry-after"] == "1")
    #expect(answer["code"] == .string("simulated"))
    #expect(answer["detail"] == .string("Moa-Simulate asked for the status 503."))
    let korean = try await shop.send(
      .get, "/v1/products", ["Moa-Simulate": "status=503", "Accept-Language": "ko"])
    #expect(korean["title"] == .string("Moa-Simulate로 요청한 오류입니다. 아무것도 처리하지 않았습니다."))
  }

  @Test func anAppOfADialectGetsItInItsOwnShape() async throws {
    let answer = try await Self.ask(Machine().shop(), "status=503", "/api/products")
    #expect(answer.status == 503)
    #expect(answer.fields["content-type"]?.hasPrefix("application/json") == true)
  }

  @Test func whatIsRefusedIsNotCarriedOutAndWrittenDown() async throws {
    let shop = try await Machine().shop()
    let answer = try await shop.send(
      .delete, "/v1/products/1", ["Moa-Simulate": "status=503", "If-Match": "*"])
    #expect(answer.status == 503)
    #expect(shop.audit.all.map(\.outcome) == ["simulated"])
  }

  @Test("a probability is kept, and the same seed gives the same sequence")
  func probability() async throws {
    var runs: [[Int]] = []
    for _ in 0..<2 {
      let shop = try await Machine().shop()
      var statuses: [Int] = []
      for _ in 0..<500 {
        statuses.append(try await Self.ask(shop, "status=503@0.2, seed=7", "/livez").status)
      }
      runs.append(statuses)
    }
    #expect(runs[0] == runs[1])
    #expect((60...140).contains(runs[0].count { $0 == 503 }))
    #expect(runs[0].allSatisfy { $0 == 503 || $0 == 200 })
  }

  @Test func aNumberedChanceIsTheOneOfTheSequence() async throws {
    let shop = try await Machine().shop()
    var statuses: [Int] = []
    var numbered: [Int] = []
    for number in 1...40 {
      statuses.append(try await Self.ask(shop, "status=503@0.5, seed=7", "/livez").status)
      numbered.append(
        try await Self.ask(shop, "status=503@0.5, seed=7@\(number)", "/livez").status)
    }
    #expect(statuses == numbered)
    #expect(Set(statuses) == [200, 503])
  }

  @Test("clients cannot fill the memory with seeds: then the server counts anew")
  func seedsAreBounded() throws {
    let simulation = Machine().simulation
    let field = try SimulateField(["latency=9s±9, seed=0"])
    let first = simulation.outcome(of: field)
    for seed in 1...255 {
      _ = simulation.outcome(of: try SimulateField(["latency=9s±9, seed=\(seed)"]))
    }
    #expect(simulation.outcome(of: field) != first)
    _ = simulation.outcome(of: try SimulateField(["seed=256"]))
    #expect(simulation.outcome(of: field) == first)
  }

  @Test func onePartDoesNotChangeTheOthers() throws {
    let simulation = Machine().simulation
    let alone = simulation.outcome(of: try SimulateField(["cut=0.5, seed=3@1"]))
    let together = simulation.outcome(
      of: try SimulateField(["latency=9s±9, status=503@0", "cut=0.5, seed=3@1"]))
    #expect(alone.isCut == together.isCut)
  }

  // MARK: Cuts

  @Test func aCutAnswerHasItsWholeLengthAndHalfItsContent() async throws {
    let shop = try await Machine().shop()
    let whole = try await shop.response(Request(.get, "/v1/products"))
    guard case .bytes(let content) = whole.content else { throw ParseError.endedEarly }
    let cut = try await shop.response(
      Request(.get, "/v1/products", fields: ["Moa-Simulate": "cut=1"]))
    guard case .stream(let length, let producer) = cut.content else { throw ParseError.endedEarly }
    #expect(length == content.count)
    #expect(try await producer.next() == Array(content.prefix(content.count / 2)))
    await #expect(throws: (any Error).self) { try await producer.next() }
    #expect(cut.closesConnection)
  }

  @Test func whatHasNoContentIsClosed() async throws {
    let cut = try await Machine().shop().response(
      Request(.options, "/v1/products", fields: ["Moa-Simulate": "cut=1"]))
    #expect(cut.status == .noContent)
    #expect(cut.closesConnection)
  }

  // MARK: Mistakes

  @Test(
    "a mistake is named with its cure",
    arguments: [
      ("latency=800", "latency=800", "latency=800ms"), ("latency=", "latency=", "latency=2s"),
      ("latency=31s", "latency=31s", "at most 30s"),
      ("latency=29s±2", "latency=29s±2", "at most 30s"),
      ("latency=1m", "latency=1m", "latency=2s"), ("latency=-1ms", "latency=-1ms", "latency=2s"),
      ("latency=1ms±", "latency=1ms±", "±300"), ("latency=1ms±1±1", "latency=1ms±1±1", "±300"),
      ("latency=9999999999ms", "latency=9999999999ms", "at most 30s"),
      ("status=200", "status=200", "400 to 599"), ("status=600@1", "status=600@1", "400 to 599"),
      ("status=503@2", "status=503@2", "503@0.2"), ("status=503@", "status=503@", "503@0.2"),
      ("cut=1.1", "cut=1.1", "from 0 to 1"), ("cut=-1", "cut=-1", "from 0 to 1"),
      ("cut=nan", "cut=nan", "from 0 to 1"), ("cut=1e-1", "cut=1e-1", "from 0 to 1"),
      ("seed=x", "seed=x", "seed=7"), ("seed=7@0", "seed=7@0", "seed=7@3"),
      ("seed=1, seed=2", "seed=2", "seed once"), ("cut", "cut", "cut or seed, with ="),
      ("speed=1", "speed=1", "latency, status, cut or seed"),
      ("cut=0,", "", "latency, status, cut or seed"), ("", "", "latency, status, cut or seed"),
    ])
  func mistakes(_ field: String, _ part: String, _ cure: String) async throws {
    let answer = try await Self.ask(Machine().shop(), field)
    #expect(answer.status == 400)
    #expect(answer["code"] == .string("malformed_simulation"))
    guard case .string(let detail) = answer["detail"] else {
      Issue.record("no detail")
      return
    }
    #expect(detail.contains("\"\(part)\""), "\(detail)")
    #expect(detail.contains(cure), "\(detail)")
  }

  @Test func theContractHasItAsComponentsOfNoCall() {
    let contract = String(decoding: Contract.openAPI, as: UTF8.self)
    #expect(contract.contains(#""MoaSimulate":{"name":"Moa-Simulate""#))
    #expect(contract.contains(#""ServerTiming":{"#))
    #expect(!contract.contains("#/components/parameters/MoaSimulate"))
  }

  // MARK: Timing

  @Test func everyAnswerTellsItsTime() async throws {
    let shop = try await Machine().shop()
    for path in ["/v1/products", "/livez", "/nowhere", "/v1/products?limit=0", "/"] {
      let answer = try await shop.send(.get, path)
      #expect(answer.fields["server-timing"] == "total;dur=1.00", "\(path)")
    }
    #expect(try await Self.ask(shop, "cut=9").fields["server-timing"] == "total;dur=1.00")
    let late = try await Self.ask(shop, "latency=1500ms")
    #expect(late.fields["server-timing"] == "total;dur=1.00, simulated;dur=1500.00")
  }

  @Test func statementsDivideTheTime() {
    let one = ServerTiming(
      from: 1_000_000, to: 9_000_000,
      DatabaseTime(statements: 1, spent: 4_000_000, first: 1_500_000, last: 5_500_000))
    #expect(
      one.field.value == """
        total;dur=8.00, parse;dur=0.50, database;dur=4.00;desc="1 statement", map;dur=0.00, \
        write;dur=3.50
        """)
    let three = ServerTiming(
      from: 0, to: 9_000_000,
      DatabaseTime(statements: 3, spent: 2_040_000, first: 1_000_000, last: 8_000_000))
    #expect(
      three.field.value == """
        total;dur=9.00, parse;dur=1.00, database;dur=2.04;desc="3 statements", map;dur=4.96, \
        write;dur=1.00
        """)
  }

  @Test func onlyPagesOnTheListMayReadTheTime() async throws {
    let origin = try #require(Origin("https://good.example"))
    let shop = try await Machine().shop(origins: OriginPolicy(allowed: [origin], publicOrigin: nil))
    let allowed = try await shop.send(.get, "/livez", ["Origin": "https://good.example"])
    #expect(
      allowed.fields["access-control-expose-headers"]?.contains("Server-Timing") == true)
    let other = try await shop.send(.get, "/livez", ["Origin": "https://other.example"])
    #expect(other.fields["access-control-expose-headers"] == nil)
    #expect(other.fields["timing-allow-origin"] == nil)
  }
}
