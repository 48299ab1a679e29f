package import HTTP

/// Finds the route of a request and turns whatever happens into a response.
///
/// Built once for each loop and then only read.
package struct Router: Sendable {
  /// How the errors under a path look to the apps that call it.
  package typealias ErrorShape = @Sendable (Problem, Request) -> Response
  /// Told what must not be told to the client.
  package typealias IncidentObserver = @Sendable (_ requestID: String, _ what: String) -> Void

  private var resources: [String: Resource] = [:]
  private var patterns: [(pattern: PathPattern, text: String, resource: Resource)] = []
  private var shapes: [(prefix: String, shape: ErrorShape)] = []
  private let security: SecurityFields
  private let policies: Policies
  private let observe: IncidentObserver

  package init(
    security: SecurityFields, policies: Policies = Policies(), observe: @escaping IncidentObserver
  ) {
    self.security = security
    self.policies = policies
    self.observe = observe
  }

  /// Mounts an action on a path such as `/livez` or `/images/{digest}/{file}`.
  package mutating func on(_ method: Method, _ path: String, _ action: @escaping Action) {
    guard PathPattern.isNeeded(for: path) else {
      resources[path, default: Resource()].add(method, action)
      return
    }
    if let index = patterns.firstIndex(where: { $0.text == path }) {
      patterns[index].resource.add(method, action)
    } else {
      var resource = Resource()
      resource.add(method, action)
      patterns.append((PathPattern(path), path, resource))
    }
  }

  /// Gives all errors under `prefix`, unknown paths too, a shape of their own.
  package mutating func shapeErrors(under prefix: String, _ shape: @escaping ErrorShape) {
    shapes.append((prefix, shape))
  }

  /// Answers a request; never fails.
  package func answer(_ request: Request) async -> Response {
    let path = request.target.path
    var response: Response
    do throws(Problem) {
      try policies.rate?.pass(request, path)
      try policies.origins.pass(request)
      response = try await route(request, path)
    } catch {
      if let incident = error.incident { observe(request.id, incident) }
      response = shaped(error, request, path)
    }
    policies.origins.mark(&response, to: request)
    return secured(response)
  }

  private func route(_ request: Request, _ path: String) async throws(Problem) -> Response {
    if let resource = resources[path] {
      return try await perform(resource, request, .none)
    }
    if request.method == .options, path == "*" { return Self.optionsOfServer }
    let segments: [String]
    do throws(TargetError) {
      segments = try request.target.decodedSegments()
    } catch {
      // A segment that hides a slash, a dot segment or NUL leads nowhere.
      throw .notFound
    }
    if let resource = resources["/" + segments.joined(separator: "/")] {
      return try await perform(resource, request, .none)
    }
    for (pattern, _, resource) in patterns {
      guard let parameters = pattern.match(segments) else { continue }
      return try await perform(resource, request, parameters)
    }
    throw .notFound
  }

  private func perform(
    _ resource: Resource, _ request: Request, _ parameters: PathParameters
  ) async throws(Problem) -> Response {
    if let action = resource.action(for: request.method) {
      return try await action(request, parameters)
    }
    guard request.method == .options else { throw .methodNotAllowed(allow: resource.allow) }
    if let answer = policies.origins.preflight(request, allow: resource.allow) { return answer }
    return Response(.noContent, fields: [ResponseField("Allow", resource.allow)])
  }

  private func shaped(_ problem: Problem, _ request: Request, _ path: String) -> Response {
    var response =
      shapes.first { path.hasPrefix($0.prefix) }?.shape(problem, request)
      ?? problem.response(requestID: request.id)
    // What follows a CONNECT or a TRACE is not meant for us as a request.
    response.closesConnection = request.method == .connect || request.method == .trace
    return response
  }

  private func secured(_ response: Response) -> Response {
    guard response.shared == nil else { return response }
    var response = response
    response.shared = security.standard
    return response
  }

  private static let optionsOfServer = Response(
    .noContent,
    fields: [ResponseField("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")])
}
