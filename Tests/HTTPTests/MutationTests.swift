import ConformanceCorpus
import HTTP
import Testing

/// Broken and stitched messages: whatever they are, the parser says the same however they arrive.
@Suite struct MutationTests {
  @Test func mutatedHeadsAreReadTheSameHoweverTheyArrive() {
    let seed = UInt64.random(in: .min ... .max)
    print("mutation seed \(seed)")
    var random = Xorshift(seed: seed)
    let seeds = AcceptedHead.all.map(\.bytes) + RefusedHead.all.map(\.bytes)
    let short = seeds.filter { $0.count < 400 }
    for round in 0..<4000 {
      let bytes = Mutation.of(short.randomElement(using: &random) ?? [], &random)
      let whole = Feeding.whole(bytes)
      let single = Feeding.byteByByte(bytes).outcome
      #expect(whole == single, "seed \(seed), round \(round): \(bytes)")
      let cut = Int.random(in: 0...bytes.count, using: &random)
      let split = Feeding.split(bytes, at: [cut, bytes.count])
      #expect(whole == split, "seed \(seed), round \(round), cut \(cut): \(bytes)")
    }
  }

  @Test func mutatedBodiesAreReadTheSameHoweverTheyArrive() {
    let seed = UInt64.random(in: .min ... .max)
    print("mutation seed \(seed)")
    var random = Xorshift(seed: seed)
    let seeds = AcceptedBody.all.map(\.bytes) + RefusedBody.all.map(\.bytes)
    let short = seeds.filter { $0.count < 400 }
    for round in 0..<4000 {
      let bytes = Mutation.of(short.randomElement(using: &random) ?? [], &random)
      let whole = decode(bytes, by: bytes.count)
      #expect(whole == decode(bytes, by: 1), "seed \(seed), round \(round): \(bytes)")
    }
  }

  private func decode(_ bytes: [UInt8], by length: Int) -> String {
    var decoder = ChunkedDecoder()
    var data: [UInt8] = []
    let memory = ProtectedMemory(capacity: bytes.count)
    var at = 0
    while at < bytes.count {
      do throws(ParseError) {
        let piece = memory.hold(bytes[at..<min(at + max(1, length), bytes.count)])
        let (consumed, isFinished) = try decoder.decode(piece, into: &data, atMost: .max)
        at += consumed
        if isFinished { return "finished at \(at) with \(data)" }
      } catch {
        return "\(error)"
      }
    }
    return "needs more after \(data)"
  }
}
