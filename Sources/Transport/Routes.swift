package import Domain
package import HTTP
package import UseCases
package import Web

/// All routes of the server.
package enum Routes {
  /// The largest body that any route keeps in memory, in bytes.
  ///
  /// Images do not count: they go into files as they arrive.
  package static let heldBodyBytesMax = max(
    ListDeclaration<EventCategoryDraft>.bytesMax, ProductDocument.bytesWithPicturesMax)

  /// The largest body that any route reads, in bytes: ten images from cameras, and parts that apps
  /// send by mistake. Such bodies are streamed, not kept.
  package static let bodyBytesMax = max(heldBodyBytesMax, ProductForm.bytesMax)

  /// The handler of the server.
  ///
  /// - Parameters:
  ///   - answers: remembers answers to reads without credentials.
  ///   - standby: a copy of the shop for reads without credentials.
  ///   - publicOrigin: the origin before paths of this site; nil takes the host of each request.
  ///   - site: pages for browsers.
  ///   - strictTransport: whether this server speaks TLS itself.
  ///   - policies: the operator's settings for requests.
  ///   - added: routes that the program adds to those of the shop.
  ///   - observe: receives internal errors, with the id of the request.
  ///   - audit: receives every attempt to change something.
  ///   - extra: mounts more routes; for tests.
  /// - Throws: never in practice: the security fields are literals, and a test makes them.
  package static func handler(
    _ ports: Ports, remembering answers: ValidatedAnswers = ValidatedAnswers(),
    standby: Standby? = nil,
    publicOrigin: Origin?, site: SiteFiles = .none, strictTransport: Bool = false,
    policies: Policies = Policies(), added: AddedRoutes = .none,
    observe: @escaping Router.IncidentObserver,
    audit: @escaping Router.AuditObserver = { _ in }, extra: (inout Router) -> Void = { _ in }
  ) throws(ResponseError) -> Handler {
    var router = try router(
      ports, remembering: answers, publicOrigin: publicOrigin, site: site, policies: policies,
      added: added, strictTransport: strictTransport, observe: observe, audit: audit,
      extra: extra)
    if let standby {
      let reading = try self.router(
        standby.ports, remembering: standby.answers, publicOrigin: publicOrigin, site: site,
        policies: policies, added: added, strictTransport: strictTransport,
        observe: { _, _ in }, extra: extra)
      router.read(
        first: StandbyRouter(reading, isFresh: standby.isFresh, age: standby.age))
    }
    return router.handler
  }

  /// The routes with the gates around them.
  package static func router(
    _ ports: Ports, remembering answers: ValidatedAnswers = ValidatedAnswers(),
    publicOrigin: Origin?, site: SiteFiles = .none, policies: Policies, added: AddedRoutes = .none,
    strictTransport: Bool = false,
    observe: @escaping Router.IncidentObserver,
    audit: @escaping Router.AuditObserver = { _ in }, extra: (inout Router) -> Void
  ) throws(ResponseError) -> Router {
    let security = try SecurityFields(
      strictTransport: strictTransport, publicOrigin: publicOrigin)
    // An entry for each write, whatever refuses it.
    let audit = AuditTrail(observe: audit, shownPath: added.shownPath)
    var router = Router(
      behind: gates(policies, security), audit, policies.simulation, paths(with: added),
      RouterLanguages(
        screens: .shop(usual: policies.languages.screens),
        errors: .shop(usual: policies.languages.errors)),
      remembering: answers, without: [.authorization, .identifier] + added.credentials,
      observe: observe)
    router.pages { problem, request in
      let page = HTMLPage(
        language: request.language(or: policies.languages.screens), shop: policies.shopName)
      var response = page.refusal(problem, requestID: request.id)
      response.shared = security.document
      return response
    }
    let parts = RouteParts(ports, policies, origin: publicOrigin, security, site, added)
    for group in groups { group.init(parts).mount(on: &router) }
    added.mount(parts, &router)
    extra(&router)
    return router
  }

  /// The gates of all routes, from the outermost to the innermost: a request passes them from the
  /// top to the bottom, its answer from the bottom to the top. To add a gate, add a line here.
  private static func gates(_ policies: Policies, _ security: SecurityFields) -> [any Gate] {
    let gates: [(any Gate)?] = [
      policies.rate,  // 429 for clients that ask too often.
      policies.hosts,  // 421 for hosts that are not served.
      policies.origins,  // 403 for changes by foreign pages; tells browsers what pages may do.
      policies.readOnly,  // 503 for writes while an operator has stopped them.
      policies.adminKeys,  // 403 at /admin without a listed client key.
      security,  // The fields of every answer.
      SimulationGate(policies.simulation),  // 400, or what Moa-Simulate asks for.
    ]
    return gates.compactMap(\.self)
  }

  /// The answer when the engine rejects a request by itself, of which it knows the id and the path
  /// as far as it was read. The client's language is not known by then.
  package static func refusal(
    strictTransport: Bool = false, in languages: UsualLanguages = .apart,
    added: AddedRoutes = .none, now: @escaping WallClock
  ) throws(ResponseError) -> @Sendable (ParseError, _ id: String, _ path: String) -> Response {
    let security = try SecurityFields(strictTransport: strictTransport)
    return { error, id, path in
      let problem = Problem(error)
      var response =
        added.refusal(problem, path, now) ?? problem.response(requestID: id, in: languages.errors)
      response.shared = security.standard
      response.closesConnection = true
      return response
    }
  }

  /// Every group of routes. To add one, add a line here.
  private static let groups: [any RouteGroup.Type] =
    [
      ScreenRoutes.self,
      ScreenPreviewRoutes.self,
      EventCategoryRoutes.self,
      AppConfigRoutes.self,
      ProductRoutes.self,
      ChangeRoutes.self,
      SearchRoutes.self,
      SearchSuggestionRoutes.self,
      TrendingSearchRoutes.self,
      VendorProductRoutes.self,
      ProductImageRoutes.self,
      StockRoutes.self,
      ProductBatchRoutes.self,
      VendorImageRoutes.self,
      EventProductRoutes.self,
      SearchRuleRoutes.self,
      ImageAdminRoutes.self,
      AdministratorRoutes.self,
      ProductTableRoutes.self,
      HistoryRoutes.self,
      DeviceRoutes.self,
      LikeRoutes.self,
      LikeSyncRoutes.self,
      RecentViewRoutes.self,
      ImageRoutes.self,
      HealthRoutes.self,
      ContractRoutes.self,
      SiteRoutes.self,
      ProductPageRoutes.self,
      CrawlerRoutes.self,
      AppLinkRoutes.self,
    ] + AdministeredLists.all.map { $0.routes }

  /// Every path that is mounted.
  package static func paths(with added: AddedRoutes = .none) -> RoutePaths {
    RoutePaths(endpoints + added.endpoints)
  }

  /// All routes of our own, as in the contract.
  package static let endpoints = groups.flatMap { $0.endpoints }
}

/// Routes that the program adds to the shop's.
package struct AddedRoutes: Sendable {
  package let endpoints: [Endpoint]
  /// The names of their contracts.
  let contracts: [String]
  /// The contract with this name, as JSON.
  let contract: @Sendable (_ name: String) -> [UInt8]?
  /// Request fields with credentials, besides the shop's.
  let credentials: [RequestField]
  /// The path without secrets, for the log.
  let shownPath: @Sendable (String) -> String
  /// An error of the engine in the form that the apps read which call a path; nil for our form.
  let refusal: @Sendable (Problem, _ path: String, WallClock) -> Response?
  let mount: @Sendable (RouteParts, inout Router) -> Void

  package static let none = AddedRoutes(
    endpoints: [], contracts: [], contract: { _ in nil }, credentials: [], shownPath: { $0 },
    refusal: { _, _, _ in nil }, mount: { _, _ in })

  package init(
    endpoints: [Endpoint], contracts: [String],
    contract: @escaping @Sendable (_ name: String) -> [UInt8]?, credentials: [RequestField],
    shownPath: @escaping @Sendable (String) -> String,
    refusal: @escaping @Sendable (Problem, _ path: String, WallClock) -> Response?,
    mount: @escaping @Sendable (RouteParts, inout Router) -> Void
  ) {
    self.endpoints = endpoints
    self.contracts = contracts
    self.contract = contract
    self.credentials = credentials
    self.shownPath = shownPath
    self.refusal = refusal
    self.mount = mount
  }
}

extension AdministeredDraft {
  fileprivate static var routes: any RouteGroup.Type { ListRoutes<Self>.self }
}
