import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `GET /v1/config`: the configuration that an app reads when it starts.
struct AppConfigRoutes: RouteGroup {
  let show: ShowAppConfig
  let tags: ContentTag
  let origin: Origin?

  init(_ parts: RouteParts) {
    show = ShowAppConfig(parts.browseLists)
    tags = parts.tags
    origin = parts.origin
  }

  func mount(on router: inout Router) {
    router.on(
      Self.endpoint,
      remembered: { input in
        let query = input.arguments.query
        let config = try await show(
          query[Self.platform], query[Self.version], in: input.language.tag,
          from: input.origin(configured: origin))
        return CachedBody(Wire.appConfig.bytes(config), tags)
      })
  }

  static let endpoints = [endpoint]

  private static let endpoint = Endpoint(
    .get, "/v1/config", "getAppConfig", .shop, "Get the configuration of an app",
    .json(
      Wire.appConfig.schema, "What holds for this version.", fields: ["ETag", "Content-Language"])
  ).with {
    $0.query = [platform.declaration, version.declaration]
    $0.fields = [.ifNoneMatch, .acceptLanguage]
  }

  private static let platform = QueryParameter<String>(
    "platform", .word(AppConfigDraft.platforms), "Of the app.", default: "", isRequired: true,
    example: "ios"
  ) { text throws(ValidationError) in
    try JSONValue.string(text).word(of: AppConfigDraft.platforms)
  }

  private static let version = QueryParameter<AppVersion>(
    "version", AppVersion.schema, "Of the app, compared number by number.", default: .zero,
    isRequired: true, example: "1.4.2"
  ) { text throws(ValidationError) in try AppVersion(text) }
}

extension Wire {
  static let appConfig = WireObject<AppConfiguration>(
    "AppConfiguration", "What an app must know at its start.",
    [
      .value("must_update", .boolean, "This version must not be used any more.", false) {
        .bool($0.mustUpdate)
      },
      .value("should_update", .boolean, "A newer version is recommended.", true) {
        .bool($0.shouldUpdate)
      },
      .value(
        "store_url", .url, isRequired: false, "Where the update is.",
        "https://apps.apple.com/app/id1"
      ) { .string($0.storeURL) },
      .value(
        "message", title, isRequired: false,
        "What to tell people about the update; left out without one.", "새 버전이 나왔습니다."
      ) { .string($0.message) },
      .value(
        "switches", .map(of: .either([.boolean, title]), AppSwitch.countMax),
        "Settings of the app by their names.", ["new-cart": true]
      ) { config in
        .object(config.switches.sorted { $0.key < $1.key }.map { ($0.key, $0.value.wire) })
      },
    ])
}
