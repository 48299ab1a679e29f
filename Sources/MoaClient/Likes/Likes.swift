import Foundation
public import ViewData

/// What somebody likes, on this device and on others that share it.
///
/// A tap holds at once, also offline and after a restart of the app; the server is told when it can
/// be reached, and what other devices did comes along. Call ``sync()`` when the app comes to the
/// front or the network returns; after a tap it is called by itself, again and again while the
/// server cannot be reached.
///
///     try await moa.likes.toggle(product.id)
///     for await isLiked in moa.likes.isLiked(product.id) { heart.isSelected = isLiked }
public actor Likes {
  /// Operations that one request takes.
  private static let batchMax = 500
  /// Requests of one sync; far more than ten thousand operations and changes take.
  private static let roundsMax = 100
  private let server: any LikeServer
  let directory: URL
  private let pace: Pace
  private var loaded: LikeMemory?
  private var watchers: [Int64: [UUID: Watcher]] = [:]
  private var syncing: Task<Void, any Error>?
  private var retrying: Task<Void, Never>?

  private struct Watcher {
    let continuation: AsyncStream<Bool>.Continuation
    var last: Bool
  }

  /// How long it takes until the server is told, in seconds.
  struct Pace: Sendable {
    /// After a tap, so that several go together.
    var first = 0.3
    /// After a failure, twice as long each time.
    var retry = 1.0
    var retryMax = 60.0
  }

  init(_ server: any LikeServer, in directory: URL, pace: Pace = Pace()) {
    self.server = server
    self.directory = directory
    self.pace = pace
  }

  // MARK: Tapping

  /// Likes what is not liked, and the other way round.
  ///
  /// - Returns: whether it is liked now.
  /// - Throws: ``LikeError``, or why the disk could not be read or written.
  @discardableResult
  public func toggle(_ product: Int64) throws -> Bool {
    let isLiked = try !memory.isLiked(product)
    try set(product, liked: isLiked)
    return isLiked
  }

  /// Likes a product, or likes it no more; what holds already changes nothing.
  ///
  /// - Throws: ``LikeError``, or why the disk could not be read or written.
  public func set(_ product: Int64, liked isLiked: Bool) throws {
    var changed = try memory
    guard changed.isLiked(product) != isLiked else { return }
    try changed.tap(product, isLiked, now: LikeTime.now)
    loaded = changed
    publish()
    syncSoon()
  }

  // MARK: Looking

  /// Whether a product is liked: now, and whenever that changes, by whatever screen or device.
  ///
  /// Any number of screens may look at the same product; each is told the last value.
  public nonisolated func isLiked(_ product: Int64) -> LikeStates {
    LikeStates(likes: self, product: product)
  }

  /// All products that are liked, as far as this device knows: none while its disk cannot be read.
  public func all() -> Set<Int64> { (try? memory)?.liked ?? [] }

  /// What is liked as cells, the newest first, as the server has it; pages are loaded when they are
  /// needed.
  ///
  /// - Parameter text: part of the title, in any case; nil for all.
  public nonisolated func list(
    named text: String? = nil, pageSize: Int = 20
  ) -> ProductSequence<LikeCell> {
    ProductSequence { [server] cursor in
      try await server.page(named: text, limit: pageSize, after: cursor)
    }
  }

  func watch(_ product: Int64, _ id: UUID, _ continuation: AsyncStream<Bool>.Continuation) {
    let isLiked = (try? memory)?.isLiked(product) ?? false
    if case .terminated = continuation.yield(isLiked) { return }
    watchers[product, default: [:]][id] = Watcher(continuation: continuation, last: isLiked)
  }

  func unwatch(_ product: Int64, _ id: UUID) {
    watchers[product]?[id] = nil
    if watchers[product]?.isEmpty == true { watchers[product] = nil }
  }

  private func publish() {
    guard let memory = loaded else { return }
    for (product, all) in watchers {
      let isLiked = memory.isLiked(product)
      for (id, watcher) in all where watcher.last != isLiked {
        if case .terminated = watcher.continuation.yield(isLiked) {
          unwatch(product, id)
        } else {
          watchers[product]?[id]?.last = isLiked
        }
      }
    }
  }

  /// What this device knows, read from the disk the first time.
  private var memory: LikeMemory {
    get throws {
      if let loaded { return loaded }
      let memory = try LikeMemory(in: directory)
      loaded = memory
      return memory
    }
  }

  // MARK: Syncing

  /// Tells the server what was done here, and learns what was done elsewhere. A device that has
  /// never liked anything is not let in for that.
  ///
  /// - Throws: ``MoaError``, or why the disk could not be read or written; what was not told waits
  ///   for the next time.
  public func sync() async throws {
    try await exchange().value
  }

  /// The exchange that is under way, or a new one.
  private func exchange() -> Task<Void, any Error> {
    if let syncing { return syncing }
    let task = Task {
      // Its last step: whoever comes later begins another one.
      defer { syncing = nil }
      try await exchangeAll()
    }
    syncing = task
    return task
  }

  /// As `sync`, and never by what was answered before.
  private func syncAnew() async throws {
    while let syncing { _ = await syncing.result }
    try await sync()
  }

  /// Lets another device share these likes: both like what either of them liked.
  ///
  /// - Parameter token: of the other device, ``DeviceTokenStorage``.
  public func merge(_ token: String) async throws {
    try await syncAnew()
    try await server.merge(token)
    try await syncAnew()
  }

  private func exchangeAll() async throws {
    let isLetIn = try await server.isLetIn()
    guard try isLetIn || !memory.pending.isEmpty else { return }
    for _ in 0..<Self.roundsMax {
      let mark = try await server.deviceMark()
      try change { try $0.become(mark, now: LikeTime.now) }
      let told = try memory
      let sent = told.oldest(Self.batchMax)
      let answer = try await server.sync(sent, since: told.known.since)
      // The device was forgotten on the way: the answer is another one's, and known to be whole.
      guard try await server.deviceMark() == mark else { continue }
      let now = LikeTime.microseconds(answer.serverTime) ?? LikeTime.now
      try change { try $0.take(answer, to: sent, now: now) }
      if !answer.hasMore, try memory.pending.isEmpty { return }
    }
  }

  private func change(_ body: (inout LikeMemory) throws -> Void) throws {
    var changed = try memory
    // What cannot be written is known all the same until the app ends.
    defer {
      loaded = changed
      publish()
    }
    try body(&changed)
  }

  /// One task at a time, which ends when nothing waits or the server does not want it.
  private func syncSoon() {
    guard retrying == nil else { return }
    retrying = Task { [weak self, pace] in
      var pause = pace.first
      while (try? await Task.sleep(nanoseconds: UInt64(pause * 1_000_000_000))) != nil {
        guard let isDone = await self?.tryToSync() else { return }
        if isDone { return }
        pause = pause < pace.retry ? pace.retry : min(pace.retryMax, pause * 2)
        pause *= Double.random(in: 0.8...1.2)
      }
    }
  }

  /// Whether nothing is left to try.
  private func tryToSync() async -> Bool {
    do {
      try await sync()
    } catch let error as MoaError where error.isFinal {
      retrying = nil
      return true
    } catch {
      return false
    }
    // A tap that came meanwhile is told at once.
    guard loaded?.pending.isEmpty == true else { return false }
    retrying = nil
    return true
  }
}

/// Whether a product is liked, now and whenever that changes. It does not end by itself.
public struct LikeStates: AsyncSequence, Sendable {
  /// Whether it is liked.
  public typealias Element = Bool

  let likes: Likes
  let product: Int64

  /// Begins with the current value. Who is slow is told the last one only.
  public func makeAsyncIterator() -> AsyncStream<Bool>.Iterator {
    let (likes, product, id) = (likes, product, UUID())
    let stream = AsyncStream(Bool.self, bufferingPolicy: .bufferingNewest(1)) { continuation in
      continuation.onTermination = { _ in Task { await likes.unwatch(product, id) } }
      Task { await likes.watch(product, id, continuation) }
    }
    return stream.makeAsyncIterator()
  }
}

extension MoaError {
  /// Whether asking again changes nothing.
  fileprivate var isFinal: Bool {
    switch self {
    case .refused(let problem, _): (400..<500).contains(problem.status) && problem.status != 429
    case .unusableAddress: true
    case .unexpected, .unreachable, .unreadable: false
    }
  }
}
