package import Domain
package import UseCases

/// A device, with the digest of its token.
struct FakeDevice {
  let id: Int64
  let digest: [UInt8]
  var shopperID: Int64
  var firstSequence: Int64 = 0
  var seenAt: Timestamp

  var device: Device {
    Device(id: id, shopperID: shopperID, firstSequence: firstSequence, seenAt: seenAt)
  }
}

/// A shopper: what holds for products, what is kept of those that are liked, and what was seen.
struct FakeShopper {
  var counts = LikeCounts.none
  var states: [Int64: LikeState] = [:]
  var snapshots: [Int64: LikedSnapshot] = [:]
  /// Products that are or were liked.
  var wasLiked: Set<Int64> = []
  var views: [Int64: Timestamp] = [:]

  /// As the store keeps them: the hundred that were seen last.
  mutating func forgetViews() {
    let kept = views.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(100)
    views = Dictionary(kept.map { ($0.key, $0.value) }) { first, _ in first }
  }
}

extension FakeStore: DeviceRepository {
  package func add(digest: [UInt8], at instant: Timestamp) async throws(Failure) -> Device {
    try reading { state throws(Failure) in
      state.lastDeviceID += 1
      let id = state.lastDeviceID
      state.shoppers[id] = FakeShopper()
      state.devices.append(FakeDevice(id: id, digest: digest, shopperID: id, seenAt: instant))
      return Device(id: id, shopperID: id, firstSequence: 0, seenAt: instant)
    }
  }

  package func find(digest: [UInt8]) async throws(Failure) -> Device? {
    try reading { state throws(Failure) in state.devices.first { $0.digest == digest }?.device }
  }

  package func see(_ id: Int64, at instant: Timestamp) async throws(Failure) {
    try reading { state throws(Failure) in
      guard let index = state.devices.firstIndex(where: { $0.id == id }) else { return }
      guard state.devices[index].device.isWorthNoting(at: instant) else { return }
      state.devices[index].seenAt = instant
    }
  }

  package func merge(_ other: Int64, into id: Int64) async throws(Failure) {
    try reading { state throws(Failure) in
      guard let from = state.shopper(of: other), let to = state.shopper(of: id) else {
        throw .unauthenticated
      }
      if from != to { try state.merge(from, into: to) }
    }
  }

  package func remove(_ id: Int64) async throws(Failure) -> Bool {
    try reading { state throws(Failure) in
      let before = state.devices.count
      state.devices.removeAll { $0.id == id }
      state.forgetUnusedShoppers()
      return state.devices.count < before
    }
  }

  package func removeOthers(than id: Int64) async throws(Failure) {
    try reading { state throws(Failure) in
      let shopper = state.shopper(of: id)
      state.devices.removeAll { $0.shopperID == shopper && $0.id != id }
    }
  }
}

extension FakeStore.State {
  func shopper(of device: Int64) -> Int64? { devices.first { $0.id == device }?.shopperID }

  fileprivate mutating func merge(_ from: Int64, into to: Int64) throws(Failure) {
    guard let moved = shoppers[from], var kept = shoppers[to] else { throw .unauthenticated }
    let plan: LikePlan
    do throws(ValidationError) {
      plan = try LikePlan(
        moving: Array(moved.states.values), of: moved.counts, into: kept.counts, known: kept.states)
    } catch {
      throw .conflict(error)
    }
    let first = max(moved.counts.sequence, kept.counts.sequence) + 1
    kept.wasLiked.formUnion(moved.wasLiked)
    kept.views.merge(moved.views) { max($0, $1) }
    kept.forgetViews()
    shoppers[to] = kept
    shoppers[from] = nil
    write(plan, for: to) { moved.snapshots[$0] }
    for index in devices.indices where devices[index].shopperID == from {
      devices[index].shopperID = to
      devices[index].firstSequence = first
    }
  }

  /// Carries a plan out.
  ///
  /// - Parameter snapshot: what is kept of a product that is liked from now on.
  mutating func write(
    _ plan: LikePlan, for shopper: Int64, _ snapshot: (Int64) -> LikedSnapshot?
  ) {
    guard var kept = shoppers[shopper] else { return }
    kept.counts = plan.counts
    for state in plan.states {
      let product = state.productID
      kept.states[product] = state
      if state.isLiked { kept.wasLiked.insert(product) }
      kept.snapshots[product] =
        state.isLiked ? kept.snapshots[product] ?? snapshot(product) : nil
    }
    shoppers[shopper] = kept
    likeChanges += plan.changes.map { (product: $0.key, change: $0.value) }
  }

  /// Forgets shoppers without a device.
  fileprivate mutating func forgetUnusedShoppers() {
    let used = Set(devices.map(\.shopperID))
    for (id, shopper) in shoppers where !used.contains(id) {
      likeChanges += shopper.states.values.filter(\.isLiked).map { ($0.productID, -1) }
      shoppers[id] = nil
    }
  }

  /// How many devices were removed.
  mutating func sweepDevices(at instant: Timestamp) -> (devices: Int, likes: Int) {
    let unseen = instant.microseconds - Int64(FakeStore.secondsUnseen) * 1_000_000
    let remembered = instant.microseconds - Int64(FakeStore.secondsRemembered) * 1_000_000
    let before = devices.count
    var likes = 0
    let idle = instant.microseconds - Int64(FakeStore.secondsIdle) * 1_000_000
    devices.removeAll { device in
      let hasLikes = shoppers[device.shopperID]?.states.isEmpty == false
      return device.seenAt.microseconds < (hasLikes ? unseen : idle)
    }
    forgetUnusedShoppers()
    for (id, var shopper) in shoppers {
      let old = shopper.states.values.filter {
        !$0.isLiked && $0.operation.at.microseconds < remembered
      }
      for state in old {
        shopper.states[state.productID] = nil
        shopper.wasLiked.remove(state.productID)
      }
      shopper.counts.entries -= old.count
      likes += old.count
      shopper.counts.sweptSequence = max(
        shopper.counts.sweptSequence, old.map(\.sequence).max() ?? 0)
      shoppers[id] = shopper
    }
    return (before - devices.count, likes)
  }
}
