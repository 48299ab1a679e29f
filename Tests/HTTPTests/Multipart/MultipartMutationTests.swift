import ConformanceCorpus
import HTTP
import Testing

/// Broken forms: whatever they are, the parser says the same however they arrive, and keeps within
/// the limits.
@Suite struct MultipartMutationTests {
  /// What means something in a form and nothing elsewhere.
  private static let favourites = [[UInt8]("-".utf8), [UInt8]("b".utf8), [UInt8]("\r\n--b".utf8)]

  @Test func mutatedFormsAreReadTheSameHoweverTheyArrive() {
    let seed = UInt64.random(in: .min ... .max)
    print("mutation seed \(seed)")
    var random = Xorshift(seed: seed)
    let seeds =
      AcceptedForm.all.filter { $0.boundary == "b" }.map(\.octets)
      + RefusedForm.all.map(\.octets)
    var limits = MultipartLimits()
    limits.parts = 3
    limits.partOctets = 40
    limits.bodyOctets = 400
    for round in 0..<4000 {
      let octets = Mutation.of(
        seeds.randomElement(using: &random) ?? [], &random, inserting: Self.favourites)
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
}
