import Foundation
import ViewData

/// The answers that are shown, which a refresh brings up to date: the server is asked only for what
/// changed since.
///
///     for try await home in moa.updates(of: .homeScreen) { draw(home.value) }
///     try await moa.changes.refresh()
public actor Changes {
  /// Products in one request.
  static let productsMax = 100
  private let answers: StoredAnswers
  private var shown: [UUID: any ShownAnswer] = [:]
  /// Refreshes follow each other.
  private var last: Task<Void, any Error>?

  init(_ answers: StoredAnswers) {
    self.answers = answers
  }

  /// Brings all that is shown up to date. Call it, or ``Moa/sync()``, when the app comes to the
  /// front, and as often as a screen should follow the shop: if nothing changed it costs less than
  /// a kilobyte.
  ///
  /// - Throws: ``MoaError``; sequences keep showing what they have.
  public func refresh() async throws { try await refresh(nil) }

  /// Forgets all answers on the disk; likes and views stay.
  public func clear() async { await answers.removeAll() }

  // MARK: Showing

  func show<Value>(
    _ read: MoaRead<Value>, by reader: ShopReader, _ id: UUID,
    _ continuation: Updates<Value>.Stream.Continuation
  ) async {
    let answer = ShownRead(read, reader, continuation)
    shown[id] = answer
    // Whether the reader went before.
    if Task.isCancelled { shown[id] = nil }
    await answer.open()
    do {
      try await refresh([id])
    } catch {
      guard answer.isEmpty else { return }
      end(id, error)
    }
  }

  func hide(_ id: UUID) { shown[id] = nil }

  private func end(_ id: UUID, _ error: any Error) {
    shown[id]?.end(error)
    shown[id] = nil
  }

  // MARK: Refreshing

  /// - Parameter ids: the answers that are meant; nil for all.
  private func refresh(_ ids: Set<UUID>?) async throws {
    let before = last
    let task = Task {
      _ = await before?.result
      try await exchange(shown.filter { ids?.contains($0.key) ?? true })
    }
    last = task
    try await task.value
  }

  private func exchange(_ some: [UUID: any ShownAnswer]) async throws {
    var rest: [UUID] = []
    for batch in Self.batches(some) {
      let changes = try await changes(batch)
      for id in batch.ids {
        if let changes, let answer = shown[id], await answer.apply(changes) { continue }
        rest.append(id)
      }
    }
    for id in rest {
      guard let answer = shown[id] else { continue }
      do {
        try await begin(answer.reader)
        try await answer.load()
      } catch let error as MoaError where error.isFinal {
        end(id, error)
      }
    }
  }

  /// Answers that one request brings up to date.
  struct Batch {
    var ids: [UUID]
    var products: Set<Int64>
    let since: String?
    let reader: ShopReader
  }

  private static func batches(_ some: [UUID: any ShownAnswer]) -> [Batch] {
    var batches: [Batch] = []
    for (id, answer) in some {
      let since = answer.products.count <= productsMax ? answer.since : nil
      let place = batches.firstIndex { batch in
        batch.since == since && batch.reader.variant == answer.reader.variant
          && batch.products.union(answer.products).count <= productsMax
      }
      if let place {
        batches[place].ids.append(id)
        batches[place].products.formUnion(answer.products)
      } else {
        batches.append(
          Batch(ids: [id], products: answer.products, since: since, reader: answer.reader))
      }
    }
    return batches
  }

  /// Nil when only whole answers help: without a cursor, or with one that the server does not know.
  private func changes(_ batch: Batch) async throws -> ShopChanges? {
    guard let since = batch.since else { return nil }
    do {
      return try await batch.reader.changes(since: since, of: batch.products)
    } catch let error as MoaError where error.isFinal {
      await answers.forget(since)
      return nil
    }
  }

  /// Asks for the first cursor, which an answer needs that is loaded afterwards.
  private func begin(_ reader: ShopReader) async throws {
    guard await answers.next == nil else { return }
    do {
      _ = try await reader.changes(since: nil, of: [])
    } catch let error as MoaError where error.isFinal {
      // A server of an earlier version: whole answers will do.
    }
  }
}

/// An answer that a sequence shows; only ``Changes`` uses it.
protocol ShownAnswer: AnyObject {
  var reader: ShopReader { get }
  /// The cursor up to which it is valid; nil if that is unknown.
  var since: String? { get }
  var products: Set<Int64> { get }

  /// Applies changes.
  ///
  /// - Returns: whether it is now as the server has it; otherwise it must be loaded.
  func apply(_ changes: ShopChanges) async -> Bool
  func load() async throws
  func end(_ error: any Error)
}

private final class ShownRead<Value: Sendable & Equatable>: ShownAnswer {
  let reader: ShopReader
  private let read: MoaRead<Value>
  private let continuation: Updates<Value>.Stream.Continuation
  private var loaded: LoadedAnswer<Value>?
  private var isStored = true
  private var published: Answer<Value>?

  init(
    _ read: MoaRead<Value>, _ reader: ShopReader,
    _ continuation: Updates<Value>.Stream.Continuation
  ) {
    (self.read, self.reader, self.continuation) = (read, reader, continuation)
  }

  var isEmpty: Bool { loaded == nil }

  /// The language may have changed since.
  private var isCurrent: Bool { loaded?.record.question == (try? reader.question(read)) }

  var since: String? { isCurrent ? loaded?.record.since : nil }

  var products: Set<Int64> { Set(held.keys) }

  private var held: [Int64: AnyHashable] { (loaded?.value as? any HoldsProducts)?.held ?? [:] }

  /// Shows what is on the disk.
  func open() async {
    let stored = try? await reader.stored(read)
    // A refresh may have been faster.
    guard loaded == nil, let stored else { return }
    loaded = stored
    publish()
  }

  func load() async throws {
    loaded = try await reader.load(read)
    isStored = false
    publish()
  }

  func end(_ error: any Error) { continuation.finish(throwing: error) }

  func apply(_ changes: ShopChanges) async -> Bool {
    guard isCurrent, var answer = loaded else { return false }
    let own = changes.products.filter { held[$0.id] != nil }
    if !own.isEmpty {
      let changed = Dictionary(own.map { ($0.id, $0) }) { $1 }
      guard let value = (answer.value as? any HoldsProducts)?.replacing(changed) as? Value,
        let content = try? read.encode(value)
      else { return false }
      // It differs from the answer that the tag is of.
      (answer.value, answer.record.content, answer.record.tag) = (value, content, nil)
    }
    let isOther =
      changes.isWhole || changes.home || changes.config || !changes.events.isEmpty
      || changes.hasOtherProducts
    let isDone = !isOther && !own.contains(where: mayMove)
    if isDone {
      let isNew = !own.isEmpty || answer.record.since != changes.next
      (answer.record.since, answer.record.confirmed) = (changes.next, LikeTime.now)
      isStored = false
      // A file is not written at every refresh that finds nothing.
      if isNew, read.isStored { await reader.answers.keep(answer.record) }
    }
    loaded = answer
    publish()
    return isDone
  }

  /// Whether the product may have another place, or none: only the server knows its lists.
  private func mayMove(_ change: ProductChange) -> Bool {
    guard let cell = change.cell, let former = held[change.id]?.base as? ProductCell else {
      return true
    }
    return cell.isSoldOut != former.isSoldOut
      || (cell.originalPrice == nil) != (former.originalPrice == nil)
      || (read.isByPrice && cell.price != former.price)
  }

  /// Tells the sequence, unless nothing that it shows is different.
  private func publish() {
    guard let answer = loaded?.answer(isStored: isStored) else { return }
    guard published?.value != answer.value || published?.isStored != isStored else { return }
    published = answer
    continuation.yield(answer)
  }
}
