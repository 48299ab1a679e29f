import HTTP

/// `GET /openapi.json`, `/openapi/open-market.json`, ...: what every call takes and gives, for
/// programs.
struct ContractRoutes: RouteGroup {
  static let path = "/openapi.json"
  /// Of the contracts of dialects.
  static let dialectPaths = Dialect.allCases.map { "/openapi/\(fileName(of: $0))" }
  let tags: ContentTag

  func mount(on router: inout Router) {
    router.on(Self.endpoint) { [tags] request, _ throws(Problem) in
      try request.answer(CachedBody(Contract.openAPI, tags), .noCache)
    }
    router.on(Self.dialectEndpoint) { [tags] request, arguments throws(Problem) in
      guard let dialect = Dialect.allCases.first(where: { Self.fileName(of: $0) == arguments[0] })
      else { throw .noRoute(request.target.path) }
      return try request.answer(CachedBody(Contract.openAPI(of: dialect), tags), .noCache)
    }
  }

  private static func fileName(of dialect: Dialect) -> String { "\(dialect.rawValue).json" }

  static let endpoints = [endpoint, dialectEndpoint]

  private static let endpoint = Endpoint(
    .get, path, "getContract", .contract, "This document",
    .json(.anything, "OpenAPI 3.1.", fields: ["ETag"])
  ).with { $0.fields = [.ifNoneMatch] }

  private static let dialectEndpoint = Endpoint(
    .get, "/openapi/{file}", "getDialectContract", .contract,
    "The calls of apps that existed before",
    .json(.anything, "OpenAPI 3.1.", fields: ["ETag"])
  ).with {
    $0.pathParameters = [
      ParameterDeclaration(
        name: "file", schema: .word(Dialect.allCases.map(fileName)),
        meaning: "Whose calls: those of the apps of one shop.", example: "open-market.json")
    ]
    $0.fields = [.ifNoneMatch]
  }
}

extension ContractRoutes {
  init(_ parts: RouteParts) { self.init(tags: parts.tags) }
}

/// The contract of this server.
package enum Contract {
  /// Of our own routes, as JSON; made once.
  package static let openAPI: [UInt8] = {
    let document = OpenAPIDocument(
      title: "Moa", version: version,
      meaning: """
        A commerce backend-for-frontend: answers are ready to draw in the cells of an app.

        Members that have nothing to say are left out; no answer holds `null`. Clients ignore \
        members and words that they do not know. Times are RFC 3339 in UTC, in whole seconds.
        """, Routes.endpoints)
    return JSONWriter.bytes(capacity: 131_072) { $0.value(document.json) }
  }()

  /// Of the routes of a dialect, as JSON; made once.
  package static func openAPI(of dialect: Dialect) -> [UInt8] { ofDialects[dialect] ?? [] }

  private static let ofDialects: [Dialect: [UInt8]] = {
    let documents = Dialect.allCases.map { dialect in
      let document = OpenAPIDocument(
        title: dialect.title, version: version, meaning: dialect.meaning,
        Routes.endpoints(of: dialect), of: dialect)
      return (dialect, JSONWriter.bytes(capacity: 65_536) { $0.value(document.json) })
    }
    return Dictionary(uniqueKeysWithValues: documents)
  }()

  /// Of the contract and of the program: semantic.
  package static let version = "0.1.0"
}
