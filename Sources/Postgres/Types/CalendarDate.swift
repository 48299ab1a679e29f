/// A day of PostgreSQL's type `date`, or one of the infinities: no time, and no time zone.
///
/// The calendar is the Gregorian one, also for the time before it was introduced, from 24 November
/// 4714 BC to 31 December 5874897.
///
/// Source: PostgreSQL, `src/backend/utils/adt/date.c`, `date_recv`;
/// `src/include/datatype/timestamp.h`.
public struct CalendarDate: Sendable, Hashable {
  /// Whole days since 1970-01-01; `.max` and `.min` are the infinities.
  public let daysSince1970: Int32

  /// After every day.
  public static let infinity = CalendarDate(unchecked: .max)
  /// Before every day.
  public static let negativeInfinity = CalendarDate(unchecked: .min)

  /// From 1970-01-01 to 2000-01-01, where PostgreSQL counts from.
  private static let epochDistance: Int32 = 10_957
  /// The days that PostgreSQL knows.
  private static let days: ClosedRange<Int32> = -2_440_588...2_145_042_905

  private init(unchecked days: Int32) { daysSince1970 = days }

  /// Counts days since 1970-01-01; `.max` and `.min` are the infinities.
  ///
  /// Returns nil for a day that PostgreSQL does not know.
  public init?(daysSince1970 days: Int32) {
    guard Self.days.contains(days) || days == .max || days == .min else { return nil }
    self.init(unchecked: days)
  }

  /// Names a day; year 0 is 1 BC, year -1 is 2 BC, and so on.
  ///
  /// Returns nil when there is no such day, or PostgreSQL does not know it.
  public init?(year: Int, month: Int, day: Int) {
    guard (-4_713...5_874_897).contains(year), (1...12).contains(month), (1...31).contains(day),
      let days = Int32(exactly: Self.days(year, month, day))
    else { return nil }
    self.init(daysSince1970: days)
    // The 30th of February is some day in March.
    guard let components, components == (year, month, day) else { return nil }
  }

  static let flaw = "a day that there is not"

  /// Reads what the server sends. Returns nil for a day that it cannot mean.
  init?(wire: Int32) {
    guard wire != .max, wire != .min else {
      self.init(unchecked: wire)
      return
    }
    let (days, overflow) = wire.addingReportingOverflow(Self.epochDistance)
    guard !overflow, Self.days.contains(days) else { return nil }
    self.init(unchecked: days)
  }

  /// The value that is sent.
  var wire: Int32 { isFinite ? daysSince1970 - Self.epochDistance : daysSince1970 }

  /// Whether it is a day.
  public var isFinite: Bool { daysSince1970 != .max && daysSince1970 != .min }

  /// Year, month and day, or nil for the infinities; year 0 is 1 BC.
  public var components: (year: Int, month: Int, day: Int)? {
    guard isFinite else { return nil }
    // Years begin in March here, so that the day that some years have more is their last.
    let days = Int(daysSince1970) + Self.daysFromMarchOfYear0
    let era = (days >= 0 ? days : days - (Self.daysPerEra - 1)) / Self.daysPerEra
    let dayOfEra = days - era * Self.daysPerEra
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The calendar repeats itself after 400 years.
  private static let daysPerEra = 146_097
  private static let daysFromMarchOfYear0 = 719_468

  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - daysFromMarchOfYear0
  }
}

extension CalendarDate: Comparable {
  /// Whether it is the earlier day.
  public static func < (left: Self, right: Self) -> Bool {
    left.daysSince1970 < right.daysSince1970
  }
}

extension CalendarDate: LosslessStringConvertible {
  /// Reads `2024-02-29`, `0044-03-15 BC`, `infinity` or `-infinity`.
  ///
  /// Returns nil for anything else, and for a day that there is not.
  public init?(_ text: String) {
    switch text {
    case "infinity": self = .infinity
    case "-infinity": self = .negativeInfinity
    default:
      let isBC = text.hasSuffix(" BC")
      let parts = text.dropLast(isBC ? 3 : 0)
        .split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 3, (4...7).contains(parts[0].utf8.count),
        parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
        parts.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }),
        let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0
      else { return nil }
      self.init(year: isBC ? 1 - year : year, month: month, day: day)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// The day as PostgreSQL writes it in its ISO style.
  public var description: String {
    guard let (year, month, day) = components else {
      return self == .infinity ? "infinity" : "-infinity"
    }
    let shown = year > 0 ? year : 1 - year
    let parts = [Self.padded(shown, to: 4), Self.padded(month, to: 2), Self.padded(day, to: 2)]
    let text = parts.joined(separator: "-")
    return year > 0 ? text : text + " BC"
  }

  private static func padded(_ number: Int, to width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
