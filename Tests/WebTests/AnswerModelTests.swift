import Domain
import Fakes
import HTTP
import Testing

@testable import Web

/// Tries the deciding part of shared answers in every order of steps: writes, reads of tokens and
/// of data by several requests.
struct AnswerModelTests {
  @Test(
    "No order of steps gives a request an answer that is older than the request",
    arguments: [[.write], [.failover], [.write, .write], [.write, .failover]] as [[Change]])
  func neverOld(_ changes: [Change]) {
    let explored = Explorer.explore(Shop(requests: 2, changes, flaw: nil))
    #expect(explored.stale == 0)
    #expect(explored.stuck == 0)
    #expect(explored.ends > 100)
  }

  @Test("Every flaw by which answers got old elsewhere is found", arguments: Flaw.allCases)
  func flaws(_ flaw: Flaw) {
    let changes: [Change] =
      switch flaw {
      case .joinsAReadUnderWay, .readsTheTokenAfterTheData: [.write]
      case .joinsAMakingUnderWay: [.write, .write]
      case .keepsPastTheSession: [.failover]
      }
    #expect(Explorer.explore(Shop(requests: 2, changes, flaw: flaw)).stale > 0)
  }

  @Test(
    "An answer that holds for no time is not kept", arguments: [(0, 0), (1, 1)] as [(Int64, Int)])
  func unkept(_ validFor: Int64, _ kept: Int) {
    var memory = AnswerMemory<Int>(bytesMax: 1 << 20)
    var body = CachedBody([1], tag: "a")
    body.validFor = validFor
    _ = memory.verdict(on: AnswerQuestion("home"), .fixed, at: Timestamp(clamping: 0))
    _ = memory.finish(
      KeptAnswer(body, in: nil, vary: []), of: AnswerQuestion("home"), .fixed,
      at: Timestamp(clamping: 0))
    #expect(memory.bytes.signum() == kept)
  }

  @Test("A page by cursor is made for one request, until it is asked for again or is in memory")
  func pagesByCursor() {
    var memory = AnswerMemory<Int>(bytesMax: 1 << 20)
    let kept = AnswerQuestion("/v1/products?cursor=kept")
    _ = memory.verdict(on: kept, .fixed, at: Timestamp(clamping: 0))
    let answer = KeptAnswer(CachedBody([1], tag: "a"), in: nil, vary: [])
    _ = memory.finish(answer, of: kept, .fixed, at: Timestamp(clamping: 0))
    let asked = ["cursor=a", "cursor=a", "cursor=b", "limit=2", "limit=2&cursor=a", "cursor=kept"]
    let areRare = asked.map { memory.isRare(AnswerQuestion("/v1/products?\($0)")) }
    #expect(areRare == [true, false, true, false, true, false])
    let isRare = memory.isRare(AnswerQuestion("/files/cursor=a?limit=2"))
    #expect(!isRare)
  }

  @Test("Four requests in random orders get no old answer, and none waits for ever")
  func randomOrders() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<4_000 {
      var shop = Shop(requests: 4, [.write, .write, .failover], flaw: nil)
      while let step = shop.steps.randomElement(using: &random) { shop.take(step) }
      #expect(!shop.isStale)
      #expect(!shop.isStuck)
    }
  }
}

enum Change: Sendable { case write, failover }

/// Ways to be wrong, each of which was measured to give old answers.
enum Flaw: CaseIterable, Sendable {
  case joinsAReadUnderWay
  case joinsAMakingUnderWay
  case readsTheTokenAfterTheData
  case keepsPastTheSession
}

private enum Explorer {
  /// How runs have ended.
  struct Outcome {
    var ends = 0
    var stale = 0
    var stuck = 0
  }

  static func explore(_ shop: Shop) -> Outcome {
    var outcome = Outcome()
    explore(shop, &outcome)
    return outcome
  }

  private static func explore(_ shop: Shop, _ outcome: inout Outcome) {
    let steps = shop.steps
    guard !steps.isEmpty else {
      outcome.ends += 1
      if shop.isStale { outcome.stale += 1 }
      if shop.isStuck { outcome.stuck += 1 }
      return
    }
    for step in steps {
      var next = shop
      next.take(step)
      explore(next, &outcome)
    }
  }
}

/// A shop with one question, and the requests that ask it. Data are numbered by the changes that
/// they contain.
private struct Shop {
  enum Step { case change, request(Int) }

  private enum Stage {
    case away
    case leads
    case reads(TokenReading?)
    case waits
    case makes(AnswerVersion, data: Int?)
    case done(data: Int)
  }

  private struct Asker {
    var stage = Stage.away
    /// What the shop had when the request came.
    var since = 0
    /// Of a flawed request, which reads the data first.
    var early: Int?
  }

  private static let question = AnswerQuestion("home")
  private static let now = Timestamp(clamping: 1_000_000)
  private let flaw: Flaw?
  private var reads = TokenReads<Int>()
  private var memory = AnswerMemory<Int>(bytesMax: 1 << 20)
  private var changes: [Change]
  private var askers: [Asker]
  private var data = 0
  private var number: Int64 = 0
  private var session = 0
  /// Flawed requests that wait for what they should not.
  private var joiners: (reads: [Int], makings: [Int]) = ([], [])

  /// The first answer is in memory already.
  init(requests: Int, _ changes: [Change], flaw: Flaw?) {
    self.flaw = flaw
    self.changes = changes
    askers = [Asker()]
    while let step = requestSteps.first { take(step) }
    askers = Array(repeating: Asker(), count: requests)
  }

  var steps: [Step] { (changes.isEmpty ? [] : [.change]) + requestSteps }

  private var requestSteps: [Step] {
    askers.indices.filter { index in
      switch askers[index].stage {
      case .waits, .done: false
      case .away, .leads, .reads, .makes: true
      }
    }.map(Step.request)
  }

  var isStale: Bool {
    askers.contains { asker in
      if case .done(let data) = asker.stage { data < asker.since } else { false }
    }
  }

  var isStuck: Bool {
    askers.contains { asker in
      if case .done = asker.stage { false } else { true }
    }
  }

  mutating func take(_ step: Step) {
    switch step {
    case .change:
      data += 1
      switch changes.removeFirst() {
      case .write: number += 1
      // Another server, which counts as far.
      case .failover: session += 1
      }
    case .request(let index): advance(index)
    }
  }

  private mutating func advance(_ index: Int) {
    switch askers[index].stage {
    case .away:
      askers[index].since = data
      if reads.lead() {
        askers[index].stage = .leads
      } else {
        askers[index].stage = .waits
        if flaw == .joinsAReadUnderWay { joiners.reads.append(index) } else { reads.wait(index) }
      }
    case .leads:
      reads.begin(at: Self.now)
      askers[index].early = data
      askers[index].stage = .reads(nil)
    case .reads(nil): askers[index].stage = .reads(TokenReading(token, number: 0))
    case .reads(.some(let reading)): endRead(index, reading)
    case .makes(let version, data: nil):
      let early = flaw == .readsTheTokenAfterTheData ? askers[index].early : nil
      askers[index].stage = .makes(version, data: early ?? data)
    case .makes(let version, data: .some(let found)): endMaking(index, version, found)
    case .waits, .done: break
    }
  }

  private var token: AnswerToken {
    AnswerToken(flaw == .keepsPastTheSession ? 0 : Int64(session), number)
  }

  private mutating func endRead(_ index: Int, _ reading: TokenReading) {
    let (_, sharers, leader) = reads.end(reading.token, at: Self.now)
    if let leader { askers[leader].stage = .leads }
    let joiners = joiners.reads
    self.joiners.reads = []
    for caller in [index] + sharers + joiners { ask(caller, AnswerVersion(reading)) }
  }

  private mutating func ask(_ index: Int, _ version: AnswerVersion) {
    let isMaking = askers.contains { asker in
      if case .makes = asker.stage { true } else { false }
    }
    if flaw == .joinsAMakingUnderWay, isMaking {
      joiners.makings.append(index)
      askers[index].stage = .waits
      return
    }
    switch memory.verdict(on: Self.question, version, at: Self.now) {
    case .kept(let answer): askers[index].stage = .done(data: answer.data)
    case .make: askers[index].stage = .makes(version, data: nil)
    case .wait:
      let isWaiting = memory.wait(index, for: Self.question, version)
      #expect(isWaiting)
      askers[index].stage = .waits
    }
  }

  private mutating func endMaking(_ index: Int, _ version: AnswerVersion, _ found: Int) {
    let answer = KeptAnswer(CachedBody([UInt8(found)], tag: nil), in: nil, vary: [])
    let callers = memory.finish(answer, of: Self.question, version, at: Self.now)
    for caller in [index] + callers + joiners.makings { askers[caller].stage = .done(data: found) }
    joiners.makings = []
  }
}

extension KeptAnswer {
  fileprivate var data: Int {
    if case .bytes(let bytes) = response.content { bytes.first.map(Int.init) ?? -1 } else { -1 }
  }
}
