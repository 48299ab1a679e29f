package import Domain

/// All ports of the use cases.
///
/// The program fills it with PostgreSQL and libcrypto; tests and benchmarks with a store in memory,
/// and set single ports to others.
package struct Ports: Sendable {
  // The ports of the store.
  /// The lists that administrators arrange: event categories, banners, ...
  package var lists: any ListRepository
  package var eventProducts: any EventProductRepository
  package var demoShop: any DemoShopRepository
  package var products: any ProductRepository
  package var search: any ProductSearchRepository
  package var searchRules: any SearchRuleRepository
  package var searchTrends: any SearchTrendRepository
  package var vendors: any VendorRepository
  package var images: any ImageRepository
  package var accessTokens: any AccessTokenRepository
  /// The answers of idempotent writes.
  package var answers: any AnswerRepository
  package var uploadQuota: any UploadQuotaRepository
  package var searchClients: any SearchClientRepository
  package var serverKeys: any ServerKeyRepository
  package var housekeeping: any Housekeeping
  package var devices: any DeviceRepository
  package var likes: any LikeRepository
  package var recentViews: any RecentViewRepository
  package var readOnly: any ReadOnlyRepository

  // The ports of the machine.
  package var machine: Machine

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

  package init(
    lists: any ListRepository, eventProducts: any EventProductRepository,
    demoShop: any DemoShopRepository, products: any ProductRepository,
    search: any ProductSearchRepository, searchRules: any SearchRuleRepository,
    searchTrends: any SearchTrendRepository,
    vendors: any VendorRepository, images: any ImageRepository,
    accessTokens: any AccessTokenRepository, answers: any AnswerRepository,
    uploadQuota: any UploadQuotaRepository, searchClients: any SearchClientRepository,
    serverKeys: any ServerKeyRepository, housekeeping: any Housekeeping,
    devices: any DeviceRepository, likes: any LikeRepository,
    recentViews: any RecentViewRepository, readOnly: any ReadOnlyRepository, machine: Machine
  ) {
    self.lists = lists
    self.eventProducts = eventProducts
    self.demoShop = demoShop
    self.products = products
    self.search = search
    self.searchRules = searchRules
    self.searchTrends = searchTrends
    self.vendors = vendors
    self.images = images
    self.accessTokens = accessTokens
    self.answers = answers
    self.uploadQuota = uploadQuota
    self.searchClients = searchClients
    self.serverKeys = serverKeys
    self.housekeeping = housekeeping
    self.devices = devices
    self.likes = likes
    self.recentViews = recentViews
    self.readOnly = readOnly
    self.machine = machine
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
