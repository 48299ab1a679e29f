import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `GET /v1/screens/...`: one request for each screen of an app.
struct ScreenRoutes: RouteGroup {
  let home: ShowHomeScreen
  let categories: ShowCategoriesScreen
  let product: ShowProductScreen
  let event: ShowEventScreen
  let tags: ContentTag
  let origin: Origin?

  func mount(on router: inout Router) {
    router.on(
      Self.homeEndpoint,
      remembered: { input in
        let (language, origin) = (input.language, input.origin(configured: origin))
        let screen = try await home(
          in: language.tag, saying: language.screens.products, from: origin)
        return CachedBody(Wire.screen.bytes(screen, capacity: 65_536), tags)
      })
    router.on(
      Self.categoriesEndpoint,
      remembered: { input in
        let screen = try await categories(
          in: input.language.screens, from: input.origin(configured: origin))
        return CachedBody(Wire.screen.bytes(screen, capacity: 65_536), tags)
      })
    router.on(
      Self.eventEndpoint,
      remembered: { input in
        let id = try input.arguments.id(0, of: Missing.eventCategory)
        let screen = try await event(
          id, in: input.language.screens, from: input.origin(configured: origin))
        return CachedBody(Wire.eventScreen.bytes(screen, capacity: 65_536), tags)
      })
    router.on(
      Self.productEndpoint,
      remembered: { input in
        let id = try input.arguments.id(0, of: Missing.product)
        let screen = try await product(
          id, in: input.language.screens, from: input.origin(configured: origin),
          variant: input.arguments.query[ProductRoutes.variant])
        return CachedBody(Wire.productScreen.bytes(screen, capacity: 32_768), tags)
      })
  }

  // MARK: Declarations

  static let endpoints = [homeEndpoint, categoriesEndpoint, eventEndpoint, productEndpoint]
  private static let fields = ["ETag", "Content-Language"]

  private static let homeEndpoint = Endpoint(
    .get, "/v1/screens/home", "getHomeScreen", .screens, "Get the home screen",
    .json(
      Wire.screen.schema, "Banners, events, what is on sale, and the first of what is new.",
      fields: fields)
  ).with { $0.fields = [.ifNoneMatch, .acceptLanguage] }

  private static let categoriesEndpoint = Endpoint(
    .get, "/v1/screens/categories", "getCategoriesScreen", .screens, "Get the categories screen",
    .json(
      Wire.screen.schema, "Events, then item types under their categories.", fields: fields)
  ).with { $0.fields = [.ifNoneMatch, .acceptLanguage] }

  private static let eventEndpoint = Endpoint(
    .get, "/v1/screens/event/{id}", "getEventScreen", .screens, "Get an event screen",
    .json(Wire.eventScreen.schema, "Its pictures, and its products in their order.", fields: fields)
  ).with {
    $0.pathParameters = [EventCategoryDraft.idParameter]
    $0.fields = [.ifNoneMatch, .acceptLanguage]
  }

  private static let productEndpoint = Endpoint(
    .get, "/v1/screens/product/{id}", "getProductScreen", .screens, "Get a product screen",
    .json(
      Wire.productScreen.schema, "All about it, and more of its vendor.", fields: fields)
  ).with {
    $0.pathParameters = [ProductRoutes.idParameter]
    $0.query = [ProductRoutes.variant.declaration]
    $0.fields = [.ifNoneMatch, .acceptLanguage]
  }
}

extension ScreenRoutes {
  init(_ parts: RouteParts) {
    let ports = parts.ports
    let products = parts.browseProducts
    self.init(
      home: ShowHomeScreen(parts.browseLists, products: products),
      categories: ShowCategoriesScreen(parts.browseLists),
      product: ShowProductScreen(
        product: ShowProduct(repository: ports.products), products: products),
      event: ShowEventScreen(parts.browseLists, products: products),
      tags: parts.tags, origin: parts.origin)
  }
}
