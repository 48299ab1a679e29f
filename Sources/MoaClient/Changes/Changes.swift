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
  private var last: Task<Failures, Never>?
  /// The one that has not begun, and the answers that it is for: others join it.
  private var next: Task<Failures, Never>?
  private var wanted: Set<UUID> = []

  init(_ answers: StoredAnswers) {
    self.answers = answers
  }

  /// Brings all that is shown up to date. Call it, or ``Moa/sync()``, when the app comes to the
  /// front, and as often as a screen should follow the shop: if nothing changed it costs less than
  /// two kilobytes.
  ///
  /// - Throws: ``MoaError``, after all others were brought up to date; sequences keep showing what
  ///   they have.
  public func refresh() async throws {
    if let error = await refresh(Set(shown.keys)).values.first { throw error }
  }

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
    if let error = await refresh([id])[id], answer.isEmpty { end(id, error) }
  }

  func hide(_ id: UUID) { shown[id] = nil }

  private func end(_ id: UUID, _ error: any Error) {
    shown[id]?.end(error)
    shown[id] = nil
  }

  // MARK: Refreshing

  /// Why answers are not up to date.
  private typealias Failures = [UUID: any Error]

  private func refresh(_ ids: Set<UUID>) async -> Failures {
    wanted.formUnion(ids)
    if let next { return await next.value.filter { ids.contains($0.key) } }
    let before = last
    let task = Task {
      _ = await before?.value
      let some = shown.filter { wanted.contains($0.key) }
      (next, wanted) = (nil, [])
      return await exchange(some)
    }
    (last, next) = (task, task)
    return await task.value.filter { ids.contains($0.key) }
  }

  private func exchange(_ some: [UUID: any ShownAnswer]) async -> Failures {
    var failures: Failures = [:]
    // Without a network nothing more is tried.
    var unreachable: MoaError?
    func fail(_ ids: [UUID], _ error: any Error) {
      for id in ids { failures[id] = error }
      if case .unreachable? = error as? MoaError { unreachable = error as? MoaError }
    }
    var rest: [UUID] = []
    for batch in Self.batches(some) {
      do {
        if let unreachable { throw unreachable }
        let changes = try await changes(batch)
        for id in batch.ids {
          if let changes, let answer = shown[id], await answer.apply(changes) { continue }
          rest.append(id)
        }
      } catch {
        fail(batch.ids, error)
      }
    }
    for id in rest {
      guard let answer = shown[id] else { continue }
      do {
        if let unreachable { throw unreachable }
        try await begin(answer.reader)
        try await answer.load()
      } catch let error as MoaError where error.isFinal {
        end(id, error)
      } catch {
        fail([id], error)
      }
    }
    return failures
  }

  /// Answers that one request brings up to date.
  struct Batch {
    var ids: [UUID]
    var products: Set<Int64>
    let since: String?
    let reader: ShopReader
    let variant: [String]
  }

  private static func batches(_ some: [UUID: any ShownAnswer]) -> [Batch] {
    var batches: [Batch] = []
    for (id, answer) in some {
      let (products, variant) = (answer.products, answer.reader.variant)
      let since = products.count <= productsMax ? answer.since : nil
      let place = batches.firstIndex { batch in
        batch.since == since && batch.variant == variant
          && batch.products.union(products).count <= productsMax
      }
      if let place {
        batches[place].ids.append(id)
        batches[place].products.formUnion(products)
      } else {
        batches.append(
          Batch(
            ids: [id], products: products, since: since, reader: answer.reader, variant: variant))
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
    let held = held
    let own = changes.products.filter { held[$0.id] != nil }
    if !own.isEmpty {
      let changed = Dictionary(own.map { ($0.id, $0) }) { $1 }
      guard let value = (answer.value as? any HoldsProducts)?.replacing(changed) as? Value,
        let content = try? read.encode(value)
      else { return false }
      // It differs from the answer that the tag is of.
      (answer.value, answer.record.content, answer.record.tag) = (value, content, nil)
    }
    // Products that only other answers of the request hold may belong here now.
    let isOther =
      changes.isWhole || changes.home || changes.config || !changes.events.isEmpty
      || changes.hasOtherProducts || own.count < changes.products.count
    let isDone = !isOther && !own.contains { mayMove($0, from: held[$0.id]) }
    if isDone {
      let isNew = !own.isEmpty || answer.record.since != changes.next
      (answer.record.since, answer.record.confirmed) = (changes.next, LikeTime.now)
      isStored = false
      // A file is not written at every refresh that finds nothing.
      if read.isStored {
        var isKept = false
        if !isNew { isKept = await reader.answers.confirm(answer.record) }
        if !isKept { await reader.answers.keep(answer.record) }
      }
    }
    loaded = answer
    publish()
    return isDone
  }

  /// Whether the product may have another place, or none: only the server knows its lists. Words of
  /// a search may be in the brand; a new title is drawn only as the server highlights it. Facets
  /// count what cells do not tell. On a screen, a change that another stock does not explain may
  /// be one of the category.
  private func mayMove(_ change: ProductChange, from held: AnyHashable?) -> Bool {
    guard !read.isByMore, (loaded?.value as? SearchResult)?.facets == nil,
      let cell = change.cell, let former = held?.base as? ProductCell
    else { return true }
    return cell.isSoldOut != former.isSoldOut
      || (cell.originalPrice == nil) != (former.originalPrice == nil)
      || cell.brand != former.brand
      || (read.isByPrice && cell.price != former.price)
      || (read.isScreen && cell.stock == former.stock)
  }

  /// Tells the sequence, unless nothing that it shows is different.
  private func publish() {
    guard let answer = loaded?.answer(isStored: isStored) else { return }
    guard published?.value != answer.value || published?.isStored != isStored else { return }
    published = answer
    continuation.yield(answer)
  }
}
