import EventLoop
import Testing

@testable import HTTPServer

/// Whether a slow reader reads fast enough, without one.
@Suite struct ReaderWatchTests {
  @Test(arguments: [(1_600, true), (1_599, false)])
  func aReaderIsWatchedByHowMuchItHasAcknowledged(_ acknowledged: Int, _ goesOn: Bool) async throws
  {
    let outcome = try await Self.watched { watch, later in
      watch.goesOn(acknowledged: acknowledged, bytesMin: 600, next: later)
    }
    #expect(outcome == goesOn)
  }

  @Test func whatWasAcknowledgedCountsOnce() async throws {
    let outcome = try await Self.watched { watch, later in
      _ = watch.goesOn(acknowledged: 2_000, bytesMin: 600, next: later)
      return watch.goesOn(acknowledged: 2_599, bytesMin: 600, next: later)
    }
    #expect(!outcome)
  }

  @Test func aReaderThatHasCaughtUpIsLeftAlone() async throws {
    let isOn = try await Self.watched { watch, _ in
      _ = watch.end()
      return watch.isOn
    }
    #expect(!isOn)
  }

  /// Watches a reader that has acknowledged 1,000 bytes. Only a loop makes timers.
  private static func watched(
    _ body: @escaping @Sendable (inout ReaderWatch, MonotonicTime) -> Bool
  ) async throws -> Bool {
    let loop = try ServerUnderTest.loop.get()
    return try await loop.run {
      let later = loop.now.advanced(by: .seconds(3_600))
      var watch = ReaderWatch()
      watch.begin(loop.makeTimer {}, acknowledged: 1_000, now: loop.now, next: later)
      defer { _ = watch.end() }
      return body(&watch, later)
    }
  }
}

/// Asks until the answer is true: at once on an idle machine, after 30 seconds at the latest.
///
/// Throws nothing, so that it can stand alone in an expectation.
func eventually(_ isTrue: () async throws -> Bool) async -> Bool {
  let end = ContinuousClock.now + .seconds(30)
  while ContinuousClock.now < end {
    if (try? await isTrue()) == true { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return false
}

@Suite struct MemoryTrimmerTests {
  @Test func theEndOfAWaveIsNoticedOnce() {
    var memoryTrimmer = MemoryTrimmer()
    for open in 1...4_000 { memoryTrimmer.rise(to: open) }
    let noticed = (0..<4_000).reversed().filter { memoryTrimmer.hasEbbed(to: $0) }
    #expect(noticed == [1_000, 250])
  }

  @Test func smallWavesAreLeftAlone() {
    var memoryTrimmer = MemoryTrimmer()
    for open in 1...999 { memoryTrimmer.rise(to: open) }
    #expect(!(0..<999).reversed().contains { memoryTrimmer.hasEbbed(to: $0) })
  }
}
