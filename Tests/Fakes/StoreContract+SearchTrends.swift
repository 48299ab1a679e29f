import Domain
import UseCases

extension StoreContract {
  private static let now = Timestamp(rfc3339: "2026-03-01T12:00:00Z") ?? .earliest

  private static func hours(_ count: Int64) -> Timestamp {
    Timestamp(clamping: now.microseconds + count * 3_600_000_000)
  }

  /// Searches of several devices for the same.
  private static func searches(_ query: String, _ devices: Range<UInt64>) -> [CountedSearch] {
    devices.map {
      CountedSearch(
        query: query, device: SixteenBytes(high: 7, low: $0), at: Timestamp(clamping: 0))
    }
  }

  static let searchTrendClauses = [
    Clause("what five devices have searched for is trending, and nothing else") { ports in
      let trends = ports.searchTrends
      try holdEqual(try await trends.trending(at: now).texts, [])
      try await trends.count([], at: now)
      try await trends.count(searches("머그", 0..<4), at: now)
      try holdEqual(try await trends.trending(at: now).texts, [])
      // The same device once more is nobody new.
      try await trends.count(searches("머그", 3..<4), at: hours(1))
      try holdEqual(try await trends.trending(at: hours(1)).texts, [])
      try await trends.count(searches("머그", 4..<5) + searches("컵 세트", 0..<5), at: hours(1))
      try holdEqual(try await trends.trending(at: hours(1)).texts, ["컵 세트", "머그"])
    },
    Clause("of one device two hundred queries are counted, however they come") { ports in
      let trends = ports.searchTrends
      let most = CountedSearch.ofDeviceMax
      for start in [0, 150, 300] {
        try await trends.count(
          (start..<start + 150).flatMap { searches("검색 \($0)", 0..<1) }, at: now)
      }
      // Again, and then another device.
      try await trends.count(searches("검색 0", 0..<1), at: now)
      try await trends.count(searches("다른 것", 0..<2), at: now)
      try holdEqual(
        try await ports.housekeeping.sweep(at: hours(25)),
        Swept(images: 0, answers: 0, searches: most + 1))
    },
    Clause("what more devices search for comes first, and the longer ago the less") { ports in
      let trends = ports.searchTrends
      let most = SearchTrend.candidatesMax
      let many = (0..<most + 2).flatMap { number in
        searches("검색 \(number)", 0..<(6 + UInt64(number)))
      }
      try await trends.count(many, at: now)
      let expected = (2..<most + 2).reversed().map { "검색 \($0)" }
      try holdEqual(try await trends.trending(at: now).texts, expected)
      // Twelve hours later a device counts four times as much as one of then.
      try await trends.count(searches("새로움", 0..<20), at: hours(12))
      try holdEqual(try await trends.trending(at: hours(12)).texts.first, "새로움")
      try holdEqual(try await trends.trending(at: hours(12)).texts.count, most)
    },
    Clause("after a day nothing is trending, and it is swept") { ports in
      let trends = ports.searchTrends
      try await trends.count(searches("머그", 0..<300), at: now)
      try holdEqual(try await trends.trending(at: hours(23)).texts, ["머그"])
      try holdEqual(try await trends.trending(at: hours(25)).texts, [])
      try holdEqual(try await ports.housekeeping.sweep(at: hours(23)), .nothing)
      try holdEqual(
        try await ports.housekeeping.sweep(at: hours(25)),
        Swept(images: 0, answers: 0, searches: 300))
      try await trends.count(searches("머그", 0..<5), at: hours(10_000))
      try holdEqual(try await trends.trending(at: hours(10_000)).texts, ["머그"])
    },
    Clause("what nobody has swept for a year counts nothing and hinders nobody") { ports in
      let trends = ports.searchTrends
      try await trends.count(searches("머그", 0..<9), at: now)
      try await trends.count(searches("머그", 20..<25) + searches("컵", 0..<6), at: hours(9_000))
      try holdEqual(try await trends.trending(at: hours(9_000)).texts, ["컵", "머그"])
    },
    Clause("three devices with a hash for each of two days are not six") { ports in
      let trends = ports.searchTrends
      try await trends.count(searches("머그", 0..<3), at: hours(10))
      try await trends.count(searches("머그", 10..<13), at: hours(13))
      try holdEqual(try await trends.trending(at: hours(14)).texts, [])
      try await trends.count(searches("머그", 20..<22), at: hours(14))
      try holdEqual(try await trends.trending(at: hours(14)).texts, ["머그"])
    },
    Clause("spellings of one query are one trend, shown as most devices write it") { ports in
      let trends = ports.searchTrends
      try await trends.count(searches("머 그", 0..<2) + searches("머그", 2..<4), at: now)
      try holdEqual(try await trends.trending(at: now).texts, [])
      // The same device once more, in another spelling, is nobody new.
      try await trends.count(searches("머그", 0..<2), at: now)
      try holdEqual(try await trends.trending(at: now).texts, [])
      try await trends.count(searches("머그", 4..<5), at: now)
      try holdEqual(try await trends.trending(at: now).texts, ["머그"])
    },
    Clause("trending queries come with the rules for their words") { ports in
      let rules = try SearchRules(
        .init(synonyms: [["머그", "잔"], ["컵", "글라스"], ["xyz", "abc"]], banned: ["컵홀더", "나쁜"]))
      _ = try await ports.searchRules.replace(
        rules, if: .any, promise: .nothing, dryRun: false, once: nil)
      try await ports.searchTrends.count(searches("큰 컵", 0..<6), at: now)
      try await ports.searchTrends.count(searches("머그", 0..<7), at: now)
      let trending = try await ports.searchTrends.trending(at: now)
      try holdEqual(trending.texts, ["머그", "큰 컵"])
      try holdEqual(
        trending.rulings,
        SearchRulings(synonyms: ["머그": ["잔"], "컵": ["글라스"]], banned: ["컵홀더"]))
    },
  ]
}
