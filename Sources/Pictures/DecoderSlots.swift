import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Limits how many pictures all workers of a server decode at the same time.
///
/// A slot is a byte of a file that they share, and belongs to the process that has locked it. The
/// system unlocks it when that process ends, however it ends, so no slot is ever lost. The content
/// of the file does not matter.
package final class DecoderSlots: Sendable {
  /// One slot, given back with the last reference to it.
  final class Slot: Sendable {
    private let number: Int
    private let slots: DecoderSlots

    fileprivate init(_ number: Int, of slots: DecoderSlots) {
      self.number = number
      self.slots = slots
    }

    deinit { slots.giveBack(number) }
  }

  /// How often it checks whether a slot of another process has become free.
  private static let pause: UInt32 = 5_000
  private let count: Int
  private let descriptor: Int32?
  /// Keeps the file open.
  private let file: (any Sendable)?
  /// A lock belongs to the whole process, so the process itself records which ones it has.
  private let taken = Mutex<Set<Int>>([])

  /// - Parameters:
  ///   - descriptor: of the file that the workers share; nil where there are none.
  ///   - file: keeps it open. No other descriptor of the same file may be closed in this process:
  ///     that would give back all locks.
  package init(count: Int, descriptor: Int32? = nil, keptBy file: (any Sendable)? = nil) {
    self.count = count
    self.descriptor = descriptor
    self.file = file
  }

  /// Waits for a slot, and blocks the thread meanwhile; nil when none is free by the deadline.
  func take(until deadline: ContinuousClock.Instant) -> Slot? {
    repeat {
      for number in 0..<count where take(number) { return Slot(number, of: self) }
      usleep(Self.pause)
    } while ContinuousClock.now < deadline
    return nil
  }

  private func take(_ number: Int) -> Bool {
    taken.withLock { taken in
      guard !taken.contains(number), lock(number, F_WRLCK) else { return false }
      taken.insert(number)
      return true
    }
  }

  private func giveBack(_ number: Int) {
    taken.withLock { taken in
      _ = lock(number, F_UNLCK)
      taken.remove(number)
    }
  }

  /// If no locks are available, each process counts for itself.
  private func lock(_ number: Int, _ kind: Int32) -> Bool {
    guard let descriptor else { return true }
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(number)
    lock.l_len = 1
    guard fcntl(descriptor, F_SETLK, &lock) != 0 else { return true }
    return errno != EAGAIN && errno != EACCES
  }
}
