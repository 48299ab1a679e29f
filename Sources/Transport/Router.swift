package import HTTP

/// Finds the route of a request and turns whatever happens into a response.
///
/// Built once for each loop and then only read.
package struct Router: Sendable {
  /// How the errors under a path look to the apps that call it.
  package typealias ErrorShape = @Sendable (Problem, Request) -> Response
  /// Told what must not be told to the client.
  package typealias IncidentObserver = @Sendable (_ requestID: String, _ what: String) -> Void
  /// Told of every attempt to change something, once.
  package typealias AuditObserver = @Sendable (AuditEntry) -> Void

  private var resources: [String: Resource] = [:]
  private var patterns: [(pattern: PathPattern, text: String, resource: Resource)] = []
  private var dialects: [(prefix: String, shape: ErrorShape)] = []
  private let security: SecurityFields
  private let policies: Policies
  private let observe: IncidentObserver
  private let audit: AuditObserver
  /// What a standby answers; nil when the primary is to be asked.
  private var standbyAnswer: (@Sendable (Request, String) async -> Response?)?

  package init(
    security: SecurityFields, policies: Policies = Policies(), observe: @escaping IncidentObserver,
    audit: @escaping AuditObserver = { _ in }
  ) {
    self.security = security
    self.policies = policies
    self.observe = observe
    self.audit = audit
  }

  /// Mounts an action.
  mutating func on(_ endpoint: Endpoint, _ action: @escaping Action) {
    mount(.action(action, endpoint.ignoresQuery ? nil : endpoint.query), for: endpoint)
  }

  /// Mounts an answer that is always the same.
  mutating func on(_ endpoint: Endpoint, always response: Response) {
    mount(.always(response), for: endpoint)
  }

  /// Mounts an action that no contract has.
  package mutating func on(_ method: Method, _ path: String, _ action: @escaping Action) {
    mount(.action(action, nil), for: method, on: path)
  }

  private mutating func mount(_ answer: Resource.Answer, for endpoint: Endpoint) {
    for path in [endpoint.path] + endpoint.aliases { mount(answer, for: endpoint.method, on: path) }
  }

  private mutating func mount(_ answer: Resource.Answer, for method: Method, on path: String) {
    guard PathPattern.isNeeded(for: path) else {
      resources[path, default: Resource(at: path)].add(method, answer)
      return
    }
    if let index = patterns.firstIndex(where: { $0.text == path }) {
      patterns[index].resource.add(method, answer)
    } else {
      var resource = Resource(at: path)
      resource.add(method, answer)
      patterns.append((PathPattern(path), path, resource))
    }
  }

  /// Reads by the routes of another router first, as ``Standby`` says.
  mutating func read(first other: Router, while isFresh: @escaping @Sendable () -> Bool) {
    let routes = StandbyRoutes(router: other, isFresh: isFresh)
    standbyAnswer = { request, path in await routes.answer(request, path) }
  }

  /// What an action answers; nil for everything else, and when it fails.
  func answerOfAction(_ request: Request, _ path: String) async -> Response? {
    do throws(Problem) {
      guard case .action(let action, let parameters) = try find(request, path) else { return nil }
      return try await action(request, parameters)
    } catch {
      return nil
    }
  }

  /// Every path that is mounted, as it was written, with its methods as in `Allow`.
  package var mounted: [(path: String, allow: String)] {
    resources.map { ($0.key, $0.value.allow) } + patterns.map { ($0.text, $0.resource.allow) }
  }

  /// Serves the paths under `prefix` as the apps expect that call them.
  ///
  /// Errors, of unknown paths too, get a shape of their own. Repeated slashes count as one: apps put
  /// a path that begins with a slash behind a host that ends in one.
  package mutating func dialect(under prefix: String, errors shape: @escaping ErrorShape) {
    dialects.append((prefix, shape))
  }

  /// The function that answers every request and never fails; take it when everything is mounted.
  ///
  /// One closure with one await: each async function between the engine and an action would cost
  /// two changes of executor, a twentieth of what a small answer costs.
  package var handler: Handler {
    { [self] request in
      let path = request.target.path
      if Self.isWrite(request.method) { return await audited(request, path) }
      do throws(Problem) {
        switch try find(request, path) {
        case .ready(let response): return finished(response, request)
        case .action(let action, let parameters):
          if let response = await standbyAnswer?(request, path) {
            return finished(response, request)
          }
          return finished(try await action(request, parameters), request)
        }
      } catch {
        return refused(error, request, path)
      }
    }
  }

  /// Carries out what may change something, and writes down who asked for it and what came of it.
  private func audited(_ request: Request, _ path: String) async -> Response {
    let note = AuditNote()
    let outcome = await AuditNote.$current.withValue(note) { await carriedOut(request, path) }
    if let action = action(of: request, path) {
      audit(AuditEntry(note, "\(request.method.rawValue) \(action)", request, outcome))
    }
    return outcome.response
  }

  private func carriedOut(_ request: Request, _ path: String) async -> AuditOutcome {
    do throws(Problem) {
      switch try find(request, path) {
      case .ready(let response):
        return AuditOutcome(response: finished(response, request), refusal: nil)
      case .action(let action, let parameters):
        let response = try await action(request, parameters)
        return AuditOutcome(response: finished(response, request), refusal: nil)
      }
    } catch {
      return AuditOutcome(response: refused(error, request, path), refusal: error.code)
    }
  }

  private static func isWrite(_ method: Method) -> Bool {
    switch method {
    case .post, .put, .patch, .delete: true
    case .get, .head, .options, .trace, .connect, .query: false
    }
  }

  /// The path of a request as it is mounted; nil when nothing there takes this method.
  private func action(of request: Request, _ path: String) -> String? {
    guard let route = try? routePath(of: request) else { return nil }
    let found =
      resources[route.text].map { (route.text, $0) }
      ?? patterns.first { $0.pattern.match(route.segments) != nil }.map { ($0.text, $0.resource) }
    return found.flatMap { $0.1.answer(to: request.method) == nil ? nil : $0.0 }
  }

  /// What a request leads to.
  private enum Finding {
    case ready(Response)
    case action(Action, RouteArguments)
  }

  private func find(_ request: Request, _ path: String) throws(Problem) -> Finding {
    try policies.rate?.pass(request, path)
    try policies.origins.pass(request)
    if let resource = resources[path] { return try answer(of: resource, request, .none) }
    if request.method == .options, path == "*" { return .ready(Self.optionsOfServer) }
    let route: RoutePath
    do throws(TargetError) {
      route = try routePath(of: request)
    } catch {
      // A segment that hides a slash, a dot segment or NUL leads nowhere.
      throw .noRoute(path)
    }
    if route.text != path, let resource = resources[route.text] {
      return try answer(of: resource, request, .none)
    }
    for (pattern, _, resource) in patterns {
      guard let parameters = pattern.match(route.segments) else { continue }
      return try answer(of: resource, request, parameters)
    }
    throw .noRoute(path)
  }

  /// A path as routes are found by it: decoded, and of a dialect without repeated slashes.
  private struct RoutePath {
    let segments: [String]
    var text: String { "/" + segments.joined(separator: "/") }
  }

  private func routePath(of request: Request) throws(TargetError) -> RoutePath {
    let whole = RoutePath(segments: try request.target.decodedSegments())
    guard whole.segments.dropLast().contains("") else { return whole }
    let filled = whole.segments.dropLast().filter { !$0.isEmpty } + whole.segments.suffix(1)
    let plain = RoutePath(segments: filled)
    return dialects.contains { plain.text.hasPrefix($0.prefix) } ? plain : whole
  }

  private func answer(
    of resource: Resource, _ request: Request, _ arguments: RouteArguments
  ) throws(Problem) -> Finding {
    if resource.isForAdministrators { try policies.adminKeys?.pass(request) }
    switch resource.answer(to: request.method) {
    case .always(let response): return .ready(response)
    case .action(let action, let query):
      var arguments = arguments
      if let query { arguments.query = try query.values(of: request) }
      if Self.isWrite(request.method) { try request.checkContentCoding() }
      return .action(action, arguments)
    case nil: break
    }
    guard request.method == .options else {
      throw .methodNotAllowed(request.method, allow: resource.allow)
    }
    if let answer = policies.origins.preflight(request, allow: resource.allow) {
      return .ready(answer)
    }
    return .ready(Response(.noContent, fields: [ResponseField("Allow", resource.allow)]))
  }

  private func refused(_ problem: Problem, _ request: Request, _ path: String) -> Response {
    if let incident = problem.incident { observe(request.id, incident) }
    return finished(shaped(problem, request, path), request)
  }

  private func shaped(_ problem: Problem, _ request: Request, _ path: String) -> Response {
    let route = (try? routePath(of: request))?.text ?? path
    var response =
      dialects.first { route.hasPrefix($0.prefix) }?.shape(problem, request)
      ?? problem.response(
        requestID: request.id, in: request.language(or: policies.languages.errors))
    // What follows a CONNECT or a TRACE is not meant for us as a request.
    response.closesConnection = request.method == .connect || request.method == .trace
    return response
  }

  private func finished(_ response: consuming Response, _ request: Request) -> Response {
    policies.origins.mark(&response, to: request)
    if response.shared == nil { response.shared = security.standard }
    return response
  }

  private static let optionsOfServer = Response(
    .noContent,
    fields: [ResponseField("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")])
}
