import Foundation
public import ViewData

/// The products that were viewed last, on this device and on others that share its likes.
public actor RecentViews {
  private let device: DeviceSession
  private let shopper: ShopperFile
  private let pace: Courier.Pace
  private lazy var courier = Courier(pace) { [weak self] in await self?.isSent() ?? true }
  private var sending: Task<Void, any Error>?

  init(_ device: DeviceSession, in shopper: ShopperFile, pace: Courier.Pace = Courier.Pace()) {
    self.device = device
    self.shopper = shopper
    self.pace = pace
  }

  /// Records a product view, also offline: it is sent when the server can be reached.
  ///
  /// - Throws: ``LikeError/unusableID``, or the reason why the disk could not be read or written.
  public func add(_ product: Int64) async throws {
    try shopper.change { try $0.view(product) }
    await courier.send()
  }

  /// Sends the views that wait, the earliest first. Call it, or ``Moa/sync()``, when the app comes
  /// to the front or the network returns.
  ///
  /// - Throws: ``MoaError``, or the reason why the disk could not be read or written. Views that
  ///   were not sent wait for the next time.
  public func sync() async throws {
    if let sending { return try await sending.value }
    let task = Task {
      defer { sending = nil }
      try await sendAll()
    }
    sending = task
    try await task.value
  }

  private func sendAll() async throws {
    while let view = try shopper.read().views.first {
      do {
        // Not as another device, when this one was removed.
        try await device.send("PUT", "/v1/recent/\(view.productID)", nil as String?) { [shopper] in
          try shopper.read().views.contains(view)
        }
      } catch let error as MoaError where error.isFinal {
        // The product was removed.
      }
      try shopper.change { $0.remove(view) }
    }
  }

  /// Forgets all views, also those that were not sent.
  public func clear() async throws {
    // A view on its way would arrive afterwards.
    while let sending { _ = await sending.result }
    try shopper.change { $0.removeViews() }
    try await device.send("DELETE", "/v1/recent", nil as String?)
  }

  /// At most a hundred products, the latest view first, without removed products. Views that wait
  /// are sent before.
  public func list() async throws -> [ProductCell] { try await answer().value }

  /// The same, and whether it comes from the disk, because the server is away.
  public func answer() async throws -> Answer<[ProductCell]> {
    do {
      try await sync()
    } catch let error as MoaError where error.isAway {
      // The views go on waiting.
    }
    let answer = try await device.read("/v1/recent", as: Items<ProductCell>.self)
    return Answer(answer.value.items, isStored: answer.isStored, confirmedAt: answer.confirmedAt)
  }

  /// Whether nothing is left to send.
  private func isSent() async -> Bool {
    do {
      try await sync()
      return try shopper.read().views.isEmpty
    } catch {
      return (error as? MoaError)?.isFinal == true
    }
  }
}

/// Sends what waits, in the background, again and again until it succeeds.
actor Courier {
  /// Time until something is sent, in seconds.
  struct Pace: Sendable {
    /// After a tap, so that several taps go together.
    var first = 0.3
    /// After a failure, twice as long each time.
    var retry = 1.0
    var retryMax = 60.0
  }

  private let pace: Pace
  /// Returns whether nothing is left to try.
  private let attempt: @Sendable () async -> Bool
  private var running: Task<Void, Never>?
  private var isWanted = false

  init(_ pace: Pace, _ attempt: @escaping @Sendable () async -> Bool) {
    self.pace = pace
    self.attempt = attempt
  }

  /// Sends soon: one task does it at a time.
  func send() {
    isWanted = true
    guard running == nil else { return }
    running = Task { await run() }
  }

  private func run() async {
    defer { running = nil }
    var pause = pace.first
    while isWanted, (try? await Task.sleep(nanoseconds: UInt64(pause * 1e9))) != nil {
      isWanted = false
      if await attempt() {
        pause = pace.first
        continue
      }
      isWanted = true
      pause = pause < pace.retry ? pace.retry : min(pace.retryMax, pause * 2)
      pause *= Double.random(in: 0.8...1.2)
    }
  }
}
