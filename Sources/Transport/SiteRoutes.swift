import Domain
import HTTP
import UseCases
import Web

/// The files for browsers.
package struct SiteFiles: Sendable {
  /// None, for programs without pages.
  package static let none = SiteFiles([:])
  fileprivate let bytes: [String: [UInt8]]

  /// - Parameter bytes: contents by their names: `index.html`, `shop.mjs`.
  package init(_ bytes: [String: [UInt8]]) {
    self.bytes = bytes
  }
}

/// `GET /`, `/docs` and the files of these pages: the demo shop as on a phone, and the reference.
/// Everything comes from this server, which a policy enforces.
struct SiteRoutes: RouteGroup {
  private let files: SiteFiles
  private let tags: ContentTag
  private let security: SecurityFields
  private let origin: Origin?
  /// The language of who requests none.
  private let usualLanguage: Language
  private let shop: String
  /// The entry point for programs and people who know only the address.
  private let index: [UInt8]

  func mount(on router: inout Router) {
    router.on(Self.rootEndpoint) { request, _ in
      // A cache must not mix the two.
      var response =
        request.wantsPage && files.bytes["index.html"] != nil
        ? try page("index.html", request)
        : try request.answer(CachedBody(index, tags), .noCache)
      response.fields.append(ResponseField("Vary", "Accept"))
      return response
    }
    router.on(Self.docsEndpoint) { request, _ in
      try page("docs.html", request)
    }
    router.on(Self.errorEndpoint) { request, arguments in
      guard let code = ErrorCode.named(arguments[0]) else {
        throw Problem.noRoute(request.target.path)
      }
      let page = page(for: request)
      var response = try request.page(
        CachedBody(page.explanation(of: code), tags), in: page.language)
      response.shared = security.document
      return response
    }
    router.on(Self.iconEndpoint) { request, _ in
      try file("favicon.ico", request)
    }
    router.on(Self.fileEndpoint) { request, arguments in
      try file(arguments[0], request)
    }
  }

  private func file(_ name: String, _ request: Request) throws -> Response {
    guard let bytes = files.bytes[name], let type = Self.contentType(of: name) else {
      throw Problem.noRoute(request.target.path)
    }
    return try content(bytes, type).answer(to: request)
  }

  private func page(for request: Request) -> HTMLPage {
    HTMLPage(language: request.language(or: usualLanguage), shop: shop)
  }

  /// A page that scripts fill: its head, in the language of the reader, around one of our files.
  private func page(_ name: String, _ request: Request) throws -> Response {
    guard let body = files.bytes[name] else { throw Problem.noRoute(request.target.path) }
    let page = page(for: request)
    let isShop = name == "index.html"
    let bytes = page.site(
      title: isShop ? shop : page.language.pages.reference,
      files: isShop ? ["shop", "cells", "search"] : ["docs"],
      url: request.origin(configured: origin).map { $0.text + (isShop ? "/" : "/docs") }, body)
    var response = try content(bytes, HTMLPage.contentType).answer(to: request)
    response.fields += page.language.fields
    return response
  }

  private func content(
    _ bytes: [UInt8], _ type: StaticString
  ) throws -> FixedContent {
    do throws(ResponseError) {
      return try FixedContent(
        bytes, contentType: type, entityTag: EntityTag(tags.text(bytes)), fields: [.noCache],
        shared: security.page)
    } catch {
      throw Problem(.bug("a page cannot be answered: \(error)"))
    }
  }

  private static func contentType(of name: String) -> StaticString? {
    switch name.split(separator: ".").last {
    case "css": "text/css; charset=utf-8"
    case "mjs": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "ico": "image/vnd.microsoft.icon"
    default: nil
    }
  }

  private struct EntryPoints {
    let contract: String
    let dialects: [String]
    let reference: String
    let home: String
    let products: String
  }

  private static let entryPoints = WireObject<EntryPoints>(
    "EntryPoints", "Where to begin.",
    [
      .value("contract", .string(), "OpenAPI 3.1.", .string(ContractRoutes.path)) {
        .string($0.contract)
      },
      .value(
        "dialect_contracts", .array(.string()),
        "OpenAPI 3.1 of what apps call that existed before.",
        [.string(ContractRoutes.path(ofContract: "open-market"))]
      ) { .strings($0.dialects) },
      .value("reference", .string(), "The contract for people.", "/docs") { .string($0.reference) },
      .value("home_screen", .string(), "The first screen of an app.", "/v1/screens/home") {
        .string($0.home)
      },
      .value("products", .string(), "All products.", .string(ProductRoutes.path)) {
        .string($0.products)
      },
    ])

  // MARK: Declarations

  static let endpoints = [
    rootEndpoint, docsEndpoint, errorEndpoint, iconEndpoint, fileEndpoint,
  ]

  private static let rootEndpoint = Endpoint(
    .get, "/", "getEntryPoints", .contract, "List entry points",
    .json(entryPoints.schema, "Paths, or for browsers the demo shop."),
    .content("text/html", "For who asks for `text/html`."), .part(of: "text/html")
  ).with {
    $0.ignoresQuery = true
    $0.fields = [.ifNoneMatch, .acceptLanguage]
  }

  private static let docsEndpoint = Endpoint(
    .get, "/docs", "getReference", .contract, "Get the reference",
    .content("text/html", "A page made of `/openapi.json`."), .part(of: "text/html")
  ).with {
    $0.aliases = ["/docs/"]
    $0.ignoresQuery = true
    $0.fields = [.ifNoneMatch, .acceptLanguage]
    $0.refusals = [.notFound]
  }

  private static let errorEndpoint = Endpoint(
    .get, "/docs/errors/{code}", "getErrorPage", .contract, "Get an error's documentation",
    .content(
      "text/html", "A page with the meaning and the cure.", fields: ["ETag", "Content-Language"])
  ).with {
    $0.pathParameters = [
      ParameterDeclaration(
        name: "code", schema: .string(pattern: "^[a-z_]+$"), meaning: "The code.",
        example: "rejected")
    ]
    $0.ignoresQuery = true
    $0.fields = [.ifNoneMatch, .acceptLanguage]
  }

  private static let iconEndpoint = Endpoint(
    .get, "/favicon.ico", "getIcon", .contract, "Get the icon of the pages",
    .content("image/vnd.microsoft.icon", "For browsers that look for it there."),
    .part(of: "image/vnd.microsoft.icon")
  ).with {
    $0.ignoresQuery = true
    $0.fields = [.ifNoneMatch]
    $0.refusals = [.notFound]
  }

  private static let fileEndpoint = Endpoint(
    .get, "/web/{file}", "getWebFile", .contract, "Get a file of a page",
    .content("text/javascript", "Scripts."), .content("text/css", "Styles."),
    .content("image/svg+xml", "Pictures."), .content("image/vnd.microsoft.icon", "An icon."),
    .part(of: "text/javascript"), .part(of: "text/css"), .part(of: "image/svg+xml"),
    .part(of: "image/vnd.microsoft.icon")
  ).with {
    $0.pathParameters = [
      ParameterDeclaration(
        name: "file", schema: .string(pattern: "^[a-z]+\\.(css|ico|mjs|svg)$"),
        meaning: "The name of the file.", example: "shop.mjs")
    ]
    $0.fields = [.ifNoneMatch]
  }
}

extension SiteRoutes {
  init(_ parts: RouteParts) {
    files = parts.site
    tags = parts.tags
    security = parts.security
    origin = parts.origin
    usualLanguage = parts.policies.languages.screens
    shop = parts.policies.shopName
    index = Self.entryPoints.bytes(
      EntryPoints(
        contract: ContractRoutes.path,
        dialects: parts.added.contracts.map(ContractRoutes.path(ofContract:)),
        reference: "/docs", home: "/v1/screens/home", products: ProductRoutes.path))
  }
}

extension HTMLPage {
  /// - Parameters:
  ///   - files: names of its style sheets; the first one is that of its script, too.
  ///   - url: of the page; nil if that is not known.
  ///   - body: the rest of it.
  fileprivate func site(
    title: String, files: [String], url: String?, _ body: [UInt8]
  ) -> [UInt8] {
    HTMLWriter.document(in: language.tag) { html in
      head(title: title, sheets: files, &html)
      html.void("meta", ["name": "description", "content": language.pages.about])
      if let url { html.void("link", ["rel": "canonical", "href": url]) }
      let preview = OpenGraph(language: language, shop: shop, url: url)
      preview.write(type: "website", title: title, description: language.pages.about, &html)
      html.element("script", ["type": "module", "src": "/web/\(files[0]).mjs"], "")
    } body: { html in
      html.markup(body)
      html.element("noscript") { html in
        html.element("p") { html in
          html.text(language.pages.about + " " + language.pages.needsScript + " ")
          html.element("a", ["href": ContractRoutes.path], ContractRoutes.path)
        }
      }
    }
  }
}
