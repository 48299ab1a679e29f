import ConformanceCorpus
import EventLoop
import Testing

/// Every case of our corpus over real sockets.
@Suite struct SocketTests {
  @Test func theCorpusIsThere() throws {
    let cases = try Corpus.result.get()
    #expect(cases.count > 300)
    #expect(Set(cases.map(\.description)).count == cases.count, "a name is used twice")
  }

  @Test(arguments: Corpus.cases) func isAnsweredAsTheCaseSays(_ test: ConformanceCase) async throws
  {
    let port = try await CorpusServer.shared.value.port
    try await EventLoop.offload { try CaseRunner { PlainWire(port: port) }.run(test) }
  }

  @Test(arguments: Corpus.cases)
  func isAnsweredLikewiseOverTLS(_ test: ConformanceCase) async throws {
    let port = try await CorpusServer.secure.value.port
    try await EventLoop.offload { try CaseRunner { TLSWire(port: port) }.run(test) }
  }

  /// Byte by byte, each in a packet of its own.
  @Test(arguments: Corpus.cases.filter { $0.bytes.count < 400 })
  func isAnsweredLikewiseWhenItDrips(_ test: ConformanceCase) async throws {
    let port = try await CorpusServer.shared.value.port
    try await EventLoop.offload {
      try CaseRunner(connect: { PlainWire(port: port) }, drips: true).run(test)
    }
  }
}
