/// Bytes that the connections of one loop may hold together: bodies that handlers keep until they
/// have answered, and answers that wait for slow readers.
///
/// The limits of a connection bound one client; ten thousand of them need this one. Each loop has a
/// share, so that counting needs no lock. Owned by its loop.
final class MemoryBudget {
  private let limit: Int
  private(set) var held = 0

  init(limit: Int) { self.limit = max(0, limit) }

  /// Half of it is held: from here on answers are not produced ahead of their readers.
  var isTight: Bool { held > limit / 2 }
  /// All of it is held: whoever would hold more has to go.
  var isSpent: Bool { held > limit }

  func hasRoom(for bytes: Int) -> Bool { bytes <= limit - held }

  /// Counts bytes that somebody holds from now on; a negative count gives back.
  func change(by bytes: Int) { held += bytes }
}
