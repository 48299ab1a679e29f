import EventLoop
import Testing

@testable import Postgres

/// Bytes of a server that lies are read or refused: nothing traps, and no length or count is
/// believed before it is checked.
struct HostileBytesTests {
  /// As the server sends `{1,null,3}` of type `int4[]`.
  private static let withNull: [UInt8] = words([1, 1, 23, 3, 1, 4, 1, -1, 4, 3])
  /// As the server sends `{1,2}` of type `int8[]`.
  private static let flat: [UInt8] = words([1, 0, 20, 2, 1, 8, 0, 1, 8, 0, 2])

  private static func words(_ words: [Int32]) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in words { bytes.append(bigEndian: word) }
    return bytes
  }

  private static func read(_ bytes: [UInt8]) -> [Int32?]? {
    var values: [Int32?] = []
    let element = ArrayElement<Int32>.int4
    let problem = bytes.withUnsafeBytes { bytes in
      BinaryArray.read(bytes, of: element.accepts(element:)) { bytes in
        switch bytes.map(element.read) {
        case nil: values.append(nil)
        case .value(let value)?: values.append(value)
        case .flaw(let flaw)?: return flaw
        }
        return nil
      }
    }
    return problem == nil ? values : nil
  }

  private static func isReadAsInt8(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      BinaryArray.read(bytes, of: { $0 == TypeOID.int8 }) { $0?.count == 8 ? nil : "a length" }
    } == nil
  }

  @Test func wellFormedArraysAreRead() {
    #expect(Self.read(Self.withNull) == [1, nil, 3])
    #expect(Self.isReadAsInt8(Self.flat))
    #expect(Self.read(Self.words([0, 0, 23])) == [])
  }

  @Test func everyArrayThatIsCutShortOrTooLongIsRefused() {
    for count in 0..<Self.withNull.count {
      #expect(Self.read(Array(Self.withNull.prefix(count))) == nil, "\(count) bytes")
    }
    for count in 0..<Self.flat.count {
      #expect(!Self.isReadAsInt8(Array(Self.flat.prefix(count))), "\(count) bytes")
    }
    #expect(Self.read(Self.withNull + [0]) == nil)
    #expect(!Self.isReadAsInt8(Self.flat + [0]))
    #expect(!Self.isReadAsInt8(Self.words([0, 0, 20]) + [0]))
  }

  private static let lies: [[Int32]] = [
    // Dimensions.
    [7, 0, 23] + [Int32](repeating: 1, count: 14),
    [-1, 0, 23], [.max, 0, 23, 1, 1],
    // Flags, and the type of the elements.
    [1, 2, 23, 1, 1, 4, 1], [1, -1, 23, 1, 1, 4, 1], [1, 0, 20, 1, 1, 4, 1],
    // Lengths.
    [1, 0, 23, -1, 1], [1, 0, 23, .max, 1], [1, 0, 23, .max, .max],
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
      var bytes = random.pick([Self.withNull, Self.flat])
      for _ in 0..<random.pick([1, 2, 8]) {
        let place = Int.random(in: 0..<bytes.count, using: &random.generator)
        bytes[place] = random.pick([0, 1, 2, 4, 0x7F, 0x80, 0xFF])
      }
      if Self.read(bytes) == nil { refused += 1 }
      _ = Self.isReadAsInt8(bytes)
    }
    #expect(refused > 10_000)
  }
}
