import Web

/// Routes that belong together: what the contract says of them, and how they are mounted.
protocol RouteGroup: SendableMetatype {
  /// All that ``mount(on:)`` mounts.
  static var endpoints: [Endpoint] { get }

  init(_ parts: RouteParts)

  func mount(on router: inout Router)
}
