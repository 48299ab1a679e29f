/// A file of PostgreSQL's log of writes: 16 MB, named by the timeline and its place in the log.
///
/// Source: PostgreSQL documentation, "WAL Internals".
struct ArchiveSegment: Comparable {
  static let bytes = 16 << 20

  /// Without `.partial`.
  let name: String
  /// Whether it was still written to.
  let isPartial: Bool

  /// Nil for another name.
  init?(_ file: String) {
    let digits = file.utf8.prefix(24)
    let isHexadecimal = digits.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
    }
    guard digits.count == 24, isHexadecimal, ["", ".partial"].contains(file.dropFirst(24)) else {
      return nil
    }
    name = String(file.prefix(24))
    isPartial = file.utf8.count > 24
  }

  var file: String { isPartial ? name + ".partial" : name }

  /// The name of the next file in the same timeline.
  var next: String {
    // 256 files make 4 GB; the upper number counts these groups.
    let (high, low) = (number(at: 8), number(at: 16))
    let (nextHigh, nextLow) = low == 0xFF ? (high + 1, 0) : (high, low + 1)
    return String(name.prefix(8)) + Self.digits(nextHigh) + Self.digits(nextLow)
  }

  private func number(at place: Int) -> UInt64 {
    UInt64(name.dropFirst(place).prefix(8), radix: 16) ?? 0
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
  }

  static func < (left: Self, right: Self) -> Bool { left.name < right.name }

  /// The files of a log from one on, without a gap. PostgreSQL would take a gap for the log's end.
  ///
  /// - Parameters:
  ///   - files: the names in the directory of the log; a file is there both whole and partial when
  ///     a kill came between.
  /// - Returns: the files, and the name of the first that is missing although there are later ones;
  ///   nil when all are there.
  static func unbroken(_ files: [String], from first: Self) -> (run: [Self], missing: String?) {
    // By name, and a whole file before a partial one.
    let all = files.sorted().compactMap(Self.init).filter { $0.name >= first.name }
    var run: [Self] = []
    for segment in all where segment.name != run.last?.name {
      let wanted = run.last?.next ?? first.name
      // Nothing can follow a file that was still written to.
      if let last = run.last, last.isPartial { return (run.dropLast(), last.name) }
      guard segment.name == wanted else { return (run, wanted) }
      run.append(segment)
    }
    return (run, run.isEmpty ? first.name : nil)
  }
}
