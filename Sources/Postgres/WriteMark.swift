public import EventLoop
import Synchronization

/// When something was last written, as all loops and processes know that share one word of memory.
public struct WriteMark: @unchecked Sendable {
  // Unchecked: the address never changes; what is written there is atomic.
  private let word: UnsafeMutablePointer<Atomic<Int64>>
  private let owner: AnyObject

  /// - Parameters:
  ///   - word: the address of eight octets, zero at first.
  ///   - owner: as long as it lives, so does the memory.
  public init(at word: UnsafeMutableRawPointer, keeping owner: AnyObject) {
    self.word = word.assumingMemoryBound(to: Atomic<Int64>.self)
    self.owner = owner
  }

  /// Notes that something was written up to now.
  ///
  /// By the clock and not by a loop's time, which may be older than the commit.
  public func note() {
    _ = word.pointee.max(MonotonicTime.now().nanoseconds, ordering: .sequentiallyConsistent)
  }

  /// What was written later than this, nobody here has been told of yet.
  public var latest: MonotonicTime {
    MonotonicTime(nanoseconds: word.pointee.load(ordering: .sequentiallyConsistent))
  }
}
