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
      AcceptedForm.all.filter { $0.boundary == "b" }.map(\.bytes)
      + RefusedForm.all.map(\.bytes)
    var limits = MultipartLimits()
    limits.parts = 3
    limits.partBytes = 40
    limits.bodyBytes = 400
    for round in 0..<4000 {
      let bytes = Mutation.of(
        seeds.randomElement(using: &random) ?? [], &random, inserting: Self.favourites)
      let whole = FormFeeding.whole(bytes, limits)
      let single = FormFeeding.byteByByte(bytes, limits).outcome
      #expect(whole == single, "seed \(seed), round \(round): \(bytes)")
      let cuts = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
      let split = FormFeeding.split(bytes, at: cuts + [bytes.count], limits).outcome
      #expect(whole == split, "seed \(seed), round \(round), cuts \(cuts): \(bytes)")
      #expect(whole.parts.count <= 3)
      #expect(whole.parts.allSatisfy { $0.data.count <= 40 })
      #expect(whole.refusal != nil || whole.hasEnded)
      #expect((whole.refusal?.offset ?? 0) <= bytes.count)
    }
  }
}
