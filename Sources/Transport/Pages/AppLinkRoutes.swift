import Domain
import HTTP
import Web

/// `GET /.well-known/...`: the apps that open links to pages of products. Apple and Google read it
/// when an app is installed.
struct AppLinkRoutes: RouteGroup {
  let apps: AppLinks
  let tags: ContentTag

  func mount(on router: inout Router) {
    router.on(
      Self.iosEndpoint, lasting: true,
      remembered: { [apps, tags] _ in
        guard !apps.ios.isEmpty else {
          throw Self.missing("No iOS app is configured: start the server with --ios-apps.")
        }
        return CachedBody(Self.association.bytes(apps.ios), tags)
      })
    router.on(
      Self.androidEndpoint, lasting: true,
      remembered: { [apps, tags] _ in
        guard !apps.android.isEmpty else {
          throw Self.missing("No Android app is configured: start the server with --android-apps.")
        }
        let bytes = JSONWriter.bytes(capacity: 512) { writer in
          writer.array(apps.android) { Self.statement.write($1, to: &$0) }
        }
        return CachedBody(bytes, tags)
      })
  }

  private static func missing(_ detail: String) -> Problem {
    Problem(.notFound, "not_found", detail)
  }

  // MARK: Declarations

  static let endpoints = [iosEndpoint, androidEndpoint]

  private static let iosEndpoint = Endpoint(
    .get, "/.well-known/apple-app-site-association", "getIOSApps", .pages,
    "List iOS apps that open product pages",
    .content("application/json", "As iOS and macOS read it.", fields: ["ETag"])
  ).with {
    // No schema: its members have names that generators of clients cannot use.
    $0.queryUse = .ignored
    $0.fields = [.ifNoneMatch]
    $0.refusals = [.notFound]
  }

  private static let androidEndpoint = Endpoint(
    .get, "/.well-known/assetlinks.json", "getAndroidApps", .pages,
    "List Android apps that open product pages",
    .content("application/json", "As Android reads it.", fields: ["ETag"])
  ).with {
    $0.queryUse = .ignored
    $0.fields = [.ifNoneMatch]
    $0.refusals = [.notFound]
  }

  /// Source: Apple, "Supporting associated domains" (`applinks`, `details`, `components`).
  private static let association = WireObject<[IOSApp]>(
    "AppSiteAssociation", "What iOS asks about links.",
    [.object("applinks", links, "Links that open an app.") { copy $0 }])

  private static let links = WireObject<[IOSApp]>(
    "AppLinks", "Apps with the paths that they open.",
    [.objects("details", details, 1...1, "One for all apps.") { [copy $0] }])

  private static let details = WireObject<[IOSApp]>(
    "AppLinkDetails", "Apps, and the paths that they open.",
    [
      .value(
        "appIDs", .array(.string()), "Team and bundle of each.", ["A1B2C3D4E5.com.example.shop"]
      ) { .strings($0.map(\.text)) },
      .objects("components", component, 2...2, "Patterns of paths.") { _ in
        [ProductPageRoutes.prefix + "*", ProductPageRoutes.aliasPrefix + "*"]
      },
    ])

  private static let component = WireObject<String>(
    "AppLinkComponent", "A pattern of paths.",
    [.value("/", .string(), "Of the path; `*` is anything.", "/p/*") { .string(copy $0) }])

  /// Source: Google, Digital Asset Links, "Statement list syntax".
  private static let statement = WireObject<AndroidApp>(
    "AssetLink", "What an app may do with links to this site.",
    [
      .value(
        "relation", .array(.string()), "That it may open all of them.",
        ["delegate_permission/common.handle_all_urls"]
      ) { _ in .strings(["delegate_permission/common.handle_all_urls"]) },
      .object("target", target, "The app.") { copy $0 },
    ])

  private static let target = WireObject<AndroidApp>(
    "AssetLinkTarget", "An Android app.",
    [
      .value("namespace", .word(["android_app"]), "What kind of app.", "android_app") { _ in
        .string("android_app")
      },
      .value("package_name", .string(), "The package.", "com.example.shop") {
        .string($0.name)
      },
      .value(
        "sha256_cert_fingerprints", .array(.string(pattern: "^([0-9A-F]{2}:){31}[0-9A-F]{2}$")),
        "SHA-256 fingerprints of the certificates that sign it.", [.string(fingerprint)]
      ) { .strings([$0.fingerprint]) },
    ])

  private static let fingerprint = Array(repeating: "C0", count: 32).joined(separator: ":")
}

extension AppLinkRoutes {
  init(_ parts: RouteParts) {
    self.init(apps: parts.policies.apps, tags: parts.tags)
  }
}
