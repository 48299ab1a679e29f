internal import Synchronization

/// How many connections each of several processes has that share a listener, in memory that all of
/// them see.
///
/// The kernel wakes the process that sleeps, mostly the same one: of 64 connections opened at once
/// one of two processes took up to 62. A process that has more than another by these counts leaves
/// newcomers to it for a moment; see `Acceptor`.
public struct ConnectionCounts: Sendable {
  /// A line of the cache for each, so that writers do not disturb each other.
  private static let bytesOfLine = 64
  private let memory: Keeper
  private let places: Int
  private let place: Int

  private struct Keeper: @unchecked Sendable {
    // Unchecked: the memory holds atomics only.
    let address: UnsafeMutableRawPointer
    /// Keeps the memory mapped.
    let owner: AnyObject
  }

  /// Memory needed for this many processes, in bytes; it must be zero at first.
  public static func bytes(places: Int) -> Int { bytesOfLine * max(1, places) }

  /// The counts in memory of `bytes(places:)`, which `owner` keeps, for the process at `place`.
  public init(
    at address: UnsafeMutableRawPointer, keptBy owner: AnyObject, places: Int, place: Int
  ) {
    precondition((0..<places).contains(place), "every process has a place in the counts")
    memory = Keeper(address: address, owner: owner)
    self.places = places
    self.place = place
  }

  /// Tells the others how many connections this process has.
  func show(_ count: Int) { cell(place).pointee.store(count + 1, ordering: .relaxed) }

  /// Tells the other processes that the one at this place accepts no more connections. After a
  /// process was killed, its parent calls this.
  public func leave() { cell(place).pointee.store(0, ordering: .relaxed) }

  /// Whether another process has clearly fewer than `count`: small differences do not matter.
  func isAhead(_ count: Int) -> Bool {
    for other in 0..<places where other != place {
      let fewer = cell(other).pointee.load(ordering: .relaxed) - 1
      if fewer >= 0, count > fewer + max(2, fewer / 8) { return true }
    }
    return false
  }

  /// The number of connections plus one; zero, like new memory, if there is no process.
  private func cell(_ place: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    (memory.address + place * Self.bytesOfLine).assumingMemoryBound(to: Atomic<Int>.self)
  }
}
