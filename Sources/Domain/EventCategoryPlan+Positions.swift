extension EventCategoryPlan {
  /// Ascending positions for a list of rows in their new order, of which as many as possible keep
  /// the one that they have: a row that moves gets another version, and edits of it are refused.
  ///
  /// A list without gaps stays without gaps. Gaps that removals left stay where no row has to move.
  ///
  /// - Parameters:
  ///   - stored: the position of each; nil for a row that is new.
  ///   - gaps: how many there are in the stored list.
  static func positions(keeping stored: [Int?], gaps: Int) -> [Int] {
    // How many places are free below a row, when all before it are as low as they can be. Rows for
    // which this never decreases can stay together: those in between then find room.
    let room = stored.enumerated().map { index, position in position.map { $0 - (index + 1) } }
    let kept = longestAscent(in: room.map { $0.flatMap { (0...gaps).contains($0) ? $0 : nil } })
    var last = 0
    return stored.indices.map { index in
      last = kept.contains(index) ? stored[index] ?? last + 1 : last + 1
      return last
    }
  }

  /// The indices of the longest part of `values` that never decreases, and of several the lowest.
  private static func longestAscent(in values: [Int?]) -> Set<Int> {
    // For each length, the index at which the lowest such part ends.
    var ends: [(value: Int, index: Int)] = []
    var previous: [Int: Int] = [:]
    for (index, value) in values.enumerated() {
      guard let value else { continue }
      let length = ends.firstIndex { $0.value > value } ?? ends.count
      if length > 0 { previous[index] = ends[length - 1].index }
      if length < ends.count { ends[length] = (value, index) } else { ends.append((value, index)) }
    }
    var kept: Set<Int> = []
    var next = ends.last?.index
    while let index = next {
      kept.insert(index)
      next = previous[index]
    }
    return kept
  }
}
