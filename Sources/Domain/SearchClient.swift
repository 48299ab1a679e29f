/// A program that may search, as apps of Naver's shopping search say who they are: its secret is
/// never kept, only a digest.
package struct SearchClient: Sendable, Hashable {
  /// What Naver gives a client: calls in a day.
  package static let quotaUsual = 25_000
  package static let quotas = 1...1_000_000_000
  package let id: SearchClientID
  /// Whom or what it was made for.
  package let name: Title
  /// SHA-256, 32 bytes.
  package let secretDigest: [UInt8]
  /// Calls in a day, within ``quotas``.
  package let dailyQuota: Int
  package let createdAt: Timestamp
  /// Nil while it is valid.
  package let revokedAt: Timestamp?
  /// Calls of the last day on which there were any.
  private let lastCalls: Int
  private let lastDay: KoreanDay

  package init(
    id: SearchClientID, name: Title, secretDigest: [UInt8], dailyQuota: Int, createdAt: Timestamp,
    revokedAt: Timestamp? = nil, calls: Int = 0, on day: KoreanDay = KoreanDay(number: 0)
  ) {
    self.id = id
    self.name = name
    self.secretDigest = secretDigest
    self.dailyQuota = dailyQuota
    self.createdAt = createdAt
    self.revokedAt = revokedAt
    lastCalls = calls
    lastDay = day
  }

  /// How many calls of this day are taken.
  package func calls(on day: KoreanDay) -> Int { lastDay >= day ? lastCalls : 0 }
}

/// What names a ``SearchClient``: 20 ASCII letters, digits or low lines, as Naver's have them. It
/// proves nothing.
package struct SearchClientID: Sendable, Hashable, CustomStringConvertible {
  package static let count = 20
  package let text: String

  /// Nil for any other text.
  package init?(_ text: String) {
    guard text.utf8.count == Self.count, text.utf8.allSatisfy(Self.symbols.contains) else {
      return nil
    }
    self.text = text
  }

  /// Nil unless there are ``count`` bytes.
  package init?(random bytes: [UInt8]) {
    guard bytes.count == Self.count else { return nil }
    text = String(decoding: bytes.map { Self.symbols[Int($0) % Self.symbols.count] }, as: UTF8.self)
  }

  package var description: String { text }

  private static let symbols = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)
}

/// A day as calendars of Korea have it, which keeps no summer time.
package struct KoreanDay: Sendable, Hashable, Comparable {
  private static let microseconds: Int64 = 86_400_000_000
  private static let offset: Int64 = 9 * 3_600_000_000
  /// Days since 1970-01-01.
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// The day of an instant.
  package init(_ instant: Timestamp) {
    let local = instant.microseconds + Self.offset
    let days = local / Self.microseconds - (local % Self.microseconds < 0 ? 1 : 0)
    number = Int32(clamping: days)
  }

  /// Whole seconds from an instant of this day until its end, at least 1.
  package func secondsLeft(at instant: Timestamp) -> Int {
    let end = (Int64(number) + 1) * Self.microseconds - Self.offset
    return max(1, Int((end - instant.microseconds) / 1_000_000))
  }

  package static func < (left: KoreanDay, right: KoreanDay) -> Bool { left.number < right.number }
}
