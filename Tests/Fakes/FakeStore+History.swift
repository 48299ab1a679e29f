import Domain
package import UseCases

/// The changes that were recorded, the oldest first.
struct FakeHistory: FakePart {
  private(set) var entries: [HistoryEntry] = []
  private var lastID: Int64 = 0

  mutating func add(_ change: HistoryChange, _ author: Author, _ requestID: String) {
    lastID += 1
    entries.append(
      HistoryEntry(
        id: lastID, at: .earliest, author: Author(author.kind, id: author.id, name: author.name),
        requestID: requestID, change: change))
  }

  mutating func forget(before limit: Int64) -> Int {
    let count = entries.count
    entries.removeAll { $0.at.microseconds < limit }
    return count - entries.count
  }
}

extension FakeStore: HistoryRepository {
  package func changes(
    _ question: HistoryQuestion
  ) async throws(Failure) -> [HistoryEntry] {
    try reading { state throws(Failure) in
      let found = state[FakeHistory.self].entries.reversed().filter { entry in
        entry.id < question.before ?? .max
          && question.author.map { $0 == entry.author.id } ?? true
          && question.resource.map { $0 == entry.change.resource } ?? true
      }
      return found.prefix(question.limit).map(\.listed)
    }
  }

  package func change(_ id: Int64) async throws(Failure) -> HistoryEntry? {
    try reading { state throws(Failure) in
      state[FakeHistory.self].entries.first { $0.id == id }
    }
  }
}

extension HistoryEntry {
  /// As a list shows it.
  fileprivate var listed: HistoryEntry {
    let bytes = (change.before?.count ?? 0) + (change.after?.count ?? 0)
    guard bytes > Self.listedBytesMax else { return self }
    let short = HistoryChange(
      change.action, change.resource, before: nil, after: nil, itemCount: change.itemCount,
      undoes: change.undoes)
    return HistoryEntry(
      id: id, at: at, author: author, requestID: requestID, change: short)
  }
}
