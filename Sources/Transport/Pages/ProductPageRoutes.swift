package import Domain
import HTTP
import UseCases
import Web

/// `GET /p/{id}`: the page of a product, for web views of apps, for browsers and for previews of
/// links. It has the content of `GET /v1/screens/product/{id}`.
package struct ProductPageRoutes: RouteGroup {
  static let prefix = "/p/"
  /// The path of a product in the app ShoppingList, after the host of its shop.
  static let aliasPrefix = "/product/"
  let show: ShowProductScreen
  let tags: ContentTag
  let security: SecurityFields
  let origin: Origin?
  /// Of errors, for clients that request none.
  let usualLanguage: Language
  /// The name of the shop.
  let shop: String

  /// The path of a product's page.
  static func path(of id: Int64) -> String { "\(prefix)\(id)" }

  /// Its URL; without an origin only the path.
  package static func url(of id: Int64, from origin: Origin?) -> String {
    (origin?.text ?? "") + path(of: id)
  }

  func mount(on router: inout Router) {
    router.on(
      Self.endpoint,
      remembered: { input in
        let id = try input.arguments.id(0, of: Missing.product)
        let (language, origin) = (input.language, input.origin(configured: origin))
        let screen = try await show(id, in: language.screens, from: origin)
        let bytes = ProductPage(
          screen: screen, origin: origin, page: HTMLPage(language: language, shop: shop)
        ).bytes
        return .page(bytes, tag: tags.text(bytes), security.document)
      })
    for prefix in [Self.prefix, Self.aliasPrefix] {
      router.dialect(under: prefix) { [usualLanguage, security, shop] problem, request in
        let language = request.language(or: usualLanguage)
        let apology =
          problem.status == .notFound ? language.pages.missing : language.pages.failed
        var response = HTMLPage(language: language, shop: shop)
          .refusal(problem, requestID: request.id, apology: apology)
        response.shared = security.document
        return response
      }
    }
  }

  // MARK: Declarations

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .get, "\(prefix){id}", "getProductPage", .pages, "Get a product page",
    .content(
      "text/html", "All about it, and more of its vendor.", fields: ["ETag", "Content-Language"])
  ).with {
    $0.meaning = """
      For web views and browsers, without scripts. Its head has what previews of links show (Open \
      Graph). Refusals are pages, too.
      """
    $0.aliases = ["\(prefix){id}/", "\(aliasPrefix){id}", "\(aliasPrefix){id}/"]
    $0.pathParameters = [ProductRoutes.idParameter]
    $0.queryUse = .ignored
    $0.refusedAs = "text/html"
    $0.fields = [.ifNoneMatch, .acceptLanguage]
  }
}

extension ProductPageRoutes {
  init(_ parts: RouteParts) {
    self.init(
      show: ShowProductScreen(
        product: ShowProduct(repository: parts.ports.products), products: parts.browseProducts),
      tags: parts.tags, security: parts.security, origin: parts.origin,
      usualLanguage: parts.policies.languages.screens, shop: parts.policies.shopName)
  }
}
