import HTTP
import Web

/// `GET /openapi.json`, `/openapi/open-market.json`, ...: the contracts, for programs.
struct ContractRoutes: RouteGroup {
  static let path = "/openapi.json"
  /// The path of a contract of added routes.
  static func path(ofContract name: String) -> String { "/openapi/\(fileName(of: name))" }
  package let added: AddedRoutes
  let tags: ContentTag

  func mount(on router: inout Router) {
    router.on(
      Self.endpoint, lasting: true,
      remembered: { [tags] _ in CachedBody(Contract.openAPI, tags) })
    router.on(
      Self.addedEndpoint, lasting: true,
      remembered: { [added, tags] input in
        let name = added.contracts.first { Self.fileName(of: $0) == input.arguments[0] }
        guard let contract = name.flatMap(added.contract) else {
          throw Problem.noRoute(input.path)
        }
        return CachedBody(contract, tags)
      })
  }

  private static func fileName(of contract: String) -> String { "\(contract).json" }

  static let endpoints = [endpoint, addedEndpoint]

  private static let endpoint = Endpoint(
    .get, path, "getContract", .contract, "Get the contract",
    .json(.anything, "OpenAPI 3.1.", fields: ["ETag"])
  ).with { $0.fields = [.ifNoneMatch] }

  private static let addedEndpoint = Endpoint(
    .get, "/openapi/{file}", "getDialectContract", .contract,
    "Get the contract of an existing app",
    .json(.anything, "OpenAPI 3.1.", fields: ["ETag"])
  ).with {
    $0.pathParameters = [
      ParameterDeclaration(
        name: "file", schema: .string(pattern: "^[a-z-]+\\.json$"),
        meaning: "The apps of one shop; `GET /` lists these contracts.", example: "open-market.json"
      )
    ]
    $0.fields = [.ifNoneMatch]
  }
}

extension ContractRoutes {
  init(_ parts: RouteParts) { self.init(added: parts.added, tags: parts.tags) }
}

/// The contract of this server.
package enum Contract {
  /// The contract of our own routes, as JSON; made once.
  package static let openAPI: [UInt8] = {
    let document = OpenAPIDocument(
      title: "Moa", version: version,
      meaning: """
        A commerce backend-for-frontend: answers are ready to draw in the cells of an app.

        Members that have nothing to say are left out; no answer holds `null`. Clients ignore \
        members and words that they do not know. Times are RFC 3339 in UTC, in whole seconds.

        Errors are pages for a client that names `text/html` in `Accept`, as browsers do.
        """, Routes.endpoints,
      in: EndpointGroup.all, codes: ErrorCode.all, languages: Language.all)
    return JSONWriter.bytes(capacity: 131_072) { $0.value(document.json) }
  }()

  /// The version of the contract and of the program: semantic.
  package static let version = "0.1.0"
}
