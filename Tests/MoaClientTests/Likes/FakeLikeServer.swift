import Foundation
import ViewData

@testable import MoaClient

/// A server with the likes of one shopper, which can be away, lose its answers and forget devices.
actor FakeLikeServer: LikeServer {
  struct Away: Error {}

  private(set) var states: [Int64: PendingLike] = [:]
  private var sequences: [Int64: Int64] = [:]
  private var sequence: Int64 = 0
  private var mark: String?
  private(set) var devices = 0
  private(set) var syncs = 0
  private(set) var received: [PendingLike] = []
  private var isAway = false
  private var losesAnswers = false
  private var refusal: String?
  private var isHolding = false
  private var held: CheckedContinuation<Void, Never>?
  private var merging: @Sendable () async -> Void = {}

  /// Keeps the next answer back, with what holds then, until it is released.
  func hold() { isHolding = true }

  /// Whether an answer is kept back.
  var isHeld: Bool { held != nil }

  func release() {
    held?.resume()
    held = nil
  }

  /// What happens before the other device's likes are moved.
  func whileMerging(_ body: @escaping @Sendable () async -> Void) { merging = body }

  func beAway(_ isAway: Bool) { self.isAway = isAway }

  func loseAnswers(_ isLost: Bool) { losesAnswers = isLost }

  /// Refuses whatever comes in the next request.
  func refuse(_ code: String?) { refusal = code }

  /// What happens when the store is emptied.
  func forgetEverything() {
    (states, sequences, sequence, mark) = ([:], [:], 0, nil)
  }

  var liked: Set<Int64> { Set(states.values.filter(\.isLiked).map(\.productID)) }

  func overlay(_ products: [Int64]) async throws -> LikeOverlay {
    LikeOverlay(liked: products.filter(liked.contains))
  }

  /// Done on another device.
  func tap(_ product: Int64, _ isLiked: Bool, at: String = LikeTime.text(LikeTime.now)) {
    apply(PendingLike(productID: product, isLiked: isLiked, at: at))
  }

  private func apply(_ operation: PendingLike) {
    if let held = states[operation.productID], (held.at, held.id) >= (operation.at, operation.id) {
      return
    }
    sequence += 1
    states[operation.productID] = operation
    sequences[operation.productID] = sequence
  }

  func deviceMark() async throws -> String {
    if isAway { throw Away() }
    if let mark { return mark }
    devices += 1
    mark = "device \(devices)"
    return "device \(devices)"
  }

  func isLetIn() async throws -> Bool { mark != nil }

  func sync(_ operations: [PendingLike], since: Int64) async throws -> LikeSync {
    if isAway { throw Away() }
    syncs += 1
    received += operations
    var refused: [RefusedLike] = []
    if let refusal {
      refused = operations.map { RefusedLike(operationID: $0.id, code: refusal, detail: "") }
      self.refusal = nil
    } else {
      for operation in operations { apply(operation) }
    }
    if losesAnswers { throw Away() }
    let isWhole = since == 0 || since > sequence
    let told = states.values.filter {
      isWhole ? $0.isLiked : (sequences[$0.productID] ?? 0) > since
    }
    let answer = LikeSync(
      changes: told.map {
        LikeChange(
          productID: $0.productID, isLiked: $0.isLiked, at: String($0.at.prefix(19)) + "Z")
      },
      nextSequence: sequence, hasMore: false, isWhole: isWhole, refused: refused,
      serverTime: LikeTime.text(LikeTime.now))
    await beHeld()
    return answer
  }

  private func beHeld() async {
    guard isHolding else { return }
    isHolding = false
    await withCheckedContinuation { held = $0 }
  }

  func page(
    named text: String?, limit: Int, after cursor: String?
  ) async throws -> Listing<LikeCell> { Listing(items: [], page: PageLink(nextCursor: nil)) }

  func remove(others: Bool, _ forgetting: @Sendable () throws -> Void) async throws {
    if isAway { throw Away() }
    if !others { forgetEverything() }
    await beHeld()
    try forgetting()
  }

  /// The other device likes product 9.
  func merge(_ token: String) async throws {
    if isAway { throw Away() }
    await merging()
    tap(9, true)
  }
}
