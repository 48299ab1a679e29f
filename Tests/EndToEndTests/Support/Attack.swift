import Foundation
import Synchronization
import TestDatabase
import Testing

/// Texts that are put into requests: all of them where a place is attacked thoroughly, and few
/// where the same code was reached by another place.
struct InjectedTexts: Sendable {
  var all: [String]
  var few: [String]

  func of(_ effort: AttackedRoutes.Effort) -> [String] {
    switch effort {
    case .thorough: all
    case .ordinary: few
    case .little: Array(few.prefix(1))
    }
  }
}

/// Sends requests with a text in each of their places, and counts the answers.
final class Attack: Sendable {
  /// That is edited.
  let product: Int
  let category: Int
  private static let clients = 4
  private let url: String
  private let routes: [AttackedRoutes.Route]
  private let sent = Mutex<[Int: Int]>([:])

  init(on server: MoaServer, _ conninfo: String) async throws {
    url = server.url
    let command = [
      "token", "create", "--name", "attacked", "--scope", "vendor", "--vendor",
      DemoVendor.published.identifier, "--database-url", conninfo,
    ]
    let created = try await Program.run(Workplace.program.path, command, in: server.directory)
    let token = try #require(created.output.split(whereSeparator: \.isWhitespace).last)
    let id = try TestDatabase.psql(
      """
      select min(p.id) from moa.products p join moa.vendors v on v.id = p.vendor_id
      where v.identifier = '\(DemoVendor.published.identifier)' and p.deleted_at is null
      """, in: conninfo)
    product = try #require(Int(id))
    let image = try TestDatabase.psql(
      "select min(id) from moa.product_images where product_id = \(product)", in: conninfo)
    let newest = try TestDatabase.psql(
      "select id, key from moa.event_categories order by id desc limit 1", in: conninfo
    ).split(separator: "|").map(String.init)
    category = try #require(newest.first.flatMap { Int($0) })
    let picture = try await Curl(base: server.url).get("/images/none.png")
    try await Self.show(picture.body, on: server, by: String(token))
    let shop = AttackedRoutes.Shop(
      vendorToken: String(token), deviceToken: try await LikeClient(server.url).token,
      spareDeviceToken: try await LikeClient(server.url).token,
      product: product, picturedAs: try #require(Int(image)),
      category: category, categoryKey: try #require(newest.last),
      picture: Array(picture.body))
    routes = try AttackedRoutes(shop: shop).all()
  }

  /// Uploads the picture of the attack, as an administrator and with a product: it is kept and gets
  /// the size of a cover here, and not in the attack.
  private static func show(_ picture: Data, on server: MoaServer, by token: String) async throws {
    let file = server.directory.appending(path: "attack.png")
    try picture.write(to: file)
    let curl = Curl(base: server.url)
    let kept = try await curl.form(
      "/admin/v1/images", ["Authorization: Bearer \(MoaServer.adminToken)"],
      ["file=@\(file.path);type=image/png"])
    #expect(kept.status == 201)
    let shown = try await curl.form(
      "/v1/products", ["Authorization: Bearer \(token)"],
      [
        #"params={"title":"공격 전","price":12000,"currency":"KRW","stock":3};type=application/json"#,
        "images=@\(file.path);type=image/png",
      ])
    #expect(shown.status == 201)
  }

  /// How many answers had each status.
  var answers: [Int: Int] { sent.withLock { $0 } }

  /// By clients side by side, on kept connections.
  func send(_ texts: InjectedTexts, where isMeant: (RequestTemplate) -> Bool) async throws {
    let requests = requests(texts, where: isMeant)
    try await withThrowingTaskGroup { group in
      for first in 0..<Self.clients {
        group.addTask {
          try await offloading {
            let client = try KeptClient(self.url)
            for number in stride(from: first, to: requests.count, by: Self.clients) {
              try self.send(requests[number], by: client)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Each from another client's address: who has sent wrong secrets is not listened to.
  private func requests(
    _ texts: InjectedTexts, where isMeant: (RequestTemplate) -> Bool
  ) -> [RequestTemplate.Injected] {
    var number = 0
    return routes.filter { isMeant($0.template) }.flatMap { route in
      texts.of(route.effort).flatMap { text in
        route.template.injected(text, withFields: texts.few.contains(text)) {
          number += 1
          return "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
        }
      }
    }
  }

  private func send(_ request: RequestTemplate.Injected, by client: KeptClient) throws {
    let reply = try client.send(request.bytes)
    sent.withLock { $0[reply.status, default: 0] += 1 }
    #expect((200..<500).contains(reply.status), "\(request.place): \(reply.text)")
  }
}
