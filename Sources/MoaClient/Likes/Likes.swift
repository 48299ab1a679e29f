import Foundation
public import ViewData

/// The liked products, on this device and on others that share them.
///
/// A tap takes effect at once, also offline and after a restart of the app. The server is told when
/// it can be reached, and reports the taps of other devices. Call ``sync()`` when the app comes to
/// the front or the network returns; after a tap it runs by itself, and again and again while the
/// server cannot be reached.
///
///     try await moa.likes.toggle(product.id)
///     for await isLiked in moa.likes.isLiked(product.id) { heart.isSelected = isLiked }
public actor Likes {
  /// Operations in one request.
  private static let batchMax = 500
  /// Products in one request for an overlay.
  private static let overlayMax = 100
  /// Requests of one sync; far more than ten thousand operations and changes take.
  private static let roundsMax = 100
  private let server: any LikeServer
  private let shopper: ShopperFile
  private lazy var courier = Courier(pace) { [weak self] in await self?.isSent() ?? true }
  private let pace: Courier.Pace
  private var watchers: [Int64: [UUID: Watcher]] = [:]
  private var allWatchers: [UUID: AsyncStream<Set<Int64>>.Continuation] = [:]
  /// The last value that they received.
  private var lastAll: Set<Int64> = []
  private var syncing: Task<Void, any Error>?

  private struct Watcher {
    let continuation: AsyncStream<Bool>.Continuation
    var last: Bool
  }

  init(_ server: any LikeServer, in shopper: ShopperFile, pace: Courier.Pace = Courier.Pace()) {
    self.server = server
    self.shopper = shopper
    self.pace = pace
  }

  // MARK: Tapping

  /// Likes a product, or unlikes it if it is liked.
  ///
  /// - Returns: whether it is liked now.
  /// - Throws: ``LikeError``, or the reason why the disk could not be read or written.
  @discardableResult
  public func toggle(_ product: Int64) async throws -> Bool {
    try await tap(product) { !$0 }
  }

  /// Likes or unlikes a product; no change if it is so already.
  ///
  /// - Throws: ``LikeError``, or the reason why the disk could not be read or written.
  public func set(_ product: Int64, liked isLiked: Bool) async throws {
    try await tap(product) { _ in isLiked }
  }

  /// - Returns: whether it is liked now.
  @discardableResult
  private func tap(_ product: Int64, _ wish: (Bool) -> Bool) async throws -> Bool {
    var (before, isLiked) = (false, false)
    try shopper.change { state in
      before = state.isLiked(product)
      isLiked = wish(before)
      if isLiked != before { try state.tap(product, isLiked, now: LikeTime.now) }
    }
    guard isLiked != before else { return isLiked }
    publish()
    await courier.send()
    return isLiked
  }

  // MARK: Looking

  /// Whether a product is liked: now, and after each change by any screen or device.
  ///
  /// Any number of screens may observe the same product; each gets the last value.
  public nonisolated func isLiked(_ product: Int64) -> LikeStates {
    LikeStates(likes: self, product: product)
  }

  /// All liked products that this device knows of: none while its disk cannot be read.
  public func all() -> Set<Int64> { (try? shopper.read())?.liked ?? [] }

  /// All liked products: now, and after each change by any screen or device. It does not end by
  /// itself; a slow reader gets only the last value.
  public nonisolated func changes() -> AsyncStream<Set<Int64>> {
    let id = UUID()
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      continuation.onTermination = { _ in Task { await self.unwatchAll(id) } }
      Task { await self.watchAll(id, continuation) }
    }
  }

  private func watchAll(_ id: UUID, _ continuation: AsyncStream<Set<Int64>>.Continuation) {
    lastAll = all()
    if case .terminated = continuation.yield(lastAll) { return }
    allWatchers[id] = continuation
  }

  private func unwatchAll(_ id: UUID) { allWatchers[id] = nil }

  /// Which of some products the server has as liked by this device and those that share its likes.
  /// Taps that wait on this device are not among them: ``isLiked(_:)`` knows those.
  public nonisolated func liked(among products: [Int64]) async throws -> Set<Int64> {
    var liked: Set<Int64> = []
    for start in stride(from: 0, to: products.count, by: Self.overlayMax) {
      let some = Array(products[start..<min(products.count, start + Self.overlayMax)])
      liked.formUnion(try await server.overlay(some).liked)
    }
    return liked
  }

  /// The liked products as cells, the latest like first, as the server has them, or had them when
  /// it was asked last; pages are loaded when they are needed.
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
    let isLiked = (try? shopper.read())?.isLiked(product) ?? false
    if case .terminated = continuation.yield(isLiked) { return }
    watchers[product, default: [:]][id] = Watcher(continuation: continuation, last: isLiked)
  }

  func unwatch(_ product: Int64, _ id: UUID) {
    watchers[product]?[id] = nil
    if watchers[product]?.isEmpty == true { watchers[product] = nil }
  }

  private func publish() {
    guard !allWatchers.isEmpty || !watchers.isEmpty, let state = try? shopper.read() else { return }
    if !allWatchers.isEmpty, state.liked != lastAll {
      lastAll = state.liked
      for continuation in allWatchers.values { continuation.yield(lastAll) }
    }
    for (product, all) in watchers {
      let isLiked = state.isLiked(product)
      for (id, watcher) in all where watcher.last != isLiked {
        if case .terminated = watcher.continuation.yield(isLiked) {
          unwatch(product, id)
        } else {
          watchers[product]?[id]?.last = isLiked
        }
      }
    }
  }

  // MARK: Syncing

  /// Sends the likes of this device to the server, and receives those of other devices. A device
  /// that has never liked anything is not registered for that.
  ///
  /// - Throws: ``MoaError``, or the reason why the disk could not be read or written. Likes that
  ///   were not sent wait for the next time.
  public func sync() async throws {
    try await exchange().value
  }

  /// The running exchange, or a new one.
  private func exchange() -> Task<Void, any Error> {
    if let syncing { return syncing }
    let task = Task {
      // The last step of the exchange: later callers begin another one.
      defer { syncing = nil }
      try await exchangeAll()
    }
    syncing = task
    return task
  }

  /// As `sync`, but never based on an earlier answer.
  private func syncAnew() async throws {
    while let syncing { _ = await syncing.result }
    try await sync()
  }

  /// Shares these likes with another device: both then have the likes of either.
  ///
  /// - Parameter token: of the other device, ``DeviceTokenStorage``.
  public func merge(_ token: String) async throws {
    try await syncAnew()
    try await server.merge(token)
    try await syncAnew()
  }

  /// Removes this device from the server and forgets its likes here, as when a shopper signs out.
  /// Devices that share the likes keep them. The next like registers a new device.
  ///
  /// - Throws: ``MoaError``, or the reason why the disk could not be written.
  public func removeDevice() async throws {
    while let syncing { _ = await syncing.result }
    // As the running exchange: another one meanwhile would register a new device with these likes.
    let task = Task {
      defer { syncing = nil }
      try await server.remove(others: false) { [shopper] in
        try shopper.change { $0 = ShopperState() }
      }
      publish()
    }
    syncing = task
    try await task.value
  }

  /// Removes the other devices that share these likes: when one of them was lost.
  ///
  /// - Throws: ``MoaError``.
  public func removeOtherDevices() async throws {
    try await server.remove(others: true) {}
  }

  private func exchangeAll() async throws {
    // Another process may have changed something.
    defer { publish() }
    let isLetIn = try await server.isLetIn()
    guard try isLetIn || !shopper.read().pending.isEmpty else { return }
    for _ in 0..<Self.roundsMax {
      let mark = try await server.deviceMark()
      try shopper.change { $0.become(mark, now: LikeTime.now) }
      let told = try shopper.read()
      let sent = told.oldest(Self.batchMax)
      let answer = try await server.sync(sent, since: told.known.since)
      // The device was registered again meanwhile: the answer belongs to the earlier one.
      guard try await server.deviceMark() == mark else { continue }
      let now = LikeTime.microseconds(answer.serverTime) ?? LikeTime.now
      var isNext = false
      try shopper.change { isNext = $0.take(answer, to: sent, asked: told.known, now: now) }
      publish()
      if isNext, !answer.hasMore, try shopper.read().pending.isEmpty { return }
    }
  }

  /// Whether nothing is left to try: all was sent, or the server rejects it for good.
  private func isSent() async -> Bool {
    do {
      try await sync()
      return try shopper.read().pending.isEmpty
    } catch let error as MoaError {
      return error.isFinal
    } catch {
      return false
    }
  }
}

/// Whether a product is liked, now and after each change. It does not end by itself.
public struct LikeStates: AsyncSequence, Sendable {
  /// Whether it is liked.
  public typealias Element = Bool

  let likes: Likes
  let product: Int64

  /// Begins with the current value. A slow reader gets only the last one.
  public func makeAsyncIterator() -> AsyncStream<Bool>.Iterator {
    let (likes, product, id) = (likes, product, UUID())
    let stream = AsyncStream(Bool.self, bufferingPolicy: .bufferingNewest(1)) { continuation in
      continuation.onTermination = { _ in Task { await likes.unwatch(product, id) } }
      Task { await likes.watch(product, id, continuation) }
    }
    return stream.makeAsyncIterator()
  }
}
