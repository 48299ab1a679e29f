package import Domain
package import HTTP
package import UseCases

/// All that this server answers, mounted.
package enum Routes {
  /// The largest body that any route collects, in bytes: what a server must have room for.
  ///
  /// Images are none: they go on into files as they come.
  package static let heldBodyBytesMax = max(
    EventCategoryDocument.bytesMax, ProductDocument.bytesMax)

  /// The largest body that any route reads, in bytes: five images as cameras make them, and what
  /// an app sends along by mistake. They are not held, but pass through piece by piece.
  package static let bodyBytesMax = max(heldBodyBytesMax, ProductForm.bytesMax)

  /// The handler of one loop.
  ///
  /// - Parameters:
  ///   - standby: where what nobody signs may be read.
  ///   - publicOrigin: what stands in front of site-relative image paths; nil takes the host
  ///     that each request was sent to.
  ///   - strictTransport: whether this server speaks TLS itself.
  ///   - policies: what is asked about every request first.
  ///   - observe: told what went wrong inside, with the id of the request.
  ///   - audit: told of every attempt to change something.
  ///   - extra: mounts more routes; for tests.
  /// - Throws: never in practice: the security fields are literals, and a test makes them.
  package static func handler(
    _ services: Services, standby: Standby? = nil, publicOrigin: Origin?,
    strictTransport: Bool = false,
    policies: Policies = Policies(),
    now: @escaping WallClock, observe: @escaping Router.IncidentObserver,
    audit: @escaping Router.AuditObserver = { _ in }, extra: (inout Router) -> Void = { _ in }
  ) throws(ResponseError) -> Handler {
    var router = try router(
      services, publicOrigin: publicOrigin, policies: policies, strictTransport: strictTransport,
      now: now, observe: observe, audit: audit, extra: extra)
    if let standby {
      let reading = try self.router(
        standby.services, publicOrigin: publicOrigin, policies: policies.ofRoutes,
        strictTransport: strictTransport, now: now, observe: { _, _ in }, extra: extra)
      router.read(first: reading, while: standby.isFresh)
    }
    return router.handler
  }

  /// The same, before it is one function.
  package static func router(
    _ services: Services, publicOrigin: Origin?, policies: Policies, strictTransport: Bool = false,
    now: @escaping WallClock, observe: @escaping Router.IncidentObserver,
    audit: @escaping Router.AuditObserver = { _ in }, extra: (inout Router) -> Void
  ) throws(ResponseError) -> Router {
    let security = try SecurityFields(strictTransport: strictTransport)
    var router = Router(security: security, policies: policies, observe: observe, audit: audit)
    mount(services, publicOrigin, security, on: &router)
    mountProducts(services, publicOrigin, policies, on: &router)
    mountShops(services, publicOrigin, policies, on: &router)
    Placeholder.mount(on: &router, security)
    router.dialect(under: SmartCommerceRoutes.prefix) { problem, request in
      SpringError.response(problem, request, at: now())
    }
    for prefix in OpenMarketRoutes.errorPrefixes {
      router.dialect(under: prefix) { problem, _ in OpenMarketError.response(problem) }
    }
    router.dialect(under: MommyTalkRoutes.prefix) { problem, _ in
      ReadableError.response(problem, problem.status)
    }
    extra(&router)
    return router
  }

  /// What is answered when the engine refuses a request by itself; its id is the second value.
  package static func refusal(
    strictTransport: Bool = false
  ) throws(ResponseError) -> @Sendable (ParseError, String) -> Response {
    let security = try SecurityFields(strictTransport: strictTransport)
    return { error, requestID in
      var response = Problem(error).response(requestID: requestID)
      response.shared = security.standard
      response.closesConnection = true
      return response
    }
  }

  private static func mount(
    _ services: Services, _ origin: Origin?, _ security: SecurityFields, on router: inout Router
  ) {
    let writes = IdempotentWrites(answers: services.answers, digest: services.digest)
    HealthRoutes(checkReadiness: services.checkReadiness, security: security).mount(on: &router)
    EventCategoryRoutes(
      browse: services.browseEventCategories, tags: services.tags,
      origin: origin
    ).mount(on: &router)
    ImageRoutes(findImage: services.findImage, security: security).mount(on: &router)
    EventCategoryAdminRoutes(
      authentication: Authentication(services.authenticateToken),
      list: services.listEventCategories, find: services.findEventCategory,
      seed: services.seedEventCategories, add: services.addEventCategory,
      edit: services.editEventCategory, remove: services.removeEventCategory,
      writes: writes, origin: origin
    ).mount(on: &router)
    ImageAdminRoutes(
      authentication: Authentication(services.authenticateToken), workshop: services.workshop,
      store: services.storeImage, writes: writes
    ).mount(on: &router)
    SmartCommerceRoutes(
      browseEventBanners: services.browseEventBanners,
      browseEventCategories: services.browseEventCategories,
      browseCategories: services.browseCategories, browseItemTypes: services.browseItemTypes,
      origin: origin
    ).mount(on: &router)
  }

  private static func mountProducts(
    _ services: Services, _ origin: Origin?, _ policies: Policies, on router: inout Router
  ) {
    ProductRoutes(
      browse: services.browseProducts, banner: services.browseBanner, show: services.showProduct,
      cursors: services.productCursors, tags: services.tags, origin: origin
    ).mount(on: &router)
    let authentication = VendorAuthentication(
      services.authenticateToken, services.authenticateVendor, policies.failedSecrets)
    ProductImageRoutes(
      authentication: authentication, arrange: services.arrangeProductImages,
      uploads: uploads(services, policies),
      writes: IdempotentWrites(answers: services.answers, digest: services.digest),
      tags: services.tags, origin: origin
    ).mount(on: &router)
    VendorProductRoutes(
      authentication: authentication,
      register: registration(services, policies), edit: services.editProduct,
      remove: services.removeProduct,
      writes: IdempotentWrites(answers: services.answers, digest: services.digest),
      tags: services.tags, origin: origin
    ).mount(on: &router)
  }

  private static func registration(
    _ services: Services, _ policies: Policies
  ) -> ProductRegistration {
    ProductRegistration(
      register: services.registerProduct,
      uploads: uploads(services, policies),
      writes: IdempotentWrites(answers: services.answers, digest: services.digest),
      digest: services.digest)
  }

  private static func uploads(_ services: Services, _ policies: Policies) -> VendorUploads {
    VendorUploads(
      workshop: services.workshop, spend: services.spendUploadQuota,
      imagesPerDay: policies.vendorImagesPerDay)
  }

  /// The shops of existing apps.
  private static func mountShops(
    _ services: Services, _ origin: Origin?, _ policies: Policies, on router: inout Router
  ) {
    OpenMarketRoutes(
      list: CountedPages(list: services.listProducts, tags: services.tags),
      show: services.showProduct,
      writes: OpenMarketWrites(
        vendors: OpenMarketVendors(
          authenticate: services.authenticateVendor, failures: policies.failedSecrets),
        show: services.showProduct, registration: registration(services, policies),
        editing: services.editProduct, removal: services.removeProduct,
        secrets: services.productSecret,
        writes: IdempotentWrites(answers: services.answers, digest: services.digest),
        tags: services.tags),
      origin: origin, secondHost: policies.openMarketV2Host
    ).mount(on: &router)
    MommyTalkRoutes(
      list: CountedPages(list: services.listProducts, tags: services.tags),
      show: services.showProduct,
      policy: policies.mommyTalk,
      secretDigest: services.secretDigest, origin: origin
    ).mount(on: &router)
  }
}
