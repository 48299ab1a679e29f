import Cryptography
import EventLoop
import HTTP
import LocalPostgres
package import Operations
import Pictures
import Postgres
import Repositories
import Transport
import UseCases
import Web

extension AdministrationSession {
  /// Writes answers of the shop as files, by the same routes that serve them, for previews and
  /// tests of apps.
  ///
  /// - Parameters:
  ///   - directory: made if it does not exist; files of the same names are replaced.
  ///   - host: the host in the URLs of pictures: `shop.example`.
  /// - Throws: `.usage` for a shop without products, `.output` if files cannot be written.
  package func writeFixtures(
    into directory: String, host: String
  ) async throws(CommandError) -> CommandReport {
    let place = Files.absolute(directory)
    let files = try await withPool { [report] pool in
      let handler = try Routes.handler(
        Ports(pool, .ofFixtures()), publicOrigin: nil,
        observe: { report(.incident(requestID: $0, what: $1)) })
      return try await Self.fixtures(by: handler, host: host)
    }
    guard Files.makeDirectories(place) else {
      throw CommandError(.output, "cannot make the directory \(directory)")
    }
    for file in files {
      let text = String(decoding: file.content, as: UTF8.self)
      guard Files.replace("\(place)/\(file.name)", with: text) else {
        throw CommandError(.output, "cannot write \(directory)/\(file.name)")
      }
    }
    return CommandReport(of: files) {
      "\($0.name)  \($0.target)"
    } _: { writer, file in
      writer.string("file", file.name)
      writer.string("request", file.target)
      writer.integer("status", file.status)
    }
  }

  /// One answer.
  struct Fixture: Sendable {
    let name: String
    let target: String
    let status: Int
    let content: [UInt8]
  }

  /// One letter that nearly every shop has in a title, percent-encoded.
  private static let searched = "%EA%B8%B0"

  private static func fixtures(by handler: Handler, host: String) async throws -> [Fixture] {
    func ask(
      _ name: String, _ target: String, status: Status = .ok
    ) async throws -> Fixture {
      let request = try Request(.get, target, fields: ["Host": host], id: "fixture")
      let response = await handler(request)
      guard response.status == status, case .bytes(let content) = response.content else {
        throw CommandError(.software, "\(target) was answered with \(response.status.code).")
      }
      return Fixture(
        name: name + ".json", target: target, status: response.status.code, content: content)
    }
    let products = try await ask("products", "/v1/products")
    guard let product = products.firstID else {
      throw CommandError(
        .usage, "the shop has no products. Start a server with --demo once, or add some.")
    }
    let events = try await ask("event-categories", "/v1/event-categories")
    var files = [
      try await ask("home-screen", "/v1/screens/home"),
      try await ask("categories-screen", "/v1/screens/categories"),
      try await ask("product-screen", "/v1/screens/product/\(product)"),
      try await ask("config", "/v1/config?platform=ios&version=1.0"),
      products, try await ask("product-tiles", "/v1/products?variant=tile"),
      try await ask("products-on-sale", "/v1/products?on_sale=true"),
      try await ask("product", "/v1/products/\(product)"), try await ask("banner", "/v1/banner"),
      events, try await ask("event-categories-text", "/v1/event-categories?variant=text"),
      try await ask("event-categories-thumbnail", "/v1/event-categories?variant=thumbnail"),
      try await ask("search", "/v1/search?q=\(Self.searched)"),
      try await ask("search-suggestions", "/v1/search/suggestions?q=\(Self.searched)"),
      try await ask("trending-searches", "/v1/search/trending"),
      try await ask("error-not-found", "/v1/products/0", status: .notFound),
      try await ask(
        "error-malformed-query", "/v1/products?limit=0&sort=best", status: .badRequest),
    ]
    if let event = events.firstID {
      files.append(try await ask("event-screen", "/v1/screens/event/\(event)"))
    }
    return files.sorted { $0.name < $1.name }
  }
}

extension AdministrationSession.Fixture {
  /// The id of the first item of a list.
  fileprivate var firstID: Int64? {
    guard case .object(let members) = try? JSONParser.parse(content),
      case .array(let items)? = members.first(where: { $0.name == "items" })?.value,
      case .object(let item)? = items.first,
      case .integer(let id)? = item.first(where: { $0.name == "id" })?.value
    else { return nil }
    return id
  }
}

extension Ports.Machine {
  /// The policies for reads; these routes are not used for writes.
  fileprivate static func ofFixtures() -> Self {
    Self(
      now: { .now }, randomBytes: Cryptography.randomBytes, secretDigest: LibcryptoDigest(),
      secretHasher: ScryptHasher(),
      // Cursors in files are never sent back; the same key always makes the same files.
      signer: LibcryptoSigner(key: [UInt8](repeating: 0, count: 32)),
      imagePipeline: VipsImagePipeline(
        VipsImagePipeline.Settings(tool: nil, scratchDirectory: OwnProcess.temporaryDirectory)),
      readiness: AlwaysReady())
  }
}

/// For routes that are called in memory.
private struct AlwaysReady: ReadinessProbe {
  func obstacles() async -> [ReadinessObstacle] { [] }
}
