import HTTP
import UseCases
import Web

/// Health checks of load balancers and of the apps.
package struct HealthRoutes: RouteGroup {
  let probe: any ReadinessProbe
  let security: SecurityFields

  func mount(on router: inout Router) {
    let alive = Self.fixed("ok\n", "text/plain; charset=utf-8", security)
    router.on(Self.liveEndpoint, always: alive)

    // Existing apps compare the body with "OK", including the quotes.
    let healthy = Self.fixed("\"OK\"", "application/json", security)
    router.on(Self.checkerEndpoint, always: healthy)

    router.on(Self.readyEndpoint) { [probe] _, _ in
      Self.readiness(await probe.readiness())
    }
  }

  static let endpoints = [liveEndpoint, readyEndpoint, checkerEndpoint]
  private static let paths = Set(endpoints.map(\.path))

  /// Whether a request is for one of these routes, which no gate refuses.
  static func serves(_ destination: Destination) -> Bool {
    destination.resource.map { paths.contains($0.path) } ?? false
  }

  package static let readyPath = "/readyz"

  private static let liveEndpoint = Endpoint(
    .get, "/livez", "isAlive", .health, "Liveness probe",
    .content("text/plain", "Always `ok`."))
  private static let readyEndpoint = Endpoint(
    .get, readyPath, "isReady", .health, "Readiness probe",
    .json(readiness.schema, "They should."),
    .json(readiness.schema, "They should not.", status: .serviceUnavailable))
  private static let checkerEndpoint = Endpoint(
    .get, "/healthChecker", "checkHealth", .health, "Liveness probe of existing apps",
    .json(.string(), "Always `\"OK\"`."))

  private static let readiness = WireObject<Readiness>(
    "Readiness", "Whether requests should be sent here.",
    [
      .value("status", .word(["ready", "unavailable"]), "In one word.", "ready") {
        .string($0.obstacles.isEmpty ? "ready" : "unavailable")
      },
      .value("obstacles", .array(.string()), "What stands in the way.", []) {
        .strings($0.obstacles.map(\.rawValue))
      },
      .value(
        "warnings", .array(.string()), "What an operator should look at soon.",
        ["disk_nearly_full"]
      ) { .strings($0.warnings.map(\.rawValue)) },
    ])

  /// One value for all requests; only its references are copied.
  private static func fixed(
    _ text: String, _ contentType: StaticString, _ security: SecurityFields
  ) -> Response {
    var response = Response(
      .ok, contentType: contentType, content: .bytes(Array(text.utf8)))
    response.shared = security.uncached
    return response
  }

  private static func readiness(_ found: Readiness) -> Response {
    let isReady = found.obstacles.isEmpty
    let retry = isReady ? [] : [ResponseField("Retry-After", "1")]
    return Response(
      isReady ? .ok : .serviceUnavailable, contentType: "application/json",
      fields: [.noStore] + retry, content: .bytes(readiness.bytes(found)))
  }
}

extension HealthRoutes {
  init(_ parts: RouteParts) {
    self.init(
      probe: parts.ports.machine.readiness,
      security: parts.security)
  }
}
