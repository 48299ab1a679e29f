import Domain
package import UseCases

/// The changes that were recorded, the oldest first.
struct FakeHistory: FakePart {
  private(set) var entries: [HistoryEntry] = []
  private var lastID: Int64 = 0
  /// The further changes of a run of a command, by the id of the first.
  private var parts: [Int64: [Int64]] = [:]

  mutating func add(_ change: HistoryChange, _ author: Author, _ requestID: String) {
    lastID += 1
    let author = Author(author.kind, id: author.id, name: author.name)
    let isOfRun = author.kind == .operator && !requestID.isEmpty
    let first = entries.firstIndex { isOfRun && $0.requestID == requestID }
    if let first {
      parts[entries[first].id, default: []].append(lastID)
      entries[first] = entries[first].counting(change.itemCount)
    }
    entries.append(
      HistoryEntry(
        id: lastID, at: .earliest, author: author, requestID: requestID, change: change))
  }

  /// Whether lists leave the change out.
  func isPart(_ entry: HistoryEntry) -> Bool { parts.values.contains { $0.contains(entry.id) } }

  func whole(_ entry: HistoryEntry) -> HistoryEntry {
    let undone = entries.compactMap(\.change.undoes)
    return HistoryEntry(
      id: entry.id, at: entry.at, author: entry.author, requestID: entry.requestID,
      change: entry.change, parts: parts[entry.id, default: []].filter { !undone.contains($0) })
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
        entry.id < question.before ?? .max && !state[FakeHistory.self].isPart(entry)
          && question.author.map { $0 == entry.author.id } ?? true
          && question.resource.map { $0 == entry.change.resource } ?? true
      }
      return found.prefix(question.limit).map(\.listed)
    }
  }

  package func change(_ id: Int64) async throws(Failure) -> HistoryEntry? {
    try reading { state throws(Failure) in
      let history = state[FakeHistory.self]
      return history.entries.first { $0.id == id }.map(history.whole)
    }
  }
}

extension HistoryEntry {
  /// With this many items more.
  fileprivate func counting(_ items: Int) -> HistoryEntry {
    let sum = HistoryChange(
      change.action, change.resource, before: change.before, after: change.after,
      itemCount: change.itemCount + items, undoes: change.undoes)
    return HistoryEntry(id: id, at: at, author: author, requestID: requestID, change: sum)
  }

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
