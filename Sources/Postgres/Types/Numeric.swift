/// An exact number of PostgreSQL's type `numeric`: a decimal of any length, not-a-number, or one of
/// the infinities.
///
///     let price = Numeric("1234567890.99")
///
/// Kept as PostgreSQL sends it, in groups of four decimals, so that nothing is rounded on the way.
/// Numbers are equal and ordered as in PostgreSQL: 1.0 is 1.00, and not-a-number is itself and
/// greater than everything else.
///
/// Source: PostgreSQL, `src/backend/utils/adt/numeric.c`, `numeric_send`.
public struct Numeric: Sendable {
  /// What kind of number it is; the raw value is PostgreSQL's for it.
  public enum Sign: UInt16, Sendable {
    /// Zero, or more.
    case positive = 0x0000
    /// Less than zero.
    case negative = 0x4000
    /// `NaN`.
    case notANumber = 0xC000
    /// Greater than every number; PostgreSQL knows it since version 14.
    case infinity = 0xD000
    /// Less than every number; PostgreSQL knows it since version 14.
    case negativeInfinity = 0xF000

    var isFinite: Bool { self == .positive || self == .negative }
  }

  /// Decimals behind the point that PostgreSQL can hold.
  public static let scaleMax = 16_383
  /// What one group of decimals stands for, less one.
  static let groupMax: UInt16 = 9_999

  /// Which kind of number it is.
  public let sign: Sign
  /// The first group counts times 10,000 to the power of this.
  public let weight: Int16
  /// How many decimals behind the point are shown.
  public let scale: UInt16
  /// Groups of four decimals, each 0 to 9,999, from the most significant one. Neither the first nor
  /// the last is zero; zero itself, not-a-number and the infinities have none.
  public let groups: [UInt16]

  /// Not a number.
  public static let notANumber = Numeric(sign: .notANumber)
  /// Greater than every number.
  public static let infinity = Numeric(sign: .infinity)
  /// Less than every number.
  public static let negativeInfinity = Numeric(sign: .negativeInfinity)

  private init(sign: Sign, weight: Int16 = 0, scale: UInt16 = 0, groups: [UInt16] = []) {
    self.sign = sign
    self.weight = weight
    self.scale = scale
    self.groups = groups
  }

  /// Takes groups with zeros around them.
  ///
  /// Returns nil when PostgreSQL has no such number.
  init?(sign: Sign, weight: Int, scale: Int, groups: some BidirectionalCollection<UInt16>) {
    guard sign.isFinite else {
      self.init(sign: sign)
      return
    }
    guard (0...Self.scaleMax).contains(scale), groups.allSatisfy({ $0 <= Self.groupMax }) else {
      return nil
    }
    let zeros = groups.prefix { $0 == 0 }.count
    let significant = groups.dropFirst(zeros)
    let zerosBehind = significant.reversed().prefix { $0 == 0 }.count
    let kept = Array(significant.dropLast(zerosBehind))
    guard let weight = Int16(exactly: kept.isEmpty ? 0 : weight - zeros) else { return nil }
    self.init(
      sign: kept.isEmpty ? .positive : sign, weight: weight, scale: UInt16(scale), groups: kept)
  }

  /// Makes a whole number.
  public init(_ value: Int64) {
    var groups: [UInt16] = []
    var rest = value.magnitude
    while rest > 0 {
      groups.append(UInt16(rest % 10_000))
      rest /= 10_000
    }
    let zerosBehind = groups.prefix { $0 == 0 }.count
    self.init(
      sign: value < 0 ? .negative : .positive, weight: Int16(max(groups.count - 1, 0)),
      groups: groups.dropFirst(zerosBehind).reversed())
  }
}

extension Int64 {
  /// The same number, or nil when it has a fraction, is too large, or is none.
  public init?(exactly number: Numeric) {
    guard number.sign.isFinite else { return nil }
    guard !number.groups.isEmpty else {
      self = 0
      return
    }
    guard number.groups.count <= Int(number.weight) + 1 else { return nil }
    var value: Int64 = 0
    let isNegative = number.sign == .negative
    for place in 0...Int(number.weight) {
      let group = place < number.groups.count ? Int64(number.groups[place]) : 0
      let (shifted, isTooLarge) = value.multipliedReportingOverflow(by: 10_000)
      let (sum, overflow) = shifted.addingReportingOverflow(isNegative ? -group : group)
      guard !isTooLarge, !overflow else { return nil }
      value = sum
    }
    self = value
  }
}

extension Numeric: Hashable, Comparable {
  /// Whether both are the same number, however many decimals are shown.
  public static func == (left: Self, right: Self) -> Bool {
    left.sign == right.sign && left.weight == right.weight && left.groups == right.groups
  }

  /// Feeds what equality looks at.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sign)
    hasher.combine(weight)
    hasher.combine(groups)
  }

  /// PostgreSQL's order, from negative infinity to not-a-number.
  public static func < (left: Self, right: Self) -> Bool {
    guard left.rank == right.rank else { return left.rank < right.rank }
    return switch left.sign {
    case .positive: isLess(left, right)
    case .negative: isLess(right, left)
    case .notANumber, .infinity, .negativeInfinity: false
    }
  }

  private var rank: Int {
    switch sign {
    case .negativeInfinity: -2
    case .negative: -1
    case .positive: groups.isEmpty ? 0 : 1
    case .infinity: 2
    case .notANumber: 3
    }
  }

  private static func isLess(_ left: Self, _ right: Self) -> Bool {
    guard left.weight == right.weight else { return left.weight < right.weight }
    return left.groups.lexicographicallyPrecedes(right.groups)
  }
}

extension Numeric {
  static let flaw = "a broken numeric"

  /// Groups, weight, sign, scale, each of two bytes, and two for each group.
  var byteCount: Int { 8 + 2 * groups.count }

  /// Reads what the server sends, and believes none of it.
  init?(bytes: UnsafeRawBufferPointer) {
    var cursor = BinaryCursor(bytes)
    guard let count = cursor.integer(UInt16.self), let weight = cursor.integer(Int16.self),
      let sign = cursor.integer(UInt16.self).flatMap(Sign.init(rawValue:)),
      let scale = cursor.integer(UInt16.self), cursor.remaining == 2 * Int(count)
    else { return nil }
    var groups: [UInt16] = []
    groups.reserveCapacity(Int(count))
    while let group = cursor.integer(UInt16.self) { groups.append(group) }
    self.init(sign: sign, weight: Int(weight), scale: Int(scale), groups: groups)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: groups.count))
    bytes.append(bigEndian: weight)
    bytes.append(bigEndian: sign.rawValue)
    bytes.append(bigEndian: scale)
    for group in groups { bytes.append(bigEndian: group) }
  }
}
