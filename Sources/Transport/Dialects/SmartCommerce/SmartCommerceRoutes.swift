import Domain
import HTTP
import UseCases
import ViewData

/// The calls of the Smart-Commerce app: reads by POST, and twins by GET that can be cached.
///
/// The app sends no body and no Content-Type; others send odd ones. Whatever comes is read to
/// its end and ignored, and so are queries.
struct SmartCommerceRoutes: RouteGroup {
  static let endpoints: [Endpoint] = []
  static let prefix = "/commerce/api/"
  /// Nobody sends anything here; it only bounds what is read and thrown away.
  static let bytesMax = 1_048_576
  let browseEventBanners: BrowseEventBanners
  let browseEventCategories: BrowseEventCategories
  let browseCategories: BrowseCategories
  let browseItemTypes: BrowseItemTypes
  let origin: Origin?

  func mount(on router: inout Router) {
    mount("v1/home/eventBanner", on: &router) { origin throws(Failure) in
      SmartCommerceAnswer.eventBanners(try await browseEventBanners(from: origin))
    }
    mount("v1/category/event", on: &router) { origin throws(Failure) in
      SmartCommerceAnswer.eventCategories(try await browseEventCategories.cards(from: origin))
    }
    mount("v1/category", on: &router) { _ throws(Failure) in
      SmartCommerceAnswer.categories(try await browseCategories())
    }
    mount("v1/itemType", on: &router) { origin throws(Failure) in
      SmartCommerceAnswer.itemTypes(try await browseItemTypes.sections(from: origin))
    }
    mount("v2/itemType", on: &router) { origin throws(Failure) in
      SmartCommerceAnswer.itemTypesV2(try await browseItemTypes.sections(from: origin))
    }
  }

  private func mount(
    _ path: String, on router: inout Router,
    _ answer: @escaping @Sendable (Origin?) async throws(Failure) -> [UInt8]
  ) {
    let configured = origin
    router.on(.post, Self.prefix + path) { request, _ throws(Problem) in
      try await request.discardBody(upTo: Self.bytesMax)
      return try await Self.respond(request, .noStore, configured, answer)
    }
    router.on(.get, Self.prefix + path) { request, _ throws(Problem) in
      try await Self.respond(request, .noCache, configured, answer)
    }
  }

  private static func respond(
    _ request: Request, _ cacheControl: ResponseField, _ configured: Origin?,
    _ answer: @Sendable (Origin?) async throws(Failure) -> [UInt8]
  ) async throws(Problem) -> Response {
    let origin = request.origin(configured: configured)
    let bytes = try await answering { () throws(Failure) in try await answer(origin) }
    return Response(
      .ok, contentType: "application/json", fields: [cacheControl], content: .bytes(bytes))
  }
}

extension SmartCommerceRoutes {
  init(_ parts: RouteParts) {
    let ports = parts.ports
    self.init(
      browseEventBanners: BrowseEventBanners(repository: ports.eventBanners),
      browseEventCategories: BrowseEventCategories(
        repository: ports.eventCategories, now: ports.machine.now),
      browseCategories: BrowseCategories(repository: ports.categories),
      browseItemTypes: BrowseItemTypes(repository: ports.itemTypes), origin: parts.origin)
  }
}
