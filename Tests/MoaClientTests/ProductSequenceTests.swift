import MoaClient
import Testing

@testable import MoaClient

/// A list is gone through page by page, and no item comes twice.
@Suite struct ProductSequenceTests {
  struct Item: Sendable, Hashable, Codable, Identifiable {
    let id: Int
  }

  /// Pages by their cursors; nil is the first.
  static func sequence(_ pages: [String?: ([Int], String?)]) -> ProductSequence<Item> {
    ProductSequence { cursor in
      guard let (ids, next) = pages[cursor] else { throw CancellationError() }
      return Listing(items: ids.map(Item.init), page: PageLink(nextCursor: next))
    }
  }

  @Test func pagesFollowEachOtherToTheEnd() async throws {
    let pages: [String?: ([Int], String?)] = [nil: ([1, 2], "a"), "a": ([3], "b"), "b": ([], nil)]
    var ids: [Int] = []
    for try await item in Self.sequence(pages) { ids.append(item.id) }
    #expect(ids == [1, 2, 3])
  }

  @Test func anItemThatMovedBehindThePageDoesNotComeTwice() async throws {
    let pages: [String?: ([Int], String?)] = [nil: ([1, 2], "a"), "a": ([2, 3], nil)]
    var ids: [Int] = []
    for try await item in Self.sequence(pages) { ids.append(item.id) }
    #expect(ids == [1, 2, 3])
  }

  @Test func thePageThatFailedIsAskedForAgain() async throws {
    let failures = Failures()
    let sequence = ProductSequence<Item> { cursor in
      if cursor == "a", await failures.isFirst() { throw CancellationError() }
      let page = cursor == nil ? ([1], "a") : ([2], nil as String?)
      return Listing(items: page.0.map(Item.init), page: PageLink(nextCursor: page.1))
    }
    var iterator = sequence.makeAsyncIterator()
    #expect(try await iterator.next()?.id == 1)
    await #expect(throws: CancellationError.self) { _ = try await iterator.next() }
    #expect(try await iterator.next()?.id == 2)
    #expect(try await iterator.next() == nil)
  }

  private actor Failures {
    private var count = 0

    func isFirst() -> Bool {
      count += 1
      return count == 1
    }
  }
}
