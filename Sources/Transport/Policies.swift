import Domain
package import UseCases
package import Web

/// The operator's settings for requests.
package struct Policies: Sendable {
  /// Nil for no limit.
  package var rate: RateGate?
  /// Nil serves any host.
  package var hosts: HostGate?
  /// The web origins whose pages may call the server.
  package var origins: OriginPolicy
  /// Nil admits every administrator with a token.
  package var adminKeys: AdminKeys?
  /// Rejects writes in read-only mode.
  package let readOnly = ReadOnlyGate()
  /// The limit of wrong secrets and tokens.
  package var failedSecrets: FailedSecrets
  /// The digest of a token that is valid without a row in the store; see ``AuthenticateToken``. Nil
  /// for none.
  package var bootstrapDigest: [UInt8]?
  /// The limit of new devices from an address.
  package var newDevices: NewDeviceRate
  /// Images that each vendor may upload in a day; nil for no limit.
  package var vendorImagesPerDay: Int?
  /// The languages of answers to clients that request none.
  package var languages: UsualLanguages
  /// The queue of searches to count; nil where none are counted.
  package var collectedSearches: CollectedSearches?
  /// Nil rejects requests for a simulation.
  package var simulation: Simulation?
  /// The apps that open pages of products themselves.
  package var apps: AppLinks
  /// The name of the shop on its pages.
  package var shopName: String
  /// In which administrators write dates: a name of the IANA.
  package var timeZone: String

  package init(
    rate: RateGate? = nil, hosts: HostGate? = nil, origins: OriginPolicy = .sameOriginOnly,
    adminKeys: AdminKeys? = nil,
    failedSecrets: FailedSecrets = .unlimited, bootstrapDigest: [UInt8]? = nil,
    newDevices: NewDeviceRate = .unlimited, vendorImagesPerDay: Int? = nil,
    languages: UsualLanguages = .apart,
    collectedSearches: CollectedSearches? = CollectedSearches(), simulation: Simulation? = nil,
    apps: AppLinks = .none, shopName: String = "Moa", timeZone: String = "Asia/Seoul"
  ) {
    self.rate = rate
    self.hosts = hosts
    self.origins = origins
    self.adminKeys = adminKeys
    self.failedSecrets = failedSecrets
    self.bootstrapDigest = bootstrapDigest
    self.newDevices = newDevices
    self.vendorImagesPerDay = vendorImagesPerDay
    self.languages = languages
    self.collectedSearches = collectedSearches
    self.simulation = simulation
    self.apps = apps
    self.shopName = shopName
    self.timeZone = timeZone
  }
}
