package import Domain

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
  /// Whether Naver's shopping search answers requests without a client's id and secret.
  package var isNaverOpen: Bool
  /// Which apps open pages of products themselves.
  package var apps: AppLinks

  package init(
    rate: RateGate? = nil, origins: OriginPolicy = .sameOriginOnly, adminKeys: AdminKeys? = nil,
    mommyTalk: MommyTalkPolicy = .everybody, openMarketV2Host: String? = nil,
    failedSecrets: FailedSecrets = .unlimited, bootstrapDigest: [UInt8]? = nil,
    newDevices: NewDeviceRate = .unlimited, vendorImagesPerDay: Int? = nil,
    languages: UsualLanguages = .apart,
    collectedSearches: CollectedSearches? = CollectedSearches(), simulation: Simulation? = nil,
    isNaverOpen: Bool = false, apps: AppLinks = .none
  ) {
    self.rate = rate
    self.origins = origins
    self.adminKeys = adminKeys
    self.mommyTalk = mommyTalk
    self.openMarketV2Host = openMarketV2Host?.lowercased()
    self.failedSecrets = failedSecrets
    self.bootstrapDigest = bootstrapDigest
    self.newDevices = newDevices
    self.vendorImagesPerDay = vendorImagesPerDay
    self.languages = languages
    self.collectedSearches = collectedSearches
    self.simulation = simulation
    self.isNaverOpen = isNaverOpen
    self.apps = apps
  }
}
