import EventLoop
import Postgres

/// Values of PostgreSQL's types by chance, the extremes far more often than chance would have them.
struct RandomValues {
  var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &generator)]
  }

  private mutating func isOneOf(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &generator) == 0
  }

  mutating func bool() -> Bool { Bool.random(using: &generator) }

  mutating func integer<Integer: FixedWidthInteger & UnsignedInteger>(_: Integer.Type) -> Integer {
    guard !isOneOf(4) else { return pick([.min, .max, 1, .max / 2, .max / 2 + 1]) }
    return Integer.random(in: .min ... .max, using: &generator)
      >> Integer(Int.random(in: 0..<Integer.bitWidth, using: &generator))
  }

  mutating func float8() -> Double {
    guard !isOneOf(4) else {
      return pick([
        0, -0.0, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      ])
    }
    let value = Double(bitPattern: UInt64.random(in: .min ... .max, using: &generator))
    return value.isNaN ? .nan : value
  }

  mutating func text() -> String {
    guard !isOneOf(6) else { return pick(["", "NULL", "{}", "\"", "\\", "{\"a\",null}", "사과 🍎"]) }
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 1..<40, using: &generator) {
      let highest: UInt32 = pick([0x7F, 0x7FF, 0x10FFFF])
      let scalar = Unicode.Scalar(UInt32.random(in: 1...highest, using: &generator))
      scalars.append(scalar ?? "가")
    }
    return String(scalars)
  }

  mutating func bytes() -> [UInt8] {
    (0..<pick([0, 1, 16, 300])).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  mutating func uuid() -> [UInt8] {
    (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Microseconds since 1970.
  mutating func moment() -> Int64 {
    let first: Int64 = -210_866_803_200_000_000
    guard !isOneOf(4) else { return pick([.min, .max, .max - 1, first, 0, -1]) }
    let moment = Int64(bitPattern: integer(UInt64.self))
    return moment < first ? first - moment % first : moment
  }
}
