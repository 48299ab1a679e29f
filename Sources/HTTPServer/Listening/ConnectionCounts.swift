internal import Synchronization

/// How many connections each of several loops has that take them from one listener, in memory that
/// all of them see: loops of one process, or processes with a loop each.
///
/// The kernel wakes whoever sleeps, and that is mostly the same one: of 64 connections opened at
/// once one of two loops took up to 62. A loop that is ahead of another one by these counts leaves
/// newcomers to it for a moment; see `Acceptor`.
public struct ConnectionCounts: Sendable {
  /// A line of the cache for each, so that writers do not disturb each other.
  private static let bytesOfLine = 64
  private let memory: Keeper
  private let places: Int
  private let place: Int

  private struct Keeper: @unchecked Sendable {
    // Unchecked: what is written there is made of atomics.
    let address: UnsafeMutableRawPointer
    /// What keeps the memory.
    let owner: AnyObject
  }

  /// Memory needed for so many loops, in bytes, all zero at first.
  public static func bytes(places: Int) -> Int { bytesOfLine * max(1, places) }

  /// The counts in memory that `owner` keeps, of `bytes(places:)`, for the loop at one of the
  /// places.
  public init(
    at address: UnsafeMutableRawPointer, keptBy owner: AnyObject, places: Int, place: Int
  ) {
    precondition((0..<places).contains(place), "every loop has a place in the counts")
    memory = Keeper(address: address, owner: owner)
    self.places = places
    self.place = place
  }

  /// The counts of this process's own loops.
  static func ofOneProcess(places: Int) -> [ConnectionCounts] {
    let memory = OwnMemory(bytes(places: places))
    return (0..<places).map {
      ConnectionCounts(at: memory.address, keptBy: memory, places: places, place: $0)
    }
  }

  /// Tells the others how many connections this loop has.
  func show(_ count: Int) { cell(place).pointee.store(count + 1, ordering: .relaxed) }

  /// Tells the others that nobody at this place takes any more. For one who was killed, somebody
  /// else says it.
  public func leave() { cell(place).pointee.store(0, ordering: .relaxed) }

  /// Whether another loop has clearly fewer than `count`: small differences are not worth a moment.
  func isAhead(_ count: Int) -> Bool {
    for other in 0..<places where other != place {
      let fewer = cell(other).pointee.load(ordering: .relaxed) - 1
      if fewer >= 0, count > fewer + max(2, fewer / 8) { return true }
    }
    return false
  }

  /// One more than the number of connections; zero, as new memory is, for a loop that is not there.
  private func cell(_ place: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    (memory.address + place * Self.bytesOfLine).assumingMemoryBound(to: Atomic<Int>.self)
  }

  private final class OwnMemory {
    let address: UnsafeMutableRawPointer

    init(_ count: Int) {
      address = .allocate(byteCount: count, alignment: bytesOfLine)
      address.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }

    deinit { address.deallocate() }
  }
}
