import Foundation

/// Times to the microsecond, as the server keeps them.
enum LikeTime {
  /// `2026-03-01T09:00:00.250000Z`.
  static func text(_ microseconds: Int64) -> String {
    let (seconds, rest) = microseconds.flooredQuotientAndRemainder(1_000_000)
    let date = Date(timeIntervalSince1970: TimeInterval(seconds))
    let digits = String(rest)
    return ISO8601DateFormatter().string(from: date).dropLast()
      + "." + String(repeating: "0", count: 6 - digits.count) + digits + "Z"
  }

  /// Nil when it is no such time. The fraction of a second may be left out.
  static func microseconds(_ text: String) -> Int64? {
    let parts = text.dropLast().split(separator: ".", maxSplits: 1)
    guard text.hasSuffix("Z"), let whole = parts.first,
      let date = ISO8601DateFormatter().date(from: whole + "Z")
    else { return nil }
    let digits = parts.count > 1 ? parts[1].prefix(6) : ""
    guard let rest = Int64(digits + String(repeating: "0", count: 6 - digits.count)) else {
      return nil
    }
    return Int64(date.timeIntervalSince1970) * 1_000_000 + rest
  }

  /// By the clock of the device.
  static var now: Int64 { microseconds(Date()) }

  static func microseconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970 * 1_000_000) }
}

extension Int64 {
  fileprivate func flooredQuotientAndRemainder(_ divisor: Int64) -> (Int64, Int64) {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
