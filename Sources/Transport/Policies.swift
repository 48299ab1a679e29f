/// What the operator decides about requests.
package struct Policies: Sendable {
  /// Nil lets everybody ask as often as they like.
  package var rate: RateGate?
  /// Whose pages may call us.
  package var origins: OriginPolicy
  /// Nil lets everybody come to the administrator's routes who has a token.
  package var adminKeys: AdminKeys?
  /// Who may read MommyTalk's shop.
  package var mommyTalk: MommyTalkPolicy
  /// The host, in lower case, under which Open Market's second version is served at the paths of
  /// the first; nil leaves it to the paths of its own.
  package var openMarketV2Host: String?
  /// Who has to wait before another secret of theirs is compared.
  package var failedSecrets: FailedSecrets
  /// The digest of a token that is valid without a row in the store; see ``AuthenticateToken``. Nil
  /// for none.
  package var bootstrapDigest: [UInt8]?
  /// Images that each vendor may send in a day; nil for any number.
  package var vendorImagesPerDay: Int?
  /// In which languages clients are answered who ask for none.
  package var languages: UsualLanguages
  /// Where searches go that are counted; nil where none are.
  package var collectedSearches: CollectedSearches?
  /// Nil refuses requests that ask for a simulation.
  package var simulation: Simulation?

  package init(
    rate: RateGate? = nil, origins: OriginPolicy = .sameOriginOnly, adminKeys: AdminKeys? = nil,
    mommyTalk: MommyTalkPolicy = .everybody, openMarketV2Host: String? = nil,
    failedSecrets: FailedSecrets = .unlimited, bootstrapDigest: [UInt8]? = nil,
    vendorImagesPerDay: Int? = nil, languages: UsualLanguages = .apart,
    collectedSearches: CollectedSearches? = CollectedSearches(), simulation: Simulation? = nil
  ) {
    self.rate = rate
    self.origins = origins
    self.adminKeys = adminKeys
    self.mommyTalk = mommyTalk
    self.openMarketV2Host = openMarketV2Host?.lowercased()
    self.failedSecrets = failedSecrets
    self.bootstrapDigest = bootstrapDigest
    self.vendorImagesPerDay = vendorImagesPerDay
    self.languages = languages
    self.collectedSearches = collectedSearches
    self.simulation = simulation
  }
}
