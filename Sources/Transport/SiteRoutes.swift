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
  private let fields: FieldBlock
  /// The entry point for programs and people who know only the address.
  private let index: [UInt8]

  func mount(on router: inout Router) {
    router.on(Self.rootEndpoint) { request, _ in
      // A cache must not mix the two.
      var response =
        request.wantsPage && files.bytes["index.html"] != nil
        ? try file("index.html", request)
        : try request.answer(CachedBody(index, tags), .noCache)
      response.fields.append(ResponseField("Vary", "Accept"))
      return response
    }
    router.on(Self.docsEndpoint) { request, _ in
      try file("docs.html", request)
    }
    router.on(Self.errorEndpoint) { request, arguments in
      guard ErrorCode.named(arguments[0]) != nil else {
        throw Problem.noRoute(request.target.path)
      }
      return try file("error.html", request)
    }
    router.on(Self.fileEndpoint) { request, arguments in
      // Pages have paths of their own.
      guard !arguments[0].hasSuffix(".html") else { throw Problem.noRoute(request.target.path) }
      return try file(arguments[0], request)
    }
  }

  private func file(_ name: String, _ request: Request) throws -> Response {
    guard let bytes = files.bytes[name], let type = Self.contentType(of: name) else {
      throw Problem.noRoute(request.target.path)
    }
    return try content(bytes, type).answer(to: request)
  }

  private func content(
    _ bytes: [UInt8], _ type: StaticString
  ) throws -> FixedContent {
    do throws(ResponseError) {
      return try FixedContent(
        bytes, contentType: type, entityTag: EntityTag(tags.text(bytes)), fields: [.noCache],
        shared: fields)
    } catch {
      throw Problem(.bug("a page cannot be answered: \(error)"))
    }
  }

  private static func contentType(of name: String) -> StaticString? {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "mjs": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
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

  static let endpoints = [rootEndpoint, docsEndpoint, errorEndpoint, fileEndpoint]

  private static let rootEndpoint = Endpoint(
    .get, "/", "getEntryPoints", .contract, "List entry points",
    .json(entryPoints.schema, "Paths, or for browsers the demo shop."),
    .content("text/html", "For who asks for `text/html`."), .part(of: "text/html")
  ).with {
    $0.ignoresQuery = true
    $0.fields = [.ifNoneMatch]
  }

  private static let docsEndpoint = Endpoint(
    .get, "/docs", "getReference", .contract, "Get the reference",
    .content("text/html", "A page made of `/openapi.json`."), .part(of: "text/html")
  ).with {
    $0.aliases = ["/docs/"]
    $0.ignoresQuery = true
    $0.fields = [.ifNoneMatch]
    $0.refusals = [.notFound]
  }

  private static let errorEndpoint = Endpoint(
    .get, "/docs/errors/{code}", "getErrorPage", .contract, "Get an error's documentation",
    .content("text/html", "A page with the meaning and the cure."), .part(of: "text/html")
  ).with {
    $0.pathParameters = [
      ParameterDeclaration(
        name: "code", schema: .string(pattern: "^[a-z_]+$"), meaning: "The code.",
        example: "rejected")
    ]
    $0.ignoresQuery = true
    $0.fields = [.ifNoneMatch]
  }

  private static let fileEndpoint = Endpoint(
    .get, "/web/{file}", "getWebFile", .contract, "Get a file of a page",
    .content("text/javascript", "Scripts."), .content("text/css", "Styles."),
    .content("image/svg+xml", "Pictures."), .part(of: "text/javascript"), .part(of: "text/css"),
    .part(of: "image/svg+xml")
  ).with {
    $0.pathParameters = [
      ParameterDeclaration(
        name: "file", schema: .string(pattern: "^[a-z]+\\.(css|mjs|svg)$"),
        meaning: "The name of the file.", example: "shop.mjs")
    ]
    $0.fields = [.ifNoneMatch]
  }
}

extension SiteRoutes {
  init(_ parts: RouteParts) {
    files = parts.site
    tags = parts.tags
    fields = parts.security.page
    index = Self.entryPoints.bytes(
      EntryPoints(
        contract: ContractRoutes.path,
        dialects: parts.added.contracts.map(ContractRoutes.path(ofContract:)),
        reference: "/docs", home: "/v1/screens/home", products: ProductRoutes.path))
  }
}

extension Request {
  /// Browsers name `text/html`; other clients send `*/*` or nothing.
  fileprivate var wantsPage: Bool {
    fields.accepts("text/html")
  }
}
