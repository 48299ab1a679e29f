import ContractCheck
import Dialects
import Domain
import Fakes
import HTTP
import Synchronization
import TestDatabase
import Testing
import Transport
import UseCases
import Web

/// The whole application behind a handler, on the real store: suites have the trait `realStore`.
final class Shop: Sendable {
  static let bootstrap = "a-bootstrap-token-of-thirty-two-characters"
  static let administrator: KeyValuePairs = ["Authorization": "Bearer \(bootstrap)"]
  let ports: Ports
  private let lease: StoreLease?
  let imagePipeline = FakeImagePipeline()
  let hasher = FakeSecretHasher()
  let readiness = FakeReadiness()
  let clock = FakeClock("2026-03-01T00:00:00.512Z")
  /// The time at which the engine refuses.
  static let now = FakeClock("2026-03-01T00:00:00.512Z").now
  let digest = FakeSecretDigest()
  let incidents = Incidents()
  let audit = AuditTrail()
  /// Every path that is mounted, with its methods as in `Allow`.
  let mounted: [(path: String, allow: String)]
  private let handler: Handler
  private let policies: Policies
  private let dialects: DialectPolicies

  /// - Parameters:
  ///   - store: replaces the real one in tests that tell it to fail or to be slow.
  ///   - answers: remembers answers; by default each request is answered anew.
  init(
    on store: FakeStore? = nil, publicOrigin: String? = nil, policies: Policies = Policies(),
    signer: any Signer = FakeSigner(),
    apps: AppLinks = Shop.apps,
    dialects: DialectPolicies = DialectPolicies(isNaverOpen: true),
    remembering answers: ValidatedAnswers = ValidatedAnswers(),
    extra: (inout Router) -> Void = { _ in }
  ) async throws {
    let machine = Ports.Machine(
      now: clock.now, randomBytes: CountingBytes().bytes, secretDigest: digest,
      secretHasher: hasher, signer: signer, imagePipeline: imagePipeline,
      readiness: readiness)
    if let store {
      var faked = store.ports
      faked.machine = machine
      (ports, lease) = (faked, nil)
    } else {
      let lease = try await TestStore.open(machine)
      (ports, self.lease) = (lease.ports, lease)
    }
    var policies = policies
    policies.bootstrapDigest = digest.digest(Array(Self.bootstrap.utf8))
    policies.apps = apps
    let origin = publicOrigin.map { Origin($0) } ?? nil
    (self.policies, self.dialects) = (policies, dialects)
    let router = try Routes.router(
      ports, remembering: answers, publicOrigin: origin, site: Self.site, policies: policies,
      added: .dialects(dialects), observe: incidents.note,
      audit: audit.note, extra: extra)
    mounted = router.mounted
    handler = { [store] request in
      let response = await router.handler(request)
      // A store that is told to fail fails in ways that no use case has.
      if store?.isFailing != true { Self.check(response, to: request, dialects.openMarketV2Host) }
      return response
    }
  }

  func response(_ request: Request) async -> Response { await handler(request) }

  /// A further server over the same database, which remembers answers.
  func rememberingServer() throws -> Handler {
    guard let clock = lease?.clock else { throw TestStoreError.traitIsMissing }
    let machine = ValidatedAnswers.Machine(
      token: { instant in
        guard let token = try? await clock.token(after: nil, at: instant) else { return nil }
        return AnswerToken(
          token.session.serverStart.microseconds, Int64(token.session.process), token.number,
          token.nextMoment?.microseconds ?? .max)
      }, isAway: { false }, pause: { _ in await Task.yield() }, now: self.clock.now)
    return try Routes.handler(
      ports, remembering: ValidatedAnswers(machine), publicOrigin: nil, site: Self.site,
      policies: policies, added: .dialects(dialects), observe: incidents.note)
  }

  private static let contract = ContractCheck()

  /// Every answer is held against the contract, whatever a test asks for.
  ///
  /// - Parameter secondHost: where the paths of Open Market's first version are those of its
  ///   second.
  private static func check(
    _ response: Response, to request: Request, _ secondHost: String?
  ) {
    guard case .bytes(let content) = response.content else { return }
    let host = (request.client.forwardedHost ?? request.head.authority ?? "").lowercased()
    let name = host.split(separator: ":").first.map(String.init)
    let isSearch = request.target.rawQuery?.contains("search_value") == true
    let isSecond = isSearch || secondHost != nil && [host, name].contains(secondHost)
    let path = request.target.path
    let prefix =
      isSecond && path.drop(while: { $0 == "/" }).hasPrefix("api/") ? "/openmarket/v2" : ""
    let flaws = contract.flaws(
      of: request.method.rawValue, prefix + path, status: response.status.code,
      mediaType: response.contentType?.description, content: content)
    #expect(flaws == [])
  }

  /// An app of each kind.
  static let apps = AppLinks(
    ios: [IOSApp("A1B2C3D4E5.com.example.shop")].compactMap { $0 },
    android: [AndroidApp("com.example.shop:" + String(repeating: "c0", count: 32))]
      .compactMap { $0 })

  /// A page of each kind.
  static let site = SiteFiles([
    "index.html": Array("<main>shop</main>".utf8), "docs.html": Array("<main>docs</main>".utf8),
    "favicon.ico": Array("icon".utf8),
    "shop.mjs": Array("export {};".utf8), "shop.css": Array("a {}".utf8),
    "admin/desk.html": Array("<main>desk</main>".utf8), "admin/desk.mjs": Array("export {};".utf8),
    "icon.svg": Array("<svg/>".utf8), "notes.txt": Array("of nobody's business".utf8),
  ])

  /// Sends a request, and gives the whole answer as it goes over the wire.
  func send(
    _ method: HTTP.Method, _ target: String, _ fields: KeyValuePairs<String, String> = [:],
    _ body: String = "", client: Client = .inMemory
  ) async throws -> Answer {
    let plain = try Request(
      method, target, fields: fields, body: Array(body.utf8), id: "request-1")
    let request = Request(head: plain.head, body: plain.body, id: plain.id, client: client)
    return try Answer(await handler(request), to: method)
  }

  /// Sends any bytes, with these fields and no others.
  func sendBytes(
    _ body: [UInt8], _ method: HTTP.Method, _ target: String, _ fields: [(String, String)]
  ) async throws -> Answer {
    var head = "\(method.rawValue) \(target) HTTP/1.1\r\nHost: localhost\r\n"
    for (name, value) in fields { head += "\(name): \(value)\r\n" }
    if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
    let plain = try Request(method, target, body: body, id: "request-1")
    let request = Request(head: try Self.head(head + "\r\n"), body: plain.body, id: "request-1")
    return try Answer(await response(request), to: method)
  }

  private static func head(_ text: String) throws -> RequestHead {
    var parser = RequestParser()
    let bytes = Array(text.utf8)
    let progress = try bytes.withUnsafeBytes { try parser.parse($0) }
    guard case .complete(let head, _, _) = progress else { throw ParseError.endedEarly }
    return head
  }

  /// As an administrator.
  func administer(
    _ method: HTTP.Method, _ target: String, _ body: String = "", ifMatch: String? = nil
  ) async throws -> Answer {
    guard let ifMatch else { return try await send(method, target, Self.administrator, body) }
    let fields: KeyValuePairs = [
      "Authorization": "Bearer \(Self.bootstrap)", "If-Match": ifMatch,
    ]
    return try await send(method, target, fields, body)
  }

  /// Stores an image, as an upload would.
  func put(_ image: StoredImage) async throws { try await ports.images.add(image) }

  /// Stores an image with its renditions.
  func put(_ image: PreparedImage) async throws {
    _ = try await ports.images.add(image, once: nil)
  }

  static let deviceToken = "moa_device_" + String(repeating: "A", count: 43)

  /// Lets a device in.
  ///
  /// - Parameter token: of the form that all tokens of devices have.
  @discardableResult
  func device(_ token: String = deviceToken) async throws -> Device {
    try await ports.devices.add(digest: digest.digest(Array(token.utf8)), at: clock.now())
  }

  /// As a device that was let in.
  func like(
    _ method: HTTP.Method, _ target: String, _ body: String = "", token: String = deviceToken,
    language: String = "ko"
  ) async throws -> Answer {
    try await send(
      method, target, ["Authorization": "Bearer \(token)", "Accept-Language": language], body)
  }

  /// A token of another scope than `admin`.
  func vendorToken() async throws -> String {
    let vendor = try await ports.vendor(99)
    let create = CreateToken(
      repository: ports.accessTokens, secretDigest: digest, randomBytes: CountingBytes().bytes,
      now: clock.now)
    return try await create(name: try Title("vendor"), scopes: [.vendor], vendorID: vendor.id).text
  }
}

extension Trait where Self == RealStoreTrait {
  /// Tests may open a `Shop`.
  static var realStore: Self { Self() }
}

/// What was written down of attempts to change something.
final class AuditTrail: Sendable {
  private let entries = Mutex<[AuditEntry]>([])

  var all: [AuditEntry] { entries.withLock { $0 } }

  var note: Router.AuditObserver {
    { entry in self.entries.withLock { $0.append(entry) } }
  }
}

/// What was told to the log.
final class Incidents: Sendable {
  private let noted = Mutex<[String]>([])

  var all: [String] { noted.withLock { $0 } }

  var note: Router.IncidentObserver {
    { request, what in self.noted.withLock { $0.append("\(request): \(what)") } }
  }
}

/// An answer, encoded by the engine.
struct Answer {
  /// Without `Date` and `Content-Length` (which is checked), and with the security fields, which
  /// all answers have, as one line `(security)` or `(image security)`.
  let text: String
  let status: Int
  let body: String
  let fields: [String: String]
  let closes: Bool

  init(_ response: Response, to method: HTTP.Method) throws {
    var bytes: [UInt8] = []
    let context = ResponseEncoder.Context(
      method: method, version: .http11, keepsAlive: true,
      date: DateField(secondsSince1970: 0), requestID: "")
    let encoded = try ResponseEncoder.encode(response, context, into: &bytes)
    if encoded.remainder == .bytes, case .bytes(let content) = response.content {
      bytes += content
    }
    let whole = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    text = whole.replacing("Date: Thu, 01 Jan 1970 00:00:00 GMT\n", with: "")
      .replacing(/Content-Length: [0-9]+\n/, with: "")
      .replacing(Self.security("; sandbox", "cross-origin"), with: "(image security)\n")
      .replacing(Self.security("", "same-origin"), with: "(security)\n")
      .replacing(Self.pageSecurity, with: "(page security)\n")
      .replacing(Self.documentSecurity, with: "(document security)\n")
    let parts = whole.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    body = parts.count > 1 ? String(parts[1]) : ""
    fields = parts[0].split(separator: "\n").dropFirst().reduce(into: [:]) { fields, line in
      let field = line.split(separator: ": ", maxSplits: 1)
      if field.count == 2 { fields[field[0].lowercased()] = String(field[1]) }
    }
    if method != .head, case .bytes(let content) = response.content {
      #expect(fields["content-length"] == String(content.count))
    }
    status = response.status.code
    closes = response.closesConnection
  }

  private static func security(_ more: String, _ sharedWith: String) -> String {
    """
    X-Content-Type-Options: nosniff
    Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\(more)
    Referrer-Policy: no-referrer
    Cross-Origin-Resource-Policy: \(sharedWith)

    """
  }

  private static let pageSecurity = """
    X-Content-Type-Options: nosniff
    Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob: https:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'
    Referrer-Policy: no-referrer
    Cross-Origin-Resource-Policy: same-origin

    """

  private static let documentSecurity = """
    X-Content-Type-Options: nosniff
    Content-Security-Policy: default-src 'none'; style-src 'self'; img-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    Referrer-Policy: no-referrer
    Cross-Origin-Resource-Policy: same-origin

    """

  var isSecured: Bool {
    ["", "image ", "page ", "document "].contains { text.contains("(\($0)security)\n") }
  }

  /// The `code` of a problem.
  var code: String? {
    guard case .object(let members) = try? JSONParser.parse(Array(body.utf8)),
      case .string(let code) = members.first(where: { $0.name == "code" })?.value
    else { return nil }
    return code
  }

  /// The pairs of pointer and code of a problem's errors. Korean ones have the English texts, too.
  var errors: [String] {
    guard case .object(let members) = try? JSONParser.parse(Array(body.utf8)),
      case .array(let errors) = members.first(where: { $0.name == "errors" })?.value
    else { return [] }
    return errors.map { error in
      guard case .object(let members) = error, (4...7).contains(members.count),
        case .string(let pointer) = members[0].value, case .string(let code) = members[1].value
      else { return "malformed" }
      return "\(pointer) \(code)"
    }
  }
}
