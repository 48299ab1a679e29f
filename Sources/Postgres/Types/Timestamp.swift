/// Converts between microseconds since 1970, as clocks have them, and since 2000, as PostgreSQL
/// sends them. The extremes stand for the infinities on both sides.
enum Timestamp {
  static let tooEarly = "a time before the first that PostgreSQL knows"
  static let tooLate = "a time too late for 64 bits"

  /// From 1970-01-01 to 2000-01-01, in microseconds.
  private static let epochDistance: Int64 = 946_684_800_000_000

  /// Returns nil when the time is too early to be sent, or would be sent as an infinity.
  static func wire(sinceUnixEpoch microseconds: Int64) -> Int64? {
    guard microseconds != .max, microseconds != .min else { return microseconds }
    let (wire, overflow) = microseconds.subtractingReportingOverflow(epochDistance)
    return overflow || wire == .min ? nil : wire
  }

  /// Returns nil for the last of PostgreSQL's times, after the year 294246, which do not fit.
  static func sinceUnixEpoch(wire: Int64) -> Int64? {
    guard wire != .max, wire != .min else { return wire }
    let (microseconds, overflow) = wire.addingReportingOverflow(epochDistance)
    return overflow || microseconds == .max ? nil : microseconds
  }
}
