package import Domain
import Synchronization
package import UseCases

/// The part of a fake store's state that one feature alone knows.
protocol FakePart: Sendable {
  /// Before any write.
  init()
}

/// All ports of a store, in memory. It keeps the contract that the real one keeps.
package final class FakeStore: Sendable {
  struct State {
    /// `ArrangedList`s by the names of their lists.
    var lists: [String: any Sendable] = [HomeSectionDraft.name: HomeSectionDraft.usual]
    /// The highest id that each list ever had.
    var lastListIDs: [String: Int64] = [HomeSectionDraft.name: 4]
    var hasDemoLists = false
    var hasDemoProducts = false
    var images: [ImageDigest: PreparedImage] = [:]
    /// Those removed for good.
    var removedImages: Set<ImageDigest> = []
    /// Of images that the sweep leaves.
    var keptImages: Set<ImageDigest> = []
    /// Live ones, by ascending id.
    var products: [Product] = []
    var hiddenProducts: [Int64: Product] = [:]
    var removedProducts: Set<Int64> = []
    var lastProductID: Int64 = 0
    var lastProductImageID: Int64 = 0
    var lastVariantID: Int64 = 0
    var answers: [IdempotencyKey: KeptAnswer] = [:]
    /// Tokens of claims. They do not run out here.
    var claims: [IdempotencyKey: [UInt8]] = [:]
    var lastClaim: UInt8 = 0
    var serverKeys: [String: [UInt8]] = [:]
    /// Products of event categories, in their order.
    var eventProducts: [Int64: [Int64]] = [:]
    var devices: [FakeDevice] = []
    var lastDeviceID: Int64 = 0
    var shoppers: [Int64: FakeShopper] = [:]
    /// By how much counts of likes are going to change, in the order in which they came.
    var likeChanges: [(product: Int64, change: Int)] = []
    /// Removed products as they were.
    var formerProducts: [Int64: (product: Product, removedAt: Timestamp)] = [:]
    var readOnlySince: Timestamp?
    var failure: Failure?
    var losesAnswers = false
    var isSlow = false
    var liveReads = 0
    /// The state of one feature each.
    private var parts: [ObjectIdentifier: any Sendable] = [:]

    /// The state that a feature declares beside its fake.
    subscript<Part: FakePart>(_ part: Part.Type) -> Part {
      get { parts[ObjectIdentifier(part)] as? Part ?? Part() }
      set { parts[ObjectIdentifier(part)] = newValue }
    }
  }

  let state = Mutex(State())

  package init() {}

  /// How often the event categories of this moment were read.
  package var liveReads: Int { state.withLock { $0.liveReads } }

  /// Lets reads of products and of live event categories take their time from now on, so that
  /// others come in between.
  package func becomeSlow() { state.withLock { $0.isSlow = true } }

  func takeTime() async {
    guard state.withLock({ $0.isSlow }) else { return }
    for _ in 0..<100 { await Task.yield() }
  }

  /// Lets every call fail until it is told nil.
  package func fail(with failure: Failure?) {
    state.withLock { $0.failure = failure }
  }

  /// Whether it was told to.
  package var isFailing: Bool { state.withLock { $0.failure != nil } }

  /// Lets every write be stored, and nobody hear of it, until it is told false.
  package func loseAnswers(_ isLost: Bool) {
    state.withLock { $0.losesAnswers = isLost }
  }

  /// Takes an image in, as an upload would.
  package func put(_ image: StoredImage) {
    put(PreparedImage(original: image, color: .gray, renditions: []))
  }

  /// Takes an image in with its renditions, as an upload would.
  package func put(_ image: PreparedImage) {
    state.withLock { $0.images[image.original.digest] = image }
  }

  /// Takes products as they are, also those that no write makes, such as reviewed ones.
  package func put(_ products: [Product]) {
    state.withLock { $0.products = products.sorted { $0.id < $1.id } }
  }

  /// This store, and fakes of all else.
  package var ports: Ports {
    Ports(self, .fake)
  }

  func reading<Value: Sendable>(
    _ body: (inout State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try state.withLock { state throws(Failure) in
      if let failure = state.failure { throw failure }
      return try body(&state)
    }
  }
}

extension Ports.Machine {
  /// No real cryptography, no images, and always ready.
  package static var fake: Self {
    Self(
      now: FakeClock("2026-03-01T00:00:00Z").now, randomBytes: CountingBytes().bytes,
      secretDigest: FakeSecretDigest(),
      secretHasher: FakeSecretHasher(), signer: FakeSigner(), imagePipeline: FakeImagePipeline(),
      readiness: FakeReadiness())
  }
}

extension FakeStore: Store {}
