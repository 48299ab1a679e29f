import HTTP
import TestDatabase
import Testing
import Transport
import Web

/// A list of keys in front of the administrator's routes.
@Suite(.realStore) struct AdminKeyTests {
  static let key = String(repeating: "a1", count: 32)

  static func client(_ key: String?) -> Client {
    Client(peer: .unix, certificateFingerprint: key)
  }

  static func shop() async throws -> Shop {
    try await Shop(policies: Policies(adminKeys: AdminKeys([key])))
  }

  @Test(
    "every administrator's route and method is closed without a key of the list",
    arguments: [nil, "", String(repeating: "b2", count: 32), key.uppercased()])
  func closed(_ other: String?) async throws {
    let shop = try await Self.shop()
    let routes = shop.mounted.filter { $0.path.hasPrefix("/admin") }
    #expect(routes.count >= 3)
    for (path, _) in routes {
      for method in HTTP.Method.allCases where method != .connect {
        let answer = try await shop.send(
          method, path.replacing("{id}", with: "1"), Shop.administrator, "{}",
          client: Self.client(other))
        #expect(answer.status == 403, "\(method) \(path)")
        #expect(method == .head || answer.code == "client_key_not_listed", "\(method) \(path)")
        #expect(answer.isSecured)
        #expect(answer.fields["cache-control"] == "no-store")
      }
    }
  }

  @Test(
    "another spelling of a path is the same route",
    arguments: [
      "/%61dmin/v1/event-categories", "/admin/v1/event%2Dcategories", "/admin/v1/%69mages",
    ])
  func spelling(_ path: String) async throws {
    let answer = try await Self.shop().send(
      .post, path, Shop.administrator, "{}", client: Self.client(nil))
    #expect(answer.status == 403)
  }

  @Test func aKeyOfTheListOpensAndTheTokenIsNeededAllTheSame() async throws {
    let shop = try await Self.shop()
    let path = AdminRoutesTests.path
    let client = Self.client(Self.key)
    #expect(try await shop.send(.get, path, Shop.administrator, client: client).status == 200)
    #expect(try await shop.send(.get, path, client: client).status == 401)
    #expect(try await shop.send(.trace, path, client: client).status == 405)
  }

  @Test func everythingElseAsksForNoKey() async throws {
    let shop = try await Self.shop()
    for path in ["/livez", "/readyz", "/v1/event-categories"] {
      #expect(try await shop.send(.get, path, client: Self.client(nil)).status == 200, "\(path)")
    }
    let open = try await Shop()
    #expect(try await open.send(.get, AdminRoutesTests.path, Shop.administrator).status == 200)
  }
}
