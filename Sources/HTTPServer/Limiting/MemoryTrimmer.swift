internal import EventLoop

#if os(Linux)
  internal import CLinux
#endif

/// Notices the end of a wave of connections. The allocator keeps what they had for the next one,
/// which may never come; behind a wave it is told to give it back.
struct MemoryTrimmer {
  private var high = 0
  /// Fewer are not worth the trouble: they had some megabytes.
  private static let waveMin = 1_000

  mutating func rise(to open: Int) { high = max(high, open) }

  /// Whether three quarters of a wave have gone since the last time.
  mutating func hasEbbed(to open: Int) -> Bool {
    guard high >= Self.waveMin, open <= high / 4 else { return false }
    high = open
    return true
  }

  /// Takes some milliseconds, and so happens beside the loops, when the last of the wave have had
  /// time to go.
  static func returnMemory() {
    #if os(Linux)
      Task.detached {
        try? await Task.sleep(for: .milliseconds(500))
        try? await EventLoop.offload { moa_trim_memory() }
      }
    #endif
  }
}
