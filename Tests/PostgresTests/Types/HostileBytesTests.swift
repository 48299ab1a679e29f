import EventLoop
import Testing

@testable import Postgres

/// Whatever comes from the other end is read or refused: nothing traps, and nothing is believed
/// that the bytes say about themselves.
struct HostileBytesTests {
  /// As the server sends `{{1,null},{2,3}}` of type `int4[]`.
  private static let nested: [UInt8] = words([2, 1, 23, 2, 1, 2, 1, 4, 1, -1, 4, 2, 4, 3])
  /// As the server sends `{1,2}` of type `int8[]`.
  private static let flat: [UInt8] = words([1, 0, 20, 2, 1, 8, 0, 1, 8, 0, 2])

  private static func words(_ words: [Int32]) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in words { bytes.append(bigEndian: word) }
    return bytes
  }

  private static func read(_ bytes: [UInt8]) -> MultidimensionalArray<Int32>? {
    let reading = bytes.withUnsafeBytes {
      MultidimensionalArray<Int32>.read($0, of: .int4)
    }
    guard case .value(let array) = reading else { return nil }
    return array
  }

  /// Whether the fast way for arrays without nulls takes it.
  private static func isReadFlat(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      BinaryArray.read(bytes, of: { $0 == TypeOID.int8 }) { $0.count == 8 ? nil : "a length" }
    } == nil
  }

  @Test func whatIsWellFormedIsRead() {
    #expect(Self.read(Self.nested)?.rows == [[1, nil], [2, 3]])
    #expect(Self.isReadFlat(Self.flat))
    #expect(Self.read(Self.words([0, 0, 23])) == MultidimensionalArray())
  }

  @Test func everyArrayThatIsCutShortOrTooLongIsRefused() {
    for count in 0..<Self.nested.count {
      #expect(Self.read(Array(Self.nested.prefix(count))) == nil, "\(count) bytes")
    }
    for count in 0..<Self.flat.count {
      #expect(!Self.isReadFlat(Array(Self.flat.prefix(count))), "\(count) bytes")
    }
    #expect(Self.read(Self.nested + [0]) == nil)
    #expect(!Self.isReadFlat(Self.flat + [0]))
    #expect(!Self.isReadFlat(Self.words([0, 0, 20]) + [0]))
  }

  private static let lies: [[Int32]] = [
    // Dimensions.
    [7, 0, 23] + [Int32](repeating: 1, count: 14),
    [-1, 0, 23], [.max, 0, 23, 1, 1],
    // Flags, and the type of the elements.
    [1, 2, 23, 1, 1, 4, 1], [1, -1, 23, 1, 1, 4, 1], [1, 0, 20, 1, 1, 4, 1],
    // Lengths and bounds.
    [1, 0, 23, -1, 1], [1, 0, 23, .max, 1], [1, 0, 23, .max, .max], [1, 0, 23, 1, .max, 4, 1],
    [2, 0, 23, .max, 0, .max, 0],
    [6, 0, 23, .max, 0, .max, 0, .max, 0, .max, 0, .max, 0, .max, 0],
    // Elements.
    [1, 0, 23, 1, 1, -2], [1, 0, 23, 1, 1, .min], [1, 0, 23, 1, 1, .max, 1],
    [1, 0, 23, 1, 1, 3, 1], [1, 0, 23, 1, 1, 0], [1, 0, 23, 2, 1, 4, 1],
  ]

  @Test(arguments: lies) func arraysThatLieAreRefused(words: [Int32]) {
    #expect(Self.read(Self.words(words)) == nil)
  }

  @Test("An array that announces two thousand million elements costs no memory")
  func announcementsCostNothing() {
    let words = [1, 0, 23, .max - 1, 1] + [Int32](repeating: -1, count: 100)
    #expect(Self.read(Self.words(words)) == nil)
  }

  @Test("By chance: bytes that were changed are read or refused")
  func changedBytesNeverTrap() {
    let seed = UInt64.random(in: .min ... .max)
    var random = RandomValues(seed: seed)
    print("seed \(seed)")
    var refused = 0
    for _ in 0..<20_000 {
      var bytes = random.pick([Self.nested, Self.flat])
      for _ in 0..<random.pick([1, 2, 8]) {
        let place = Int.random(in: 0..<bytes.count, using: &random.generator)
        bytes[place] = random.pick([0, 1, 2, 4, 0x7F, 0x80, 0xFF])
      }
      if Self.read(bytes) == nil { refused += 1 }
      _ = Self.isReadFlat(bytes)
      _ = bytes.withUnsafeBytes { Numeric(bytes: $0)?.description }
    }
    #expect(refused > 10_000)
  }

  private static let brokenNumbers: [[UInt8]] = [
    // Too short, and groups that are not there.
    [], [0, 1], [0, 0, 0, 0, 0, 0, 0],
    [0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    [0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 1],
    // Groups of 10,000 and more.
    [0, 1, 0, 0, 0, 0, 0, 0, 0x27, 0x10], [0, 1, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],
    // Sign, scale and weight.
    [0, 1, 0, 0, 0x12, 0x34, 0, 0, 0, 1], [0, 1, 0, 0, 0, 0, 0x40, 0, 0, 1],
    [0, 2, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 1],
  ]

  @Test(arguments: brokenNumbers) func brokenNumbersAreRefused(bytes: [UInt8]) {
    #expect(bytes.withUnsafeBytes { Numeric(bytes: $0) } == nil)
  }

  @Test func zerosAroundANumberAreNoPartOfIt() {
    let bytes: [UInt8] = [0, 3, 0, 1, 0x40, 0, 0, 2, 0, 0, 0, 7, 0, 0]
    let number = bytes.withUnsafeBytes { Numeric(bytes: $0) }
    #expect(number?.description == "-7.00")
    #expect(number == Numeric("-7"))
  }

  @Test func daysOutsideTheCalendarAreRefused() {
    for wire in [.max - 1, .min + 1, 2_145_031_949, -2_451_546] as [Int32] {
      #expect(CalendarDate(wire: wire) == nil)
    }
  }
}
