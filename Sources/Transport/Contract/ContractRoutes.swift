import HTTP

/// `GET /openapi.json`: what every call takes and gives, for programs.
struct ContractRoutes: RouteGroup {
  static let path = "/openapi.json"
  let tags: ContentTag

  func mount(on router: inout Router) {
    router.on(Self.endpoint) { [tags] request, _ throws(Problem) in
      try request.answer(Rendered(Contract.openAPI, tags), .noCache)
    }
  }

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .get, path, "getContract", .contract, "This document",
    .json(.anything, "OpenAPI 3.1.", fields: ["ETag"])
  ).with { $0.fields = [.ifNoneMatch] }
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

  /// Of the contract and of the program: semantic.
  package static let version = "0.1.0"
}
