import Domain
package import UseCases
package import Web

/// What the operator decides about requests.
package struct Policies: Sendable {
  /// Nil lets everybody ask as often as they like.
  package var rate: RateGate?
  /// Whose pages may call us.
  package var origins: OriginPolicy
  /// Nil lets everybody come to the administrator's routes who has a token.
  package var adminKeys: AdminKeys?
  /// Refuses writes while an operator has stopped them.
  package let readOnly = ReadOnlyGate()
  /// Who has to wait before another secret of theirs is compared.
  package var failedSecrets: FailedSecrets
  /// The digest of a token that is valid without a row in the store; see ``AuthenticateToken``. Nil
  /// for none.
  package var bootstrapDigest: [UInt8]?
  /// How many new devices an address may have.
  package var newDevices: NewDeviceRate
  /// Images that each vendor may send in a day; nil for any number.
  package var vendorImagesPerDay: Int?
  /// In which languages clients are answered who ask for none.
  package var languages: UsualLanguages
  /// Where searches go that are counted; nil where none are.
  package var collectedSearches: CollectedSearches?
  /// Nil refuses requests that ask for a simulation.
  package var simulation: Simulation?
  /// Which apps open pages of products themselves.
  package var apps: AppLinks

  package init(
    rate: RateGate? = nil, origins: OriginPolicy = .sameOriginOnly, adminKeys: AdminKeys? = nil,
    failedSecrets: FailedSecrets = .unlimited, bootstrapDigest: [UInt8]? = nil,
    newDevices: NewDeviceRate = .unlimited, vendorImagesPerDay: Int? = nil,
    languages: UsualLanguages = .apart,
    collectedSearches: CollectedSearches? = CollectedSearches(), simulation: Simulation? = nil,
    apps: AppLinks = .none
  ) {
    self.rate = rate
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
  }
}
