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

/// `GET /`, `/docs`, `/admin` and the files of these pages: the demo shop as on a phone, the
/// reference, and the desk of those who arrange the shop, without data before a token is given.
/// Everything comes from this server, which a policy enforces.
struct SiteRoutes: RouteGroup {
  private let files: SiteFiles
  private let tags: ContentTag
  private let security: SecurityFields
  private let origin: Origin?
  private let shop: String
  /// The entry point for programs and people who know only the address.
  private let index: [UInt8]

  func mount(on router: inout Router) {
    router.on(
      Self.rootEndpoint, lasting: true,
      remembered: { input in
        if input.wantsPage, let body = files.bytes["index.html"] {
          return page(title: shop, ["shop", "cells", "search"], "/", body, for: input)
        }
        var body = CachedBody(index, tags)
        body.isInLanguage = false
        return body
      })
    router.on(
      Self.docsEndpoint, lasting: true,
      remembered: { input in
        guard let body = files.bytes["docs.html"] else { throw Problem.noRoute(input.path) }
        let title = input.language.pages.reference
        return page(title: title, ["docs"], "/docs", body, for: input)
      })
    router.on(
      Self.deskEndpoint, lasting: true,
      remembered: { input in
        guard let body = files.bytes["admin/desk.html"] else { throw Problem.noRoute(input.path) }
        let bytes = HTMLPage(language: input.language, shop: shop).desk(body)
        return .page(bytes, tag: tags.text(bytes), security.page)
      })
    router.on(
      Self.errorEndpoint, lasting: true,
      remembered: { input in
        guard let code = ErrorCode.named(input.arguments[0]) else {
          throw Problem.noRoute(input.path)
        }
        let bytes = HTMLPage(language: input.language, shop: shop).explanation(of: code)
        return .page(bytes, tag: tags.text(bytes), security.document)
      })
    let (contents, deskContents) = (contents(of: ""), contents(of: "admin/"))
    router.on(Self.deskFileEndpoint) { request, arguments in
      try Self.answer(deskContents[arguments[0]], to: request)
    }
    router.on(Self.iconEndpoint) { request, _ in
      try Self.answer(contents["favicon.ico"], to: request)
    }
    router.on(Self.fileEndpoint) { request, arguments in
      try Self.answer(contents[arguments[0]], to: request)
    }
  }

  private static func answer(
    _ content: FixedContent?, to request: Request
  ) throws -> Response {
    guard let content else { throw Problem.noRoute(request.target.path) }
    return try content.answer(to: request)
  }

  /// A page that scripts fill: its head, in the language of the reader, around one of our files.
  private func page(
    title: String, _ scripts: [String], _ path: String, _ body: [UInt8], for input: AnswerInput
  ) -> CachedBody {
    let url = input.origin(configured: origin).map { $0.text + path }
    let bytes = HTMLPage(language: input.language, shop: shop)
      .site(title: title, files: scripts, url: url, body)
    return .page(bytes, tag: tags.text(bytes), security.page)
  }

  /// The files that browsers may load by their names, with their tags.
  ///
  /// - Parameter folder: ends with a slash; empty for the files that are in none.
  private func contents(of folder: String) -> [String: FixedContent] {
    var contents: [String: FixedContent] = [:]
    for (path, bytes) in files.bytes where path.hasPrefix(folder) {
      let name = String(path.dropFirst(folder.count))
      guard !name.contains("/"), let type = Self.contentType(of: name) else { continue }
      // Our own tags and fields are valid; a test loads every file.
      contents[name] = try? FixedContent(
        bytes, contentType: type, entityTag: EntityTag(tags.text(bytes)), fields: [.noCache],
        shared: security.page)
    }
    return contents
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
    rootEndpoint, docsEndpoint, deskEndpoint, errorEndpoint, iconEndpoint, fileEndpoint,
    deskFileEndpoint,
  ]

  private static let rootEndpoint = Endpoint(
    .get, "/", "getEntryPoints", .contract, "List entry points",
    .json(entryPoints.schema, "Paths, or for browsers the demo shop."),
    .content("text/html", "For clients that ask for `text/html`.")
  ).with {
    $0.queryUse = .ignored
    $0.fields = [.ifNoneMatch, .accept, .acceptLanguage]
  }

  private static let docsEndpoint = Endpoint(
    .get, "/docs", "getReference", .contract, "Get the reference",
    .content("text/html", "A page made of `/openapi.json`.")
  ).with {
    $0.aliases = ["/docs/", "/docs/errors"]
    $0.queryUse = .ignored
    $0.fields = [.ifNoneMatch, .acceptLanguage]
    $0.refusals = [.notFound]
  }

  private static let deskEndpoint = Endpoint(
    .get, "/admin", "getDesk", .contract, "Get the page that arranges the shop",
    .content("text/html", "A page without data: it asks for a token.")
  ).with {
    $0.queryUse = .ignored
    $0.fields = [.ifNoneMatch, .acceptLanguage]
    $0.refusals = [.notFound, .forbidden]
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
    $0.queryUse = .ignored
    $0.fields = [.ifNoneMatch, .acceptLanguage]
  }

  private static let iconEndpoint = Endpoint(
    .get, "/favicon.ico", "getIcon", .contract, "Get the icon of the pages",
    .content("image/vnd.microsoft.icon", "For browsers that look for it there."),
    .part(of: "image/vnd.microsoft.icon")
  ).with {
    $0.queryUse = .ignored
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
    $0.pathParameters = [fileParameter("css|ico|mjs|svg", example: "shop.mjs")]
    $0.fields = [.ifNoneMatch]
  }

  private static let deskFileEndpoint = Endpoint(
    .get, "/admin/assets/{file}", "getDeskFile", .contract, "Get a file of the page `/admin`",
    .content("text/javascript", "Scripts."), .content("text/css", "Styles."),
    .part(of: "text/javascript"), .part(of: "text/css")
  ).with {
    $0.pathParameters = [fileParameter("css|mjs", example: "desk.mjs")]
    $0.fields = [.ifNoneMatch]
    $0.refusals = [.forbidden]
  }

  private static func fileParameter(_ endings: String, example: String) -> ParameterDeclaration {
    ParameterDeclaration(
      name: "file", schema: .string(pattern: "^[a-z]+\\.(\(endings))$"),
      meaning: "The name of the file.", example: .string(example))
  }
}

extension SiteRoutes {
  init(_ parts: RouteParts) {
    files = parts.site
    tags = parts.tags
    security = parts.security
    origin = parts.origin
    shop = parts.policies.shopName
    index = Self.entryPoints.bytes(
      EntryPoints(
        contract: ContractRoutes.path,
        dialects: parts.added.contracts.map(ContractRoutes.path(ofContract:)),
        reference: "/docs", home: "/v1/screens/home", products: ProductRoutes.path))
  }
}

extension HTMLPage {
  /// The page of the desk, which search engines leave alone.
  fileprivate func desk(_ body: [UInt8]) -> [UInt8] {
    HTMLWriter.document(in: language.tag) { html in
      head(title: "\(shop) · \(language.pages.desk)", sheets: ["cells"], &html)
      html.void("meta", ["name": "robots", "content": "noindex"])
      html.void("link", ["rel": "stylesheet", "href": "/admin/assets/desk.css"])
      html.element("script", ["type": "module", "src": "/admin/assets/desk.mjs"], "")
    } body: { html in
      html.markup(body)
      needsScript("", &html)
    }
  }

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
      needsScript(language.pages.about + " ", &html)
    }
  }

  private func needsScript(_ text: String, _ html: inout HTMLWriter) {
    html.element("noscript") { html in
      html.element("p") { html in
        html.text(text + language.pages.needsScript + " ")
        html.element("a", ["href": ContractRoutes.path], ContractRoutes.path)
      }
    }
  }
}
