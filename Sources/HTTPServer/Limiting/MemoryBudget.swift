internal import EventLoop

#if os(Linux)
  internal import CLinux
#endif

/// Bytes that the connections of a server may hold together: bodies that handlers keep until they
/// have answered, and answers that wait for slow readers.
///
/// The limits of a connection bound one client; ten thousand of them need this one. Owned by the
/// loop, so that counting needs no lock.
final class MemoryBudget {
  /// Less is not counted: every connection may have it.
  static let freeBytes = 4096
  private let limit: Int
  private(set) var held = 0

  init(limit: Int) { self.limit = max(0, limit) }

  /// Half of it is held: from here on answers are not produced ahead of their readers.
  var isTight: Bool { held > limit / 2 }
  func hasRoom(for bytes: Int) -> Bool { bytes <= limit - held }

  /// Whether `bytes` more may wait for a reader; without room the slow reader has to go,
  /// not those whose answers the system takes at once.
  func hasRoom(forReader bytes: Int) -> Bool { bytes <= Self.freeBytes || hasRoom(for: bytes) }

  /// Whether there would be room if nothing else were held.
  func canHold(_ bytes: Int) -> Bool { bytes <= limit }

  /// The bytes above which another request, or another piece of an answer, waits for the reader.
  ///
  /// A reader that is slow while memory is short gets nothing ahead of its reading.
  func unsentMax(atMost bytes: Int) -> Int { isTight ? 0 : bytes }

  /// The part of `scratch` to read into for a reader that expects so many bytes, or nil when only
  /// the client knows how many will come.
  ///
  /// Bytes after them must be held here. A few of them, which do not count, may be read too: that
  /// nearly always shows without another read that nothing more is there.
  func room(
    for expected: Int?, in scratch: UnsafeMutableRawBufferPointer
  ) -> UnsafeMutableRawBufferPointer {
    let most = scratch.count - Self.freeBytes
    let count = min(most, expected ?? (isTight ? 0 : most))
    return UnsafeMutableRawBufferPointer(rebasing: scratch[..<(count + Self.freeBytes)])
  }

  /// Counts bytes that a connection holds from now on; a negative count gives back.
  func change(by bytes: Int) { held += bytes }
}

/// Notices the end of a wave of connections. The allocator keeps their memory for the next wave,
/// which may never come; after a wave it is told to return the memory.
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

  /// Takes some milliseconds, and so happens on a helper thread, a little after the end of the
  /// wave.
  static func returnMemory() {
    #if os(Linux)
      Task.detached {
        try? await Task.sleep(for: .milliseconds(500))
        try? await EventLoop.offload { moa_trim_memory() }
      }
    #endif
  }
}
