import HTTPServer

/// The board in memory of several workers. Without it they take what they get: no reason not to
/// serve, and one that operators hear of.
extension ConnectionBoard {
  /// The place of a worker, which has one loop; nil for a seat that the board has no place for.
  init?(_ memory: SharedMemory, workers: Int, seat: Int) {
    guard (0..<workers).contains(seat) else { return nil }
    self.init(at: memory.base, keptBy: memory, places: workers, place: seat)
  }

  /// New memory for a place for each worker; nil, and told, when the system gives none.
  static func memory(
    workers: Int, in file: @autoclosure () -> Int32 = SharedMemory.namelessFile(),
    _ report: (ApplicationEvent) -> Void
  ) -> SharedMemory? {
    reporting(report) { () throws(Refusal) in
      try SharedMemory.create(octets(places: workers), in: file())
    }
  }

  /// The memory that a parent has made; nil, and told, when it is none.
  static func memory(
    workers: Int, adopting descriptor: Int32, _ report: (ApplicationEvent) -> Void
  ) -> SharedMemory? {
    reporting(report) { () throws(Refusal) in
      try SharedMemory.adopt(descriptor, octets(places: workers))
    }
  }

  private static func reporting(
    _ report: (ApplicationEvent) -> Void, _ memory: () throws(Refusal) -> SharedMemory
  ) -> SharedMemory? {
    do throws(Refusal) {
      return try memory()
    } catch {
      report(.remark("workers do not share their connections out evenly: \(error.description)"))
      return nil
    }
  }
}
