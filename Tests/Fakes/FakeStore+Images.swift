package import Domain
import Synchronization
package import UseCases

extension FakeStore: ImageRepository {
  package func find(_ digest: ImageDigest) async throws(Failure) -> StoredImage? {
    try reading { state throws(Failure) in state.images[digest]?.original }
  }

  package func find(
    _ digest: ImageDigest, preset: ImagePreset
  ) async throws(Failure) -> PreparedRendition? {
    try reading { state throws(Failure) in
      state.images[digest]?.renditions.first { $0.preset == preset }
    }
  }

  package func served(
    _ digests: Set<ImageDigest>
  ) async throws(Failure) -> [ImageAddress: ImageSummary] {
    try reading { state throws(Failure) in
      Dictionary(
        uniqueKeysWithValues: digests.compactMap { state.images[$0] }.flatMap(\.served))
    }
  }

  package func add(_ image: StoredImage) async throws(Failure) {
    try reading { state throws(Failure) in state.take(PreparedImage(image), isKept: true) }
  }

  package func add(
    _ image: PreparedImage, isKept: Bool, once: RecordedWrite<Picture>?
  ) async throws(Failure) -> Written<Picture> {
    try writing(
      once,
      changing: { state throws(Failure) in
        try [image].refuse(state.removedImages)
        let isNew = state.images[image.original.digest] == nil
        state.take(image, isKept: isKept)
        return (before: isNew ? nil : image.picture, after: image.picture)
      })
  }

  package func refuseRemoved(_ images: [PreparedImage]) async throws(Failure) {
    try reading { state throws(Failure) in try images.refuse(state.removedImages) }
  }

  /// Lists keep its URL here; the tests of the routes have the real store.
  package func remove(
    _ digest: ImageDigest, at instant: Timestamp, once: RecordedWrite<RemovedImage>?
  ) async throws(Failure) -> Written<RemovedImage> {
    try writing(once) { state throws(Failure) in
      guard state.images.removeValue(forKey: digest) != nil else {
        throw .notFound(.image("/images/\(digest.hex)"))
      }
      state.removedImages.insert(digest)
      var products = 0
      for product in state.products + state.hiddenProducts.values {
        let rest = product.images.filter { $0.picture.digest != digest }
        guard rest.count < product.images.count else { continue }
        products += 1
        state.store(
          product.revised(
            ProductRevision(
              draft: product.draft, images: rest.map { .kept($0.id) },
              updatedAt: max(instant, product.summary.updatedAt)), rest))
      }
      return RemovedImage(products: products, listItems: 0)
    }
  }
}

extension FakeStore: Housekeeping {
  /// Images and answers are as old as time here.
  package func sweep(
    at instant: Timestamp, historyDays: Int
  ) async throws(Failure) -> Swept {
    try reading { state throws(Failure) in
      let limit = instant.microseconds - Int64(Self.secondsUnused) * 1_000_000
      guard limit > Timestamp.earliest.microseconds else { return .nothing }
      let removed = instant.microseconds - Int64(Self.secondsRemoved) * 1_000_000
      let needed = state.digestsInUse(removedAfter: removed)
      let swept = state.sweepDevices(at: instant)
      let before = Swept(images: state.images.count, answers: state.answers.count)
      state.images = state.images.filter {
        needed.contains($0.key.hex) || state.keptImages.contains($0.key)
      }
      state.answers = [:]
      state[FakeStock.self].forget(at: instant)
      let old = state.searching.searches.filter { _, searchedAt in
        searchedAt.microseconds
          < instant.microseconds - Int64(SearchTrend.secondsKept) * 1_000_000
      }
      for search in old.keys { state.searching.searches[search] = nil }
      let tokens = state.access.tokens
      let expired = instant.microseconds - Int64(Self.secondsExpired) * 1_000_000
      state.access.tokens.removeAll { ($0.expiresAt?.microseconds ?? .max) < expired }
      return Swept(
        images: before.images - state.images.count, answers: before.answers,
        devices: swept.devices, likes: swept.likes, searches: old.count,
        changes: state[FakeHistory.self].forget(
          before: instant.microseconds - Int64(historyDays) * 86_400_000_000),
        tokens: tokens.count - state.access.tokens.count)
    }
  }
}

extension FakeStore: ServerKeyRepository {
  package func key(_ name: String, orElse fresh: [UInt8]) async throws(Failure) -> [UInt8] {
    try reading { state throws(Failure) in
      let key = state.serverKeys[name] ?? fresh
      state.serverKeys[name] = key
      return key
    }
  }
}

extension FakeStore.State {
  /// What is there stays, and gets those renditions that it has not.
  mutating func take(_ image: PreparedImage, isKept: Bool) {
    if isKept { keptImages.insert(image.original.digest) }
    guard let present = images[image.original.digest] else {
      return images[image.original.digest] = image
    }
    let presets = Set(present.renditions.map(\.preset))
    let isNew = presets.isEmpty && !image.renditions.isEmpty
    images[image.original.digest] = PreparedImage(
      original: present.original, color: isNew ? image.color : present.color,
      renditions: present.renditions + image.renditions.filter { !presets.contains($0.preset) })
  }

  /// - Parameter removed: microseconds; products that were removed before have lost their images.
  fileprivate func digestsInUse(removedAfter removed: Int64) -> Set<String> {
    let references =
      eventBanners.map(\.thumbnailImage) + itemTypes.map(\.thumbnailImage)
      + eventCategories.flatMap { [$0.draft.thumbnailImage, $0.draft.thumbnailTextImage] }
    let named = references.compactMap { reference in
      reference.text.split(separator: "/").first { $0.utf8.count == 64 }.map(String.init)
    }
    let former = formerProducts.values.filter { $0.removedAt.microseconds >= removed }
    let shown = products + hiddenProducts.values + former.map(\.product)
    return Set(named + shown.flatMap { $0.images.map(\.picture.digest.hex) })
  }
}

extension PreparedImage {
  /// An image of which nothing was made.
  init(_ original: StoredImage) {
    self.init(original: original, color: .gray, renditions: [])
  }
}

/// A claim that ends when it is withdrawn, or when the write is made.
final class FakeKeyClaim: KeyClaim {
  let token: [UInt8]
  private let key: IdempotencyKey
  private let store: FakeStore

  init(_ key: IdempotencyKey, _ token: [UInt8], _ store: FakeStore) {
    self.token = token
    self.key = key
    self.store = store
  }

  func withdraw() async {
    store.state.withLock { state in
      if state.claims[key] == token { state.claims[key] = nil }
    }
  }
}

// Writes without a key, for tests that ask for no repetition.

extension ImageRepository {
  package func add(_ image: PreparedImage) async throws(Failure) {
    _ = try await add(image, once: nil).made
  }
}
