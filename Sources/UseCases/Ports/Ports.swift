package import Domain

/// The ports of a store, which one type fulfils.
package protocol Store: ListRepository, EventProductRepository, DemoShopRepository,
  ProductRepository, ProductSearchRepository, SearchRuleRepository, SearchTrendRepository,
  VendorRepository, ImageRepository, AccessTokenRepository, AnswerRepository,
  UploadQuotaRepository, SearchClientRepository, ServerKeyRepository, Housekeeping,
  DeviceRepository, LikeRepository, RecentViewRepository, ReadOnlyRepository, ChangeRepository,
  ChangeNumbering, HistoryRepository
{}

/// All ports of the use cases.
///
/// The program fills it with PostgreSQL and libcrypto, tests of use cases with a store in memory.
package struct Ports: Sendable {
  private let store: any Store
  package var machine: Machine

  package init(_ store: any Store, _ machine: Machine) {
    self.store = store
    self.machine = machine
  }

  /// The lists that administrators arrange: event categories, banners, ...
  package var lists: any ListRepository { store }
  package var eventProducts: any EventProductRepository { store }
  package var demoShop: any DemoShopRepository { store }
  package var products: any ProductRepository { store }
  package var search: any ProductSearchRepository { store }
  package var searchRules: any SearchRuleRepository { store }
  package var searchTrends: any SearchTrendRepository { store }
  package var vendors: any VendorRepository { store }
  package var images: any ImageRepository { store }
  package var accessTokens: any AccessTokenRepository { store }
  /// The answers of idempotent writes.
  package var answers: any AnswerRepository { store }
  package var uploadQuota: any UploadQuotaRepository { store }
  package var searchClients: any SearchClientRepository { store }
  package var serverKeys: any ServerKeyRepository { store }
  package var housekeeping: any Housekeeping { store }
  package var devices: any DeviceRepository { store }
  package var likes: any LikeRepository { store }
  package var recentViews: any RecentViewRepository { store }
  package var readOnly: any ReadOnlyRepository { store }
  package var changes: any ChangeRepository { store }
  package var changeNumbering: any ChangeNumbering { store }
  package var history: any HistoryRepository { store }

  /// The ports without a store: clock, cryptography, images, readiness.
  package struct Machine: Sendable {
    package var now: WallClock
    /// For tokens, and for ids that must be unique.
    package var randomBytes: RandomBytes
    /// SHA-256, for tokens.
    package var secretDigest: any SecretDigest
    package var secretHasher: any SecretHasher
    package var signer: any Signer
    package var imagePipeline: any ImagePipeline
    package var readiness: any ReadinessProbe

    package init(
      now: @escaping WallClock, randomBytes: @escaping RandomBytes,
      secretDigest: any SecretDigest, secretHasher: any SecretHasher, signer: any Signer,
      imagePipeline: any ImagePipeline, readiness: any ReadinessProbe
    ) {
      self.now = now
      self.randomBytes = randomBytes
      self.secretDigest = secretDigest
      self.secretHasher = secretHasher
      self.signer = signer
      self.imagePipeline = imagePipeline
      self.readiness = readiness
    }
  }
}

/// The time of day, passed in so that use cases are functions of their input.
package typealias WallClock = @Sendable () -> Timestamp

/// Makes random bytes that cannot be guessed.
package typealias RandomBytes = @Sendable (_ count: Int) -> [UInt8]

/// A cryptographic digest, and a comparison in constant time.
package protocol SecretDigest: Sendable {
  /// SHA-256, 32 bytes.
  func digest(_ bytes: [UInt8]) -> [UInt8]

  /// Compares in a time that depends only on the lengths. Different lengths are never equal.
  func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool
}
