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
  package var browseProducts: BrowseProducts
  package var browseBanner: BrowseBanner
  package var showProduct: ShowProduct
  package var listProducts: ListProducts
  package var registerProduct: RegisterProduct
  package var editProduct: EditProduct
  package var arrangeProductImages: ArrangeProductImages
  package var removeProduct: RemoveProduct
  package var productCursors: ProductCursors
  package var productSecret: ProductSecret
  package var authenticateVendor: AuthenticateVendor
  package var spendUploadQuota: SpendUploadQuota
  package var authenticateToken: AuthenticateToken
  package var checkReadiness: CheckReadiness
  /// Of writes that may be repeated.
  package var answers: any AnswerRepository
  /// Where images go in while they arrive.
  package var workshop: any ImageWorkshop
  /// For keys that clients show.
  package var secretDigest: any SecretDigest
  /// SHA-256.
  package var digest: @Sendable ([UInt8]) -> [UInt8]
  let tags: ContentTag

  /// Joins the ports to the use cases that need them.
  ///
  /// - Parameter bootstrapDigest: see ``AuthenticateToken``; nil for no bootstrap token.
  package init(
    eventCategories: any EventCategoryRepository, shopWindow: any ShopWindowRepository,
    images: any ImageRepository, accessTokens: any AccessTokenRepository,
    catalogue: CataloguePorts, readiness: any ReadinessProbe, secretDigest: any SecretDigest,
    bootstrapDigest: [UInt8]?, now: @escaping WallClock
  ) {
    let products = catalogue.products
    browseEventCategories = BrowseEventCategories(repository: eventCategories, now: now)
    listEventCategories = ListEventCategories(repository: eventCategories)
    findEventCategory = FindEventCategory(repository: eventCategories)
    seedEventCategories = SeedEventCategories(repository: eventCategories, images: images)
    addEventCategory = AddEventCategory(repository: eventCategories, images: images)
    editEventCategory = EditEventCategory(repository: eventCategories, images: images)
    removeEventCategory = RemoveEventCategory(repository: eventCategories)
    browseEventBanners = BrowseEventBanners(repository: shopWindow)
    browseCategories = BrowseCategories(repository: shopWindow)
    browseItemTypes = BrowseItemTypes(repository: shopWindow)
    findImage = FindImage(repository: images)
    storeImage = StoreImage(repository: images)
    browseProducts = BrowseProducts(repository: products)
    browseBanner = BrowseBanner(repository: products)
    showProduct = ShowProduct(repository: products)
    listProducts = ListProducts(repository: products, seal: catalogue.seal)
    registerProduct = RegisterProduct(products: products, now: now)
    editProduct = EditProduct(products: products, now: now)
    arrangeProductImages = ArrangeProductImages(products: products, now: now)
    removeProduct = RemoveProduct(products: products, now: now)
    productCursors = ProductCursors(seal: catalogue.seal)
    productSecret = ProductSecret(seal: catalogue.seal, now: now)
    authenticateVendor = AuthenticateVendor(
      vendors: catalogue.vendors, hasher: catalogue.secretHasher)
    spendUploadQuota = SpendUploadQuota(repository: catalogue.uploadQuota)
    answers = catalogue.answers
    workshop = catalogue.workshop
    self.secretDigest = secretDigest
    digest = secretDigest.digest
    tags = ContentTag(seal: catalogue.seal)
    authenticateToken = AuthenticateToken(
      repository: accessTokens, secretDigest: secretDigest, bootstrapDigest: bootstrapDigest)
    checkReadiness = CheckReadiness(probe: readiness)
  }
}

/// The ports of products and their vendors.
package struct CataloguePorts: Sendable {
  package let products: any ProductRepository
  package let answers: any AnswerRepository
  package let vendors: any VendorRepository
  package let uploadQuota: any UploadQuotaRepository
  package let secretHasher: any SecretHasher
  package let seal: any Seal
  package let workshop: any ImageWorkshop

  package init(
    products: any ProductRepository, answers: any AnswerRepository,
    vendors: any VendorRepository, uploadQuota: any UploadQuotaRepository,
    secretHasher: any SecretHasher, seal: any Seal, workshop: any ImageWorkshop
  ) {
    self.products = products
    self.answers = answers
    self.vendors = vendors
    self.uploadQuota = uploadQuota
    self.secretHasher = secretHasher
    self.seal = seal
    self.workshop = workshop
  }
}
