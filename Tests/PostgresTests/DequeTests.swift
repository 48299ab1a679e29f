import Testing

@testable import Postgres

struct DequeTests {
  @Test func firstInIsFirstOut() {
    var deque = Deque<Int>()
    var expected: [Int] = []
    var taken: [Int] = []
    for number in 0..<1000 {
      deque.append(number)
      expected.append(number)
      if number % 3 != 0, let first = deque.popFirst() { taken.append(first) }
    }
    #expect(deque.count == 1000 - taken.count)
    while let first = deque.popFirst() { taken.append(first) }
    #expect(taken == expected)
    #expect(deque.isEmpty)
  }

  @Test func someCanBeTakenOutOfOrder() {
    var deque = Deque<Int>()
    for number in 0..<10 { deque.append(number) }
    _ = deque.popFirst()
    #expect(deque.removeAll { $0 % 2 == 0 } == [2, 4, 6, 8])
    #expect(deque.remaining == [1, 3, 5, 7, 9])
    #expect(deque.removeAll() == [1, 3, 5, 7, 9])
    #expect(deque.popFirst() == nil)
  }
}
