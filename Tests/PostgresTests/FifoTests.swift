import Testing

@testable import Postgres

struct FifoTests {
  @Test func firstInIsFirstOut() {
    var fifo = Fifo<Int>()
    var expected: [Int] = []
    var taken: [Int] = []
    for number in 0..<1000 {
      fifo.append(number)
      expected.append(number)
      if number % 3 != 0, let first = fifo.popFirst() { taken.append(first) }
    }
    #expect(fifo.count == 1000 - taken.count)
    while let first = fifo.popFirst() { taken.append(first) }
    #expect(taken == expected)
    #expect(fifo.isEmpty)
  }

  @Test func someCanBeTakenOutOfOrder() {
    var fifo = Fifo<Int>()
    for number in 0..<10 { fifo.append(number) }
    _ = fifo.popFirst()
    #expect(fifo.removeAll { $0 % 2 == 0 } == [2, 4, 6, 8])
    #expect(fifo.remaining == [1, 3, 5, 7, 9])
    #expect(fifo.removeAll() == [1, 3, 5, 7, 9])
    #expect(fifo.popFirst() == nil)
  }
}
