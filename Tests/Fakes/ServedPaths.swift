/// Everything that the server answers, for tests that go through all of it; a test compares it with
/// what is mounted.
package enum ServedPaths {
  package struct Served: Sendable, Hashable {
    /// Such as `/v1/products/{id}`.
    package let path: String
    /// Besides HEAD and OPTIONS.
    package let methods: [String]
  }

  package static let all: [Served] = own + smartCommerce + openMarket + mommyTalk

  private static let own = [
    Served(path: "/livez", methods: ["GET"]),
    Served(path: "/readyz", methods: ["GET"]),
    Served(path: "/healthChecker", methods: ["GET"]),
    Served(path: "/v1/event-categories", methods: ["GET"]),
    Served(path: "/images/{digest}/{file}", methods: ["GET"]),
    Served(path: "/images/none.png", methods: ["GET"]),
    Served(path: "/v1/products", methods: ["GET", "POST"]),
    Served(path: "/v1/products/{id}", methods: ["GET", "PATCH", "DELETE"]),
    Served(path: "/v1/products/{id}/images", methods: ["PUT"]),
    Served(path: "/v1/banner", methods: ["GET"]),
    Served(path: "/admin/v1/event-categories", methods: ["GET", "PUT", "POST"]),
    Served(path: "/admin/v1/event-categories/{id}", methods: ["GET", "PATCH", "DELETE"]),
    Served(path: "/admin/v1/images", methods: ["POST"]),
  ]

  private static let smartCommerce = [
    "v1/home/eventBanner", "v1/category/event", "v1/category", "v1/itemType", "v2/itemType",
  ].map { Served(path: "/commerce/api/\($0)", methods: ["GET", "POST"]) }

  private static let openMarket =
    ["", "/openmarket/v2"].flatMap { prefix in
      let path = prefix + "/api/products"
      return [
        Served(path: path, methods: ["GET", "POST"]),
        Served(path: path + "/", methods: ["GET", "POST"]),
        Served(path: path + "/{id}", methods: ["GET", "PATCH", "DELETE"]),
        Served(path: path + "/{id}/", methods: ["GET", "PATCH", "DELETE"]),
        Served(path: path + "/{id}/secret", methods: ["POST"]),
        Served(path: path + "/{id}/archived", methods: ["POST"]),
        Served(path: path + "/{id}/{secret}", methods: ["DELETE"]),
        Served(path: path + "/api/products/{id}", methods: ["DELETE"]),
      ]
    } + [Served(path: "/openmarket/v2/healthChecker", methods: ["GET"])]

  private static let mommyTalk = [
    Served(path: "/rest/shopping/products", methods: ["GET"]),
    Served(path: "/rest/shopping/products/", methods: ["GET"]),
    Served(path: "/rest/shopping/product/{hash}", methods: ["GET"]),
  ]
}
