import HTTP
import UseCases

/// What load balancers and the apps ask to learn whether anybody is here.
struct HealthRoutes {
  let checkReadiness: CheckReadiness
  let security: SecurityFields

  func mount(on router: inout Router) {
    let alive = Self.fixed("ok\n", "text/plain; charset=utf-8", security)
    router.on(.get, "/livez", always: alive)

    // Existing apps compare the body with "OK", quotes and all.
    let healthy = Self.fixed("\"OK\"", "application/json", security)
    router.on(.get, "/healthChecker", always: healthy)

    router.on(.get, "/readyz") { [checkReadiness] _, _ in
      Self.readiness(await checkReadiness())
    }
  }

  /// One value for all requests; only its references are copied.
  private static func fixed(
    _ text: String, _ contentType: StaticString, _ security: SecurityFields
  ) -> Response {
    var response = Response(
      .ok, contentType: contentType, content: .bytes(Array(text.utf8)))
    response.shared = security.uncached
    return response
  }

  private static func readiness(_ obstacles: [ReadinessObstacle]) -> Response {
    var writer = JSONWriter()
    writer.object { writer in
      writer.string("status", obstacles.isEmpty ? "ready" : "unavailable")
      writer.key("obstacles")
      writer.array(obstacles) { $0.string($1.rawValue) }
    }
    let retry = obstacles.isEmpty ? [] : [ResponseField("Retry-After", "1")]
    return Response(
      obstacles.isEmpty ? .ok : .serviceUnavailable, contentType: "application/json",
      fields: [.noStore] + retry, content: .bytes(writer.bytes))
  }
}

extension HealthRoutes {
  init(_ parts: RouteParts) {
    self.init(
      checkReadiness: CheckReadiness(probe: parts.ports.machine.readiness),
      security: parts.security)
  }
}
