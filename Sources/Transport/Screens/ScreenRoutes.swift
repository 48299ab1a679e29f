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
  /// For clients that request none.
  let usualLanguage: Language
  private let shared = CoalescedAnswers<Question>()

  func mount(on router: inout Router) {
    router.on(Self.homeEndpoint) { request, _ in
      try await answer(request, .home) { language, origin in
        Wire.screen.bytes(
          try await home(in: language.tag, saying: language.screens.products, from: origin),
          capacity: 65_536)
      }
    }
    router.on(Self.categoriesEndpoint) { request, _ in
      try await answer(request, .categories) { language, origin in
        Wire.screen.bytes(
          try await categories(in: language.screens, from: origin), capacity: 65_536)
      }
    }
    router.on(Self.eventEndpoint) { request, arguments in
      let id = try arguments.id(0, of: Missing.eventCategory)
      return try await answer(request, .event(id)) { language, origin in
        Wire.eventScreen.bytes(
          try await event(id, in: language.screens, from: origin), capacity: 65_536)
      }
    }
    router.on(Self.productEndpoint) { request, arguments in
      let id = try arguments.id(0, of: Missing.product)
      return try await answer(request, .product(id)) { language, origin in
        Wire.productScreen.bytes(
          try await product(id, in: language.screens, from: origin), capacity: 32_768)
      }
    }
  }

  private enum Name: Hashable {
    case home
    case categories
    case product(Int64)
    case event(Int64)
  }

  private struct Question: Hashable {
    let name: Name
    let language: String
    let origin: Origin?
  }

  private func answer(
    _ request: Request, _ name: Name,
    _ bytes: (Language, Origin?) async throws -> [UInt8]
  ) async throws -> Response {
    let language = request.language(or: usualLanguage)
    let question = Question(
      name: name, language: language.tag, origin: request.origin(configured: origin))
    let rendered = try await shared(question) {
      CachedBody(try await bytes(language, question.origin), tags)
    }
    return try request.answer(rendered, .noCache, in: language)
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
      event: ShowEventScreen(
        parts.browseLists, products: ports.eventProducts, cursors: products.cursors),
      tags: parts.tags, origin: parts.origin,
      usualLanguage: parts.policies.languages.screens)
  }
}
