import ConformanceCorpus
import EventLoop
import HTTP
import HTTPServer
import Testing

/// The server's own connection over a socket, fed with broken connections: it answers request for
/// request what the model finds in the same bytes, and nothing else.
@Suite struct ConnectionAgainstModelTests {
  private static let rounds = 600

  @Test func aConnectionFindsWhatTheModelFinds() async throws {
    let seed = UInt64.random(in: .min ... .max)
    print("connection against model seed \(seed)")
    let server = try await CorpusServer({ $0.limits = .small }, handler: Self.describe)
    try await EventLoop.offload {
      var random = Xorshift(seed: seed)
      let seeds = Corpus.cases.map(\.bytes).filter { $0.count < 600 }
      for round in 0..<Self.rounds {
        let count = Int.random(in: 1...3, using: &random)
        let parts = (0..<count).compactMap { _ in seeds.randomElement(using: &random) }
        let bytes = Mutation.of(Array(parts.joined()), &random)
        let cut = Int.random(in: 0...bytes.count, using: &random)
        do throws(Failure) {
          try Self.compare(bytes, cut, port: server.port)
        } catch {
          let text = String(decoding: bytes, as: UTF8.self).debugDescription
          Issue.record("seed \(seed), round \(round), cut at \(cut): \(error): \(text)")
        }
      }
    }
  }

  /// Tells all that it got.
  private static let describe: Handler = { request in
    do {
      let body = try await request.body.collect(upTo: .max)
      return Response(.ok, content: .bytes(content(ConnectionModel.summary(request.head), body)))
    } catch {
      return Response(.internalServerError)
    }
  }

  private static func content(_ summary: String, _ body: [UInt8]) -> [UInt8] {
    Array(summary.utf8) + [0] + body
  }

  private static func compare(_ bytes: [UInt8], _ cut: Int, port: Int) throws(Failure) {
    let model = ConnectionModel.run(bytes, ends: true, limits: .small)
    let wire = PlainWire(port: port)
    wire.send(Array(bytes[..<cut]))
    wire.send(Array(bytes[cut...]))
    wire.endWriting()
    var reader = AnswerReader(wire)
    for event in model.events {
      switch event {
      case .request(let summary, let body, _, _):
        let answer = try final(&reader, isToHead: summary.hasPrefix("HEAD "))
        guard answer.status == 200 else { throw Failure("\(answer.status) to \(summary)") }
        if !summary.hasPrefix("HEAD "), answer.body != content(summary, body) {
          throw Failure("\(String(decoding: answer.body, as: UTF8.self)) for \(summary)")
        }
      case .refused(let error):
        let answer = try final(&reader, isToHead: true)
        guard answer.status == error.status.code else {
          throw Failure("\(answer.status) for \(error)")
        }
        // A refusal is the last, and has no content when the method could be read and is HEAD.
        let rest = try reader.rest()
        guard ["", "refused"].contains(String(decoding: rest, as: UTF8.self)) else {
          throw Failure("something follows \(error)")
        }
        return
      }
    }
    try reader.expectEnd()
  }

  private static func final(
    _ reader: inout AnswerReader, isToHead: Bool
  ) throws(Failure) -> AnswerReader.Answer {
    while true {
      let answer = try reader.next(isToHead: isToHead)
      if answer.status >= 200 { return answer }
    }
  }
}
