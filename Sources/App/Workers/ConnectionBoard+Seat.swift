import HTTPServer

extension ConnectionBoard {
  /// The place of a worker, who has one loop; nil for a seat that came when all places were given, as
  /// one may after a hand-over that failed.
  init?(_ memory: SharedMemory, workers: Int, seat: Int) {
    guard (0..<workers).contains(seat) else { return nil }
    self.init(at: memory.base, keptBy: memory, places: workers, place: seat)
  }
}
