import Domain
import HTTP
import UseCases
import Web

/// `/admin/v1/me`: what a page that arranges the shop must know before anything else.
struct AdministratorRoutes: RouteGroup {
  let authentication: Authentication
  let now: WallClock
  let timeZone: String

  init(_ parts: RouteParts) {
    authentication = Authentication(parts.authenticateToken)
    now = parts.ports.machine.now
    timeZone = parts.policies.timeZone
  }

  func mount(on router: inout Router) {
    router.on(Self.endpoint) { request, _ in
      let principal = try await authentication.require(.merchandise, of: request)
      let administrator = Administrator(principal: principal, now: now(), timeZone: timeZone)
      return .administered(Self.wire.bytes(administrator), tag: nil)
    }
  }

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .get, "/admin/v1/me", "getAdministrator", .administration, "Get the owner of the token",
    .json(wire.schema, "Who asks, and the clock and time zone of the shop.")
  ).with { $0.access = .administrator }

  private struct Administrator {
    let principal: Principal
    let now: Timestamp
    let timeZone: String
  }

  private static let wire = WireObject<Administrator>(
    "Administrator", "The owner of a token, and the clock and time zone of the shop.",
    [
      .value("name", .string(), "Name of the token's owner.", "office") {
        .string($0.principal.name)
      },
      .value(
        "scopes", .array(.growingWord(Scope.allCases.map(\.rawValue))),
        "`merchandise` may do all that is here; so may `admin`.", ["merchandise"]
      ) { .strings($0.principal.scopes.map(\.rawValue).sorted()) },
      .value("server_time", .time, "Schedules follow this clock.", "2026-03-01T00:00:00Z") {
        .string($0.now.rfc3339)
      },
      .value("time_zone", .string(), "In which the shop writes dates.", "Asia/Seoul") {
        .string($0.timeZone)
      },
      .value(
        "expires_at", .time, isRequired: false,
        "When the token expires; left out if it does not.", "2026-03-01T12:00:00Z"
      ) { .string($0.principal.expiresAt?.rfc3339) },
    ])
}
