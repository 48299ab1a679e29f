package import UseCases

/// Every intention that a request can have, ready to be carried out.
///
/// Whoever composes the program fills it once for each loop.
package struct Services: Sendable {
  package var browseEventCategories: BrowseEventCategories
  package var listEventCategories: ListEventCategories
  package var findEventCategory: FindEventCategory
  package var seedEventCategories: SeedEventCategories
  package var addEventCategory: AddEventCategory
  package var editEventCategory: EditEventCategory
  package var removeEventCategory: RemoveEventCategory
  package var browseEventBanners: BrowseEventBanners
  package var browseCategories: BrowseCategories
  package var browseItemTypes: BrowseItemTypes
  package var findImage: FindImage
  package var storeImage: StoreImage
  package var authenticateToken: AuthenticateToken
  package var checkReadiness: CheckReadiness

  /// Joins the ports to the use cases that need them.
  ///
  /// - Parameter bootstrapDigest: see ``AuthenticateToken``; nil for no bootstrap token.
  package init(
    eventCategories: any EventCategoryRepository, shopWindow: any ShopWindowRepository,
    images: any ImageRepository, accessTokens: any AccessTokenRepository,
    readiness: any ReadinessProbe, secretDigest: any SecretDigest, bootstrapDigest: [UInt8]?,
    now: @escaping WallClock
  ) {
    browseEventCategories = BrowseEventCategories(repository: eventCategories, now: now)
    listEventCategories = ListEventCategories(repository: eventCategories)
    findEventCategory = FindEventCategory(repository: eventCategories)
    seedEventCategories = SeedEventCategories(repository: eventCategories)
    addEventCategory = AddEventCategory(repository: eventCategories)
    editEventCategory = EditEventCategory(repository: eventCategories)
    removeEventCategory = RemoveEventCategory(repository: eventCategories)
    browseEventBanners = BrowseEventBanners(repository: shopWindow)
    browseCategories = BrowseCategories(repository: shopWindow)
    browseItemTypes = BrowseItemTypes(repository: shopWindow)
    findImage = FindImage(repository: images)
    storeImage = StoreImage(repository: images, digest: secretDigest.digest)
    authenticateToken = AuthenticateToken(
      repository: accessTokens, secretDigest: secretDigest, bootstrapDigest: bootstrapDigest)
    checkReadiness = CheckReadiness(probe: readiness)
  }
}
