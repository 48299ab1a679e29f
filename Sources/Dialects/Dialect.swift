import Domain
import HTTP
package import Transport
import UseCases
package import Web

/// The operator's settings for apps that were made for other servers.
package struct DialectPolicies: Sendable {
  /// Access to MommyTalk's shop.
  package var mommyTalk: MommyTalkPolicy
  /// The host, in lower case, at which Open Market's second version has the paths of the first; nil
  /// serves it at its own paths only.
  package var openMarketV2Host: String?
  /// Whether Naver's shopping search answers requests without a client's id and secret.
  package var isNaverOpen: Bool

  package init(
    mommyTalk: MommyTalkPolicy = .everybody, openMarketV2Host: String? = nil,
    isNaverOpen: Bool = false
  ) {
    self.mommyTalk = mommyTalk
    self.openMarketV2Host = openMarketV2Host?.lowercased()
    self.isNaverOpen = isNaverOpen
  }
}

extension AddedRoutes {
  /// The routes of all dialects.
  package static func dialects(_ policies: DialectPolicies = DialectPolicies()) -> AddedRoutes {
    AddedRoutes(
      endpoints: Dialect.allEndpoints + [PlaceholderRoutes.endpoint],
      contracts: Dialect.all.map(\.name),
      contract: { name in Dialect.named(name).map(\.openAPI) },
      credentials: [.naverClientID], shownPath: LoggedPath.shown,
      refusal: ErrorForm.response
    ) { parts, router in
      let now = parts.ports.machine.now
      for form in ErrorForm.all {
        router.dialect(where: form.has) { problem, request in
          form.response(problem, request.target.path, now())
        }
      }
      SmartCommerceRoutes(parts).mount(on: &router)
      OpenMarketRoutes(parts, policies).mount(on: &router)
      MommyTalkRoutes(parts, policies).mount(on: &router)
      NaverShoppingRoutes(parts, policies).mount(on: &router)
      PlaceholderRoutes(parts).mount(on: &router)
    }
  }
}

/// How errors look to the apps of a dialect, whether a route or the engine makes them.
private struct ErrorForm: Sendable {
  /// Whether an app asks for this path or one beside it, decoded and without repeated slashes.
  let has: @Sendable (_ path: String) -> Bool
  let response: @Sendable (Problem, _ path: String, Timestamp) -> Response

  private init(
    _ prefixes: [String], _ response: @escaping @Sendable (Problem, String, Timestamp) -> Response
  ) {
    has = { path in prefixes.contains { path.utf8.starts(with: $0.utf8) } }
    self.response = response
  }

  private init(_ form: NaverForm) {
    has = { NaverForm(path: $0) == form }
    response = { problem, _, _ in NaverError.response(problem, in: form) }
  }

  static let all = [
    ErrorForm([SmartCommerceRoutes.prefix], SpringError.response),
    ErrorForm(OpenMarketRoutes.errorPrefixes) { problem, _, _ in
      OpenMarketError.response(problem)
    },
    ErrorForm([MommyTalkRoutes.prefix]) { problem, _, _ in
      ReadableError.response(problem, problem.status)
    },
    ErrorForm(.json), ErrorForm(.xml),
  ]

  /// An error of the engine.
  ///
  /// - Parameter path: as it was sent, as far as it was read.
  @Sendable static func response(
    to problem: Problem, _ path: String, _ now: WallClock
  ) -> Response? {
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let filled = segments.dropLast().filter { !$0.isEmpty } + segments.suffix(1)
    let plain = "/" + filled.map { String(Substring($0)) }.joined(separator: "/")
    return all.first { $0.has(plain) }?.response(problem, path, now())
  }
}

extension RoutePaths {
  /// Every path of the program, in the order of the workers' shared counters.
  package static let all = Routes.paths(with: .dialects())
}

extension Dialect {
  package static let all = [openMarket, smartCommerce, mommyTalk, naverShopping]

  package static func named(_ name: String) -> Dialect? { all.first { $0.name == name } }

  static let allEndpoints =
    SmartCommerceRoutes.endpoints + OpenMarketRoutes.endpoints + MommyTalkRoutes.endpoints
    + NaverShoppingRoutes.endpoints

  /// The endpoints of this dialect, as in its contract.
  package var endpoints: [Endpoint] {
    Self.allEndpoints.filter { $0.group.dialect?.name == name }
  }

  /// The OpenAPI document of the contract as JSON.
  package var openAPI: [UInt8] { Self.contracts[name] ?? [] }

  private static let contracts: [String: [UInt8]] = {
    let documents = all.map { dialect in
      let document = OpenAPIDocument(
        title: dialect.title, version: Contract.version, meaning: dialect.meaning,
        dialect.endpoints, in: EndpointGroup.ofDialects, of: dialect)
      return (dialect.name, JSONWriter.bytes(capacity: 65_536) { $0.value(document.json) })
    }
    return Dictionary(uniqueKeysWithValues: documents)
  }()

  static let openMarket = Dialect(
    "open-market", title: "Moa for apps of Open Market",
    meaning: """
      Both versions of Open Market's server. At the host that `--openmarket-v2-host` names, the \
      paths of the first version answer as those below `/openmarket/v2`; elsewhere so do requests \
      with `search_value`, which only apps of the second version send.

      Queries that are not known are ignored, numbers out of bounds become the nearest ones, and a \
      body is JSON whatever its Content-Type says. Days are those of Korea. The picture of a product \
      without pictures is `/images/none.png`.
      """,
    refusal: ReadableError.wire.schema
  ) { status, endpoint in
    switch status {
    // Of the two reasons for 415, an unsupported coding of a body keeps its status; 422 is a key
    // that was used for another request.
    case .contentTooLarge: return .badRequest
    case .unprocessableContent where !endpoint.fields.contains(.idempotencyKey): return .badRequest
    default: return status
    }
  }

  static let smartCommerce = Dialect(
    "smart-commerce", title: "Moa for the app SmartCommerce",
    meaning: """
      Reads by POST, as the app sends them, and by GET for caches. A body and a query are ignored.
      """,
    refusal: SpringError.wire.schema)

  static let mommyTalk = Dialect(
    "mommy-talk", title: "Moa for apps of MommyTalk",
    meaning: """
      Amounts are won; products in other currencies are not shown. Queries that are not known are \
      ignored, and numbers out of bounds become the nearest ones. The picture of a product without \
      pictures is `/images/none.png`.
      """,
    refusal: ReadableError.wire.schema)

  static let naverShopping = Dialect(
    "naver-shopping", title: "Moa for apps of Naver's shopping search",
    meaning: """
      The first 1,100 products that a search finds, as JSON (`/v1/search/shop.json`, also without \
      `.json`) or as RSS 2.0 (`.xml`). Naver's other searches are not there (404, SE05). Amounts are won; products in other currencies are not shown. \
      Queries that are not known are ignored. The picture of a product without pictures is \
      `/images/none.png`.
      """,
    refusal: NaverRefusal.wire.schema)
}

extension EndpointGroup {
  static let openMarket = EndpointGroup(
    "Open Market", "Keys of lists in snake case, times with a fraction.", of: .openMarket)
  static let openMarketSecond = EndpointGroup(
    "Open Market, second version", "Keys of lists in camel case, times without a fraction.",
    of: .openMarket)
  static let smartCommerce = EndpointGroup(
    "SmartCommerce", "The data of the app's two screens.", of: .smartCommerce)
  static let mommyTalk = EndpointGroup(
    "MommyTalk", "A list by offsets, and a product by its code.", of: .mommyTalk)
  static let naverShopping = EndpointGroup(
    "Naver shopping search", "A search by words.", of: .naverShopping)

  static let ofDialects = [openMarket, openMarketSecond, smartCommerce, mommyTalk, naverShopping]
}

extension EndpointAccess {
  /// The field `identifier` names the vendor; writes also need the secret in the body.
  static let openMarketVendor = EndpointAccess([[.identifier]], canBeForbidden: true)
  /// The key of MommyTalk's apps, if the operator requires one.
  static let mommyTalkApp = EndpointAccess([[.key], []])
  /// Id and secret of a search client, unless the operator requires none.
  static let searchClient = EndpointAccess([[.clientID, .clientSecret], []])
}

extension SecurityScheme {
  static let clientID = field(
    "clientID", RequestField.naverClientID.rawValue,
    "The id of a client that `moa client create` made.")
  static let clientSecret = field(
    "clientSecret", RequestField.naverClientSecret.rawValue, "The secret of that client.")
  static let key = field(
    "key", "authorization", "The key of the apps, alone or after `Bearer`.")
}

extension RequestField {
  static let naverClientID = RequestField("X-Naver-Client-Id")
  static let naverClientSecret = RequestField("X-Naver-Client-Secret")

  /// Request fields that the dialects' routes read in addition to the shop's.
  package static let ofDialects = [naverClientID, naverClientSecret]
}
