import ConformanceCorpus
import HTTP
import Testing

/// Broken and stitched connections: whatever comes, it is read the same however it arrives, ends in
/// nothing but a `ParseError`, and holds no more than the limits allow.
@Suite struct ConnectionMutationTests {
  @Test func mutatedConnectionsAreReadTheSameHoweverTheyArrive() {
    let seed = UInt64.random(in: .min ... .max)
    print("connection mutation seed \(seed)")
    var random = Xorshift(seed: seed)
    let seeds = Corpus.cases.map(\.bytes).filter { $0.count < 600 }
    let memory = ProtectedMemory(capacity: 8192)
    var refusals: Set<ParseError> = []
    func run(_ bytes: [UInt8], _ cuts: [Int], _ ends: Bool) -> ConnectionModel {
      ConnectionModel.run(bytes, cuts: cuts, ends: ends, limits: .small, memory: memory)
    }
    for round in 0..<4000 {
      let bytes = stitched(seeds, &random)
      let ends = Bool.random(using: &random)
      let whole = run(bytes, [], ends)
      let cuts = (0..<3).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
      let cut = run(bytes, cuts, ends)
      #expect(whole.events == cut.events, "seed \(seed), round \(round): \(bytes)")
      let single = run(bytes, Array(0..<bytes.count), ends)
      #expect(whole.events == single.events, "seed \(seed), round \(round): \(bytes)")
      #expect(single.heldMax <= Limits.small.headBytes)
      if case .refused(let error) = whole.events.last { refusals.insert(error) }
    }
    // Otherwise nothing above has been tried beyond the limits.
    #expect(refusals.isSuperset(of: Self.limitsReached), "seed \(seed): \(refusals)")
  }

  private static let limitsReached: Set<ParseError> = [
    .targetTooLong(limit: Limits.small.targetBytes),
    .headTooLarge(limit: Limits.small.headBytes),
    .contentTooLarge(limit: Limits.small.bodyBytes),
  ]

  /// One to three messages behind each other, broken in a few places.
  private func stitched(_ seeds: [[UInt8]], _ random: inout Xorshift) -> [UInt8] {
    let count = Int.random(in: 1...3, using: &random)
    let parts = (0..<count).compactMap { _ in seeds.randomElement(using: &random) }
    return Array(Mutation.of(Array(parts.joined()), &random).prefix(8000))
  }
}
