import HTTP
import Testing

/// Broken forms: whatever they are, the parser says the same however they arrive, and keeps within
/// the limits.
@Suite struct MultipartMutationTests {
  @Test func mutatedFormsAreReadTheSameHoweverTheyArrive() {
    let seed = UInt64.random(in: .min ... .max)
    print("mutation seed \(seed)")
    var random = Splitmix(state: seed)
    let seeds =
      AcceptedForm.all.filter { $0.boundary == "b" }.map(\.octets)
      + RefusedForm.all.map(\.octets)
    var limits = MultipartLimits()
    limits.parts = 3
    limits.partOctets = 40
    limits.bodyOctets = 400
    for round in 0..<4000 {
      let octets = mutate(seeds.randomElement(using: &random) ?? [], &random)
      let whole = FormFeeding.whole(octets, limits)
      let single = FormFeeding.octetByOctet(octets, limits).outcome
      #expect(whole == single, "seed \(seed), round \(round): \(octets)")
      let cuts = (0..<3).map { _ in Int.random(in: 0...octets.count, using: &random) }.sorted()
      let split = FormFeeding.split(octets, at: cuts + [octets.count], limits).outcome
      #expect(whole == split, "seed \(seed), round \(round), cuts \(cuts): \(octets)")
      #expect(whole.parts.count <= 3 && whole.parts.allSatisfy { $0.data.count <= 40 })
      #expect(whole.refusal != nil || whole.hasEnded)
      #expect((whole.refusal?.offset ?? 0) <= octets.count)
    }
  }

  /// One to four changes: an octet replaced, removed, doubled or inserted, or a part repeated.
  private func mutate(_ octets: [UInt8], _ random: inout Splitmix) -> [UInt8] {
    var octets = octets
    let favourites = [UInt8]("\r\n\t -:;=\"%\\b*\0x".utf8) + [0x7F, 0x80, 0xFF]
    for _ in 0..<Int.random(in: 1...4, using: &random) where !octets.isEmpty {
      let at = Int.random(in: 0..<octets.count, using: &random)
      let other = Int.random(in: at...octets.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: octets[at] = favourites.randomElement(using: &random) ?? 0
      case 1: octets.remove(at: at)
      case 2: octets.insert(octets[at], at: at)
      case 3: octets.insert(favourites.randomElement(using: &random) ?? 0, at: at)
      case 4: octets.insert(contentsOf: [UInt8]("\r\n--b".utf8), at: at)
      default: octets.insert(contentsOf: octets[at..<other], at: at)
      }
    }
    return octets
  }
}

/// A generator that repeats from its seed.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (SplitMix64).
private struct Splitmix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
