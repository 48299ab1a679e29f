import Testing

@testable import Repositories

@Suite struct CardMemoTests {
  /// Cards that are a number of eight octets, and how often one was made into it.
  private final class Making {
    private(set) var count = 0
    private(set) lazy var memo = CardMemo<Int64>(placesMax: 8) { [unowned self] reader, _ in
      count += 1
      let number: Int64 = reader.integer()
      reader.skip(padding)
      return number < 0 ? nil : number
    }
    var padding = 0

    func read(_ id: Int64, _ number: Int64) -> Int64? {
      let octets = withUnsafeBytes(of: number.bigEndian) { Array($0) }
      return (octets + Array(repeating: 0, count: padding)).withUnsafeBytes { memo(id, $0) }
    }
  }

  @Test("A card that is read a third time is not made again")
  func keeps() {
    let making = Making()
    for _ in 0..<5 { #expect(making.read(7, 70) == 70) }
    #expect(making.count == 2)
  }

  @Test("What has changed is what is read, from the first time on")
  func changes() {
    let making = Making()
    for number: Int64 in [70, 70, 70, 71, 70, 71, 72, 72, 72, 73] {
      #expect(making.read(7, number) == number)
    }
    for number: Int64 in 100..<200 { #expect(making.read(7, number) == number) }
  }

  @Test("Whoever reads all once, and some twice, drives out nothing that is read meanwhile")
  func walks() {
    let making = Making()
    for _ in 0..<3 { _ = making.read(7, 70) }
    // Pages of four of which each ends with the product that the next begins with.
    for first: Int64 in stride(from: 8, to: 400, by: 3) {
      for id in first..<first + 4 { #expect(making.read(id, 10 * id) == 10 * id) }
      let made = making.count
      #expect(making.read(7, 70) == 70)
      #expect(making.count == made)
    }
  }

  @Test("Of two rivals that are read in turns one is kept")
  func turns() {
    let making = Making()
    for _ in 0..<3 { _ = making.read(7, 70) }
    for _ in 0..<10 {
      #expect(making.read(15, 150) == 150)
      #expect(making.read(7, 70) == 70)
    }
    #expect(making.count == 12)
  }

  @Test("The same octets under another id are another card's", arguments: [15, -1, .max, .min + 7])
  func rivals(id: Int64) {
    let making = Making()
    for _ in 0..<3 { _ = making.read(7, 70) }
    for _ in 0..<3 { #expect(making.read(id, 70) == 70) }
    #expect(making.count == 4)
  }

  @Test("A malformed card is one each time, also where a good one was kept")
  func malformed() {
    let making = Making()
    for _ in 0..<3 { _ = making.read(7, 70) }
    for _ in 0..<3 { #expect(making.read(7, -1) == nil) }
    #expect(making.read(7, 70) == 70)
    #expect([1, 2, 3].withUnsafeBytes { making.memo(8, $0) } == nil)
  }

  @Test("A card of more than a kilobyte is made each time")
  func longCards() {
    let making = Making()
    making.padding = CardMemo<Int64>.octetsMax - 7
    for _ in 0..<5 { #expect(making.read(7, 70) == 70) }
    #expect(making.count == 5)
    making.padding -= 1
    for _ in 0..<5 { #expect(making.read(7, 70) == 70) }
    #expect(making.count == 6)
  }
}
