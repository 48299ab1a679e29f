import Domain
import HTTP
import UseCases
import Web

/// `/v1/recent`: recently viewed products.
struct RecentViewRoutes: RouteGroup {
  static let path = "/v1/recent"
  let authentication: DeviceAuthentication
  let views: any RecentViewRepository
  let now: WallClock
  let browse: BrowseRecentViews
  let origin: Origin?
  /// For clients that request none.
  let usualLanguage: Language

  func mount(on router: inout Router) {
    router.on(Self.listEndpoint) { request, _ in
      try await list(request)
    }
    router.on(Self.noteEndpoint) { request, arguments in
      let device = try await authentication.device(of: request)
      let product = try arguments.id(0, of: Missing.product)
      try await request.discardBody(upTo: Request.emptyBodyBytesMax)
      try await views.add(product, by: device.id, at: now())
      return .nothing
    }
    router.on(Self.clearEndpoint) { request, _ in
      let device = try await authentication.device(of: request)
      try await request.discardBody(upTo: Request.emptyBodyBytesMax)
      try await views.clear(of: device.shopperID)
      return .nothing
    }
  }

  private func list(_ request: Request) async throws -> Response {
    let device = try await authentication.device(of: request)
    let language = request.language(or: usualLanguage)
    let cells = try await browse(
      of: device, in: language.screens.products, from: request.origin(configured: origin))
    return .personal(
      Wire.recentViews.bytes(cells, capacity: 64 + 1_024 * cells.count), in: language)
  }

  // MARK: Declarations

  static let endpoints = [listEndpoint, noteEndpoint, clearEndpoint]

  private static let listEndpoint = Endpoint(
    .get, path, "listRecentViews", .shoppers, "List recently viewed products",
    .json(
      Wire.recentViews.schema, "The last one first, without products that were removed.",
      fields: ["Content-Language"])
  ).with {
    $0.access = .device
    $0.fields = [.acceptLanguage]
  }

  private static let clearEndpoint = Endpoint(
    .delete, path, "clearRecentViews", .shoppers, "Clear recently viewed products",
    .empty(.noContent, "The list is empty.")
  ).with {
    $0.access = .device
  }

  private static let noteEndpoint = Endpoint(
    .put, path + "/{id}", "noteView", .shoppers, "Record a product view",
    .empty(.noContent, "It is the first of the list.")
  ).with {
    $0.meaning = "The last \(BrowseRecentViews.countMax) products are kept."
    $0.access = .device
    $0.pathParameters = [ProductRoutes.idParameter]
  }
}

extension RecentViewRoutes {
  init(_ parts: RouteParts) {
    let ports = parts.ports
    self.init(
      authentication: parts.deviceAuthentication,
      views: ports.recentViews, now: ports.machine.now,
      browse: BrowseRecentViews(views: ports.recentViews), origin: parts.origin,
      usualLanguage: parts.policies.languages.screens)
  }
}
