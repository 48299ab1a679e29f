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
      let octets = mutate(short.randomElement(using: &random) ?? [], &random)
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
      let octets = mutate(short.randomElement(using: &random) ?? [], &random)
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

  /// One to four changes: an octet replaced, removed, doubled or inserted, or a part moved.
  private func mutate(_ octets: [UInt8], _ random: inout Xorshift) -> [UInt8] {
    var octets = octets
    let favourites = [UInt8]("\r\n\t :;,=%?#/\"\\0159aAfFgG\0".utf8) + [0x7F, 0x80, 0xFF]
    for _ in 0..<Int.random(in: 1...4, using: &random) where !octets.isEmpty {
      let at = Int.random(in: 0..<octets.count, using: &random)
      let other = Int.random(in: at...octets.count, using: &random)
      let octet = favourites.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<6, using: &random) {
      case 0: octets[at] = octet
      case 1: octets.remove(at: at)
      case 2: octets.insert(octets[at], at: at)
      case 3: octets.insert(octet, at: at)
      case 4: octets[at] = UInt8.random(in: .min ... .max, using: &random)
      default: octets.insert(contentsOf: octets[at..<other], at: at)
      }
    }
    return octets
  }
}

/// A generator that repeats from its seed. Source: Marsaglia, "Xorshift RNGs" (2003).
struct Xorshift: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
