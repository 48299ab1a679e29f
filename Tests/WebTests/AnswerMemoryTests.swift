import Domain
import Testing

@testable import Web

/// The bound of the memory, without requests.
struct AnswerMemoryTests {
  private static let version = AnswerVersion.fixed
  private static let now = Timestamp(clamping: 0)

  private static func kept(
    _ memory: inout AnswerMemory<Int>, _ name: String, _ version: AnswerVersion = version
  ) -> Bool {
    switch memory.verdict(on: AnswerQuestion(name), version, at: now) {
    case .kept: return true
    case .wait: return false
    case .make:
      _ = memory.finish(nil, of: AnswerQuestion(name), version, at: now)
      return false
    }
  }

  private static func keep(_ memory: inout AnswerMemory<Int>, _ name: String, bytes: Int) {
    let body = CachedBody(Array(repeating: 0, count: bytes), tag: nil)
    _ = memory.finish(
      KeptAnswer(body, in: nil, vary: []), of: AnswerQuestion(name), version, at: now)
  }

  @Test("Answers take no more than their bound, and one that is used stays")
  func bound() {
    var memory = AnswerMemory<Int>(bytesMax: 1 << 20)
    Self.keep(&memory, "home", bytes: 20_000)
    for index in 0..<1_000 {
      Self.keep(&memory, "page \(index)", bytes: 20_000)
      #expect(memory.bytes <= 1 << 20)
      let isKept = Self.kept(&memory, "home")
      #expect(isKept)
    }
    let (first, last) = (Self.kept(&memory, "page 0"), Self.kept(&memory, "page 999"))
    #expect(!first)
    #expect(last)
  }

  @Test("An answer that holds no longer drives no other out when it is asked for")
  func overdue() {
    var memory = AnswerMemory<Int>(bytesMax: 1 << 20)
    for name in ["a", "b", "c", "d"] { Self.keep(&memory, name, bytes: 200_000) }
    let (first, second) = (Self.kept(&memory, "a", .unknown(read: 1)), Self.kept(&memory, "b"))
    #expect(!first)
    #expect(second)
  }

  @Test(
    "An answer that is made again replaces the one before, and one that is too large is not kept")
  func replacing() {
    var memory = AnswerMemory<Int>(bytesMax: 1 << 20)
    Self.keep(&memory, "home", bytes: 20_000)
    let bytes = memory.bytes
    for _ in 0..<100 { Self.keep(&memory, "home", bytes: 20_000) }
    #expect(memory.bytes == bytes)
    Self.keep(&memory, "all", bytes: 600_000)
    let isKept = Self.kept(&memory, "all")
    #expect(!isKept)
    #expect(memory.bytes == bytes)
  }

  @Test("Reads of the token are spaced by what the last one was shared by, up to a millisecond")
  func pauses() {
    var reads = TokenReads<Int>()
    let known = AnswerToken(1)
    func pause(
      sharedBy sharers: Int, after microseconds: Int64, _ token: AnswerToken? = known
    ) -> Int64 {
      let leads = reads.lead()
      #expect(leads)
      for sharer in 1..<sharers { reads.wait(sharer) }
      let start = Timestamp(clamping: 1_000_000)
      reads.begin(at: start)
      let end = reads.end(token, at: start)
      #expect(end.sharers.count == sharers - 1)
      return reads.pause(at: Timestamp(clamping: 1_000_000 + microseconds))
    }
    #expect(pause(sharedBy: 1, after: 50) == 0)
    #expect(pause(sharedBy: 10, after: 40) == 60)
    #expect(pause(sharedBy: 500, after: 100) == 900)
    #expect(pause(sharedBy: 500, after: 1_000) == 0)
    #expect(pause(sharedBy: 1, after: 1_000, nil) == 4_000)
  }
}
