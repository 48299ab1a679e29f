import Testing

@testable import Repositories

@Suite struct DescendingTests {
  @Test(
    "rows of a database that promised no order stand greatest first",
    arguments: [[], [7], [9, 7, 3], [3, 9, 7], [9, 3, 7], [7, 9, 3], [3, 7, 9], [.min, .max]])
  func anyOrder(_ keys: [Int64]) {
    let rows = keys.map { (id: $0, name: "\($0)") }
    let standing = rows.descending(by: \.id)
    #expect(standing.map(\.id) == keys.sorted(by: >))
    #expect(standing.allSatisfy { $0.name == "\($0.id)" })
  }
}
