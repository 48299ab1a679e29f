import ConformanceCorpus
import HTTP
import Testing

/// Broken and stitched messages: whatever they are, the parser says the same however they arrive.
@Suite struct MutationTests {
  @Test func mutatedHeadsAreReadTheSameHoweverTheyArrive() {
    let seed = UInt64.random(in: .min ... .max)
    print("mutation seed \(seed)")
    var random = Xorshift(seed: seed)
    let seeds = AcceptedHead.all.map(\.octets) + RefusedHead.all.map(\.octets)
    let short = seeds.filter { $0.count < 400 }
    for round in 0..<4000 {
      let octets = Mutation.of(short.randomElement(using: &random) ?? [], &random)
      let whole = Feeding.whole(octets)
      let single = Feeding.octetByOctet(octets).outcome
      #expect(whole == single, "seed \(seed), round \(round): \(octets)")
      let cut = Int.random(in: 0...octets.count, using: &random)
      let split = Feeding.split(octets, at: [cut, octets.count])
      #expect(whole == split, "seed \(seed), round \(round), cut \(cut): \(octets)")
    }
  }

  @Test func mutatedBodiesAreReadTheSameHoweverTheyArrive() {
    let seed = UInt64.random(in: .min ... .max)
    print("mutation seed \(seed)")
    var random = Xorshift(seed: seed)
    let seeds = AcceptedBody.all.map(\.octets) + RefusedBody.all.map(\.octets)
    let short = seeds.filter { $0.count < 400 }
    for round in 0..<4000 {
      let octets = Mutation.of(short.randomElement(using: &random) ?? [], &random)
      let whole = decode(octets, by: octets.count)
      #expect(whole == decode(octets, by: 1), "seed \(seed), round \(round): \(octets)")
    }
  }

  private func decode(_ octets: [UInt8], by length: Int) -> String {
    var decoder = ChunkedDecoder()
    var data: [UInt8] = []
    let memory = ProtectedMemory(capacity: octets.count)
    var at = 0
    while at < octets.count {
      do throws(ParseError) {
        let piece = memory.hold(octets[at..<min(at + max(1, length), octets.count)])
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
