import ConformanceCorpus
import EventLoop
import Foundation
import HTTP
import HTTPServer
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The same bytes through nginx and HAProxy: every request that we see is one that they know of,
/// none comes twice, each gets its own answer, and no client gets more answers than it asked
/// requests.
@Suite struct ProxyTests {
  /// Broken connections besides the corpus; `MOA_MUTATIONS` for a longer run by hand.
  private static let mutations =
    ProcessInfo.processInfo.environment["MOA_MUTATIONS"].flatMap { Int($0) } ?? 400
  private static let together = 64

  @Test(arguments: Proxy.Kind.allCases)
  func theProxyAndWeSeeTheSameRequests(_ kind: Proxy.Kind) async throws {
    let pair = try await Pair(kind)
    let inputs = Self.inputs()
    var offence: (what: String, batch: [[UInt8]])?
    for start in stride(from: 0, to: inputs.count, by: Self.together) where offence == nil {
      let batch = Array(inputs[start..<min(start + Self.together, inputs.count)])
      offence = try await pair.difference(batch).map { ($0, batch) }
    }
    #expect(pair.seen > inputs.count / 3)
    guard let offence else { return }
    Issue.record("\(kind): \(offence.what)")
    // Alone, to say which it was; a few tell enough.
    var culprits = 0
    for input in offence.batch where culprits < 3 {
      guard let what = try await Pair(kind).difference([input]) else { continue }
      culprits += 1
      Issue.record("\(kind): \(what): \(Self.text(input))")
    }
  }

  /// The comparison itself must see a request that the proxy does not know of.
  @Test(arguments: Proxy.Kind.allCases)
  func aRequestBesideTheProxyIsSeen(_ kind: Proxy.Kind) async throws {
    let pair = try await Pair(kind)
    try await EventLoop.offload {
      let wire = PlainWire(port: pair.serverPort)
      var reader = AnswerReader(wire)
      wire.send(Array("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
      _ = try reader.next(isToHead: false)
    }
    #expect(try await pair.difference([], seconds: 0.2)?.contains("never forwarded") == true)
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix(600), as: UTF8.self).debugDescription
  }

  private static func inputs() -> [[UInt8]] {
    let seed = UInt64.random(in: .min ... .max)
    print("proxy mutation seed \(seed)")
    var random = Xorshift(seed: seed)
    let cases = Corpus.cases.map(\.bytes)
    let short = cases.filter { $0.count < 600 }
    let mutated = (0..<mutations).compactMap { _ in
      short.randomElement(using: &random).map { Mutation.of($0, &random) }
    }
    return cases + mutated
  }
}

/// A proxy and the server behind it, whose numbers are compared.
private final class Pair: Sendable {
  private let proxy: Proxy
  private let server: CorpusServer
  private let answers = Tally()

  /// Returns when the proxy serves.
  init(_ kind: Proxy.Kind) async throws {
    server = try await CorpusServer { $0.trustedProxies = AddressBlock.loopback }
    proxy = try Proxy(kind, upstreamPort: server.port)
    try await EventLoop.offload { [self] in
      for _ in 0..<200 {
        let count = count(in: exchange([]))
        answers.add(count)
        if count == 1 { return }
        usleep(50_000)
      }
      throw Failure("\(kind) does not answer")
    }
  }

  var serverPort: Int { server.port }
  var seen: Int { ledger([]).understood.count }

  private func ledger(_ lines: [Ledger.Line]) -> Ledger {
    Ledger(
      lines: lines, understood: server.requests.understood, refused: server.requests.refused)
  }

  /// Sends all inputs at once, each over its own connection, and says what does not add up then,
  /// in all that was sent since the beginning. A log may be late, so an offence has to last.
  func difference(_ inputs: [[UInt8]], seconds: Double = 20) async throws -> String? {
    try await EventLoop.offload { [self] in
      sendAll(inputs)
      let end = Date(timeIntervalSinceNow: seconds)
      while true {
        let lines = try proxy.log()
        guard let offence = offence(lines) else { return nil }
        guard Date() < end else { return offence }
        usleep(20_000)
      }
    }
  }

  private func offence(_ lines: [Ledger.Line]) -> String? {
    guard answers.total <= lines.count else {
      return "\(answers.total) answers to \(lines.count) requests"
    }
    return ledger(lines).offence
  }

  private func sendAll(_ inputs: [[UInt8]]) {
    let group = DispatchGroup()
    for input in inputs {
      group.enter()
      Thread.detachNewThread { [self] in
        answers.add(count(in: exchange(input)))
        group.leave()
      }
    }
    group.wait()
  }

  /// Sends bytes and a last request behind them, and returns all that comes back.
  private func exchange(_ bytes: [UInt8]) -> [UInt8] {
    let wire = PlainWire(path: proxy.socketPath)
    wire.send(bytes)
    wire.send(Array("GET /show/last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8))
    var received: [UInt8] = []
    while case .bytes(let piece) = wire.receive() { received += piece }
    return received
  }

  /// Final answers: status lines that are not of 1xx.
  private func count(in bytes: [UInt8]) -> Int {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.matches(of: #/HTTP/1\.[01] [2-5][0-9][0-9] /#).count
  }
}

/// A sum over threads.
private final class Tally: Sendable {
  private let sum = Mutex(0)
  var total: Int { sum.withLock { $0 } }
  func add(_ count: Int) { sum.withLock { $0 += count } }
}
