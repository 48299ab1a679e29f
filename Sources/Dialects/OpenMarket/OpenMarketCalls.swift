import Domain
import HTTP
import Web

/// The endpoints of one version of Open Market's server, for its routes and its contract.
struct OpenMarketCalls: Sendable {
  static let first = OpenMarketCalls(.first)
  static let second = OpenMarketCalls(.second)
  /// The first version's is `/healthChecker`, which is in our own contract.
  static let health = Endpoint(
    .get, OpenMarketRoutes.secondPrefix + "/healthChecker", "checkHealth", .openMarketSecond,
    "Liveness probe", .json(.string(), "Always `\"OK\"`."))
  let version: OpenMarketVersion
  /// The path of the list.
  let path: String
  private let group: EndpointGroup
  private let wire: OpenMarketWire

  private init(_ version: OpenMarketVersion) {
    self.version = version
    let isFirst = version == .first
    path = (isFirst ? "" : OpenMarketRoutes.secondPrefix) + OpenMarketRoutes.path
    group = isFirst ? .openMarket : .openMarketSecond
    wire = isFirst ? .first : .second
  }

  var all: [Endpoint] {
    [list, register, find, edit, secret, archive, removeArchived, remove]
  }

  /// Writes are for vendors. A path with `{id}` is that of a product.
  ///
  /// - Parameter tail: the rest of the path, after that of the list.
  private func call(
    _ method: Method, _ tail: String, _ id: String, _ summary: String, _ answer: EndpointAnswer,
    _ more: (inout Endpoint) -> Void
  ) -> Endpoint {
    let id = version == .first ? id : id + "OfSecondVersion"
    return Endpoint(method, path + tail, id, group, summary, answer).with { endpoint in
      endpoint.queryUse = .own
      if method != .get { endpoint.access = .openMarketVendor }
      if tail.contains("{id}") { endpoint.pathParameters = [Self.id] }
      more(&endpoint)
    }
  }

  // MARK: Reading

  var list: Endpoint {
    call(
      .get, "", "listProducts", "List products",
      .json(wire.page.schema, "The newest first.", fields: ["ETag", "Set-Cookie"])
    ) {
      $0.meaning = "The list does not shift for a client that returns the cookie."
      if version == .first {
        $0.meaning += " With `search_value`, it is that of the second version."
      }
      $0.aliases = [path + "/"]
      $0.query = [
        ParameterDeclaration(
          name: "page_no", schema: .integer(1...OpenMarketPage.numberMax), meaning: "From 1.",
          fallback: 1),
        ParameterDeclaration(
          name: "items_per_page", schema: .integer(1...OpenMarketPage.sizeMax),
          meaning: "The largest number of products.", fallback: .integer(OpenMarketPage.sizeUsual)),
      ]
      if version == .second { $0.query.append(Self.search) }
      $0.fields = [.ifNoneMatch, .cookie]
    }
  }

  var find: Endpoint {
    call(
      .get, "/{id}", "getProduct", "Get a product",
      .json(wire.product.schema, "With its pictures and its vendor.", fields: ["ETag"])
    ) {
      $0.aliases = [path + "/{id}/"]
      $0.fields = [.ifNoneMatch]
    }
  }

  // MARK: Writing

  var register: Endpoint {
    call(
      .post, "", "registerProduct", "Register a product",
      .json(wire.product.schema, "The stored product.", status: .created)
    ) {
      $0.aliases = [path + "/"]
      $0.fields = [.idempotencyKey]
      $0.body = OpenMarketDocument.registration
      $0.refusals = [.insufficientStorage]
    }
  }

  var edit: Endpoint {
    call(
      .patch, "/{id}", "editProduct", "Change a product",
      .json(wire.product.schema, "The changed product.", status: .accepted)
    ) {
      $0.aliases = [path + "/{id}/"]
      $0.fields = [.ifMatch, .idempotencyKey]
      $0.body = OpenMarketDocument.edit
    }
  }

  var secret: Endpoint {
    call(
      .post, "/{id}/secret", "getProductSecret", "Get the secret of a removal",
      .content("text/plain", "The last segment of the path of a removal, and nothing else.")
    ) { $0.body = OpenMarketDocument.secret }
  }

  var remove: Endpoint {
    removal("/{id}/{secret}", "removeProduct", "Remove a product") {
      $0.pathParameters.append(
        ParameterDeclaration(
          name: "secret", schema: .string(), meaning: "The answer of `POST .../secret`."))
    }
  }

  /// Removes in two steps. The first answers with a text; one client uses it as the path of the
  /// second, others append it to the path that they know, or take only its last segment.
  var archive: Endpoint {
    call(
      .post, "/{id}/archived", "archiveProduct", "Get the path of a removal",
      .content("text/plain", "A path for `DELETE`, and nothing else.")
    ) { $0.body = OpenMarketDocument.secret }
  }

  var removeArchived: Endpoint {
    removal(
      "/{id}", "removeArchivedProduct", "Remove a product by that path", OpenMarketWire.second
    ) {
      $0.aliases = [path + OpenMarketRoutes.path + "/{id}", path + "/{id}/"]
      $0.pathParameters = [
        ParameterDeclaration(
          name: "id", schema: .string(), meaning: "The end of the answer of `POST .../archived`.")
      ]
    }
  }

  private func removal(
    _ tail: String, _ id: String, _ summary: String, _ wire: OpenMarketWire? = nil,
    _ more: (inout Endpoint) -> Void
  ) -> Endpoint {
    let product = (wire ?? self.wire).product.schema
    return call(.delete, tail, id, summary, .json(product, "The removed product.")) {
      $0.fields = [.ifMatch, .idempotencyKey]
      $0.refusals = [.contentTooLarge]
      more(&$0)
    }
  }

  private static let id = ParameterDeclaration(
    name: "id", schema: .integer(1...), meaning: "The product's id.", example: 207)

  private static let search = ParameterDeclaration(
    name: "search_value", schema: .string(),
    meaning: "A part of the name of a product or of its vendor.")
}
