package import HTTP

/// The paths that are mounted, and how one is found. Built once and then only read.
package struct RouteTable: Sendable {
  private var resources: [String: Resource] = [:]
  private var patterns: [(pattern: PathPattern, resource: Resource)] = []
  private var shaped: [ShapedPaths] = []
  private let paths: RoutePaths

  package init(_ paths: RoutePaths) { self.paths = paths }

  /// Paths whose errors have a shape of their own.
  private struct ShapedPaths {
    let has: @Sendable (_ path: String) -> Bool
    let shape: Router.ErrorShape
  }

  /// Every path that is mounted, as it was written, with its methods as in `Allow`.
  package var mounted: [(path: String, allow: String)] {
    (Array(resources.values) + patterns.map(\.resource)).map { ($0.path, $0.allow) }
  }

  package mutating func mount(
    _ answer: Resource.Answer, for method: Method, on path: String, isRead: Bool
  ) {
    guard PathPattern.isNeeded(for: path) else {
      resources[path, default: Resource(at: path, paths)].add(method, answer, isRead)
      return
    }
    if let index = patterns.firstIndex(where: { $0.resource.path == path }) {
      patterns[index].resource.add(method, answer, isRead)
    } else {
      var resource = Resource(at: path, paths)
      resource.add(method, answer, isRead)
      patterns.append((PathPattern(path), resource))
    }
  }

  /// On these paths repeated slashes count as one, and errors have this shape.
  package mutating func dialect(
    where isMeant: @escaping @Sendable (String) -> Bool, errors shape: @escaping Router.ErrorShape
  ) {
    shaped.append(ShapedPaths(has: isMeant, shape: shape))
  }

  /// Where a request leads. A segment that hides a slash, a dot segment or NUL leads nowhere.
  package func destination(of request: Request) -> Destination {
    let path = request.target.path
    if let resource = resources[path] { return Destination(path: path, resource: resource) }
    guard path != "*", let route = try? decoded(request) else { return Destination(path: path) }
    if let resource = resources[route.text] {
      return Destination(path: path, resource: resource)
    }
    for (pattern, resource) in patterns {
      guard let arguments = pattern.match(route.segments) else { continue }
      return Destination(path: path, resource: resource, arguments: arguments)
    }
    return Destination(path: path)
  }

  /// How errors look to the apps that call the path of a request; nil for our own shape.
  package func errorShape(of request: Request, _ path: String) -> Router.ErrorShape? {
    let route = (try? decoded(request))?.text ?? path
    return shaped.first { $0.has(route) }?.shape
  }

  /// A path as routes are found by it: decoded, and of a dialect without repeated slashes.
  private struct DecodedPath {
    let segments: [String]
    var text: String { "/" + segments.joined(separator: "/") }
  }

  private func decoded(_ request: Request) throws(TargetError) -> DecodedPath {
    let whole = DecodedPath(segments: try request.target.decodedSegments())
    guard whole.segments.dropLast().contains("") else { return whole }
    let filled = whole.segments.dropLast().filter { !$0.isEmpty } + whole.segments.suffix(1)
    let plain = DecodedPath(segments: filled)
    return shaped.contains { $0.has(plain.text) } ? plain : whole
  }
}

/// Where the path of a request leads.
package struct Destination: Sendable {
  /// As it was sent.
  package let path: String
  /// Nil for nothing.
  package var resource: Resource?
  package var arguments = RouteArguments.none

  package init(
    path: String, resource: Resource? = nil, arguments: RouteArguments = .none
  ) {
    self.path = path
    self.resource = resource
    self.arguments = arguments
  }

  /// Whether a request that leads here may change something. Where nothing is mounted for its
  /// method, the method says so.
  package func mayChange(by method: Method) -> Bool {
    !(resource?.isRead(by: method) ?? method.isSafe)
  }
}
