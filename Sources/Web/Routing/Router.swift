package import HTTP

/// Finds the route of a request and turns whatever happens into a response.
///
/// Built once and then only read.
package struct Router: Sendable {
  /// How the errors under a path look to the apps that call it.
  package typealias ErrorShape = @Sendable (Problem, Request) -> Response
  /// Receives incidents that clients must not see.
  package typealias IncidentObserver = @Sendable (_ requestID: String, _ what: String) -> Void
  /// Told of every attempt to change something, once.
  package typealias AuditObserver = @Sendable (AuditEntry) -> Void

  private var table: RouteTable
  /// From the outermost to the innermost.
  private let gates: [any Gate]
  /// Around all of a write.
  private let audit: AuditTrail
  /// Around everything; nil costs nothing.
  private let simulation: Simulation?
  private let languages: Languages
  private let observe: IncidentObserver
  /// How errors look to browsers; nil for no differently.
  private var page: ErrorShape?
  /// The answer of a standby; nil when the primary must answer.
  private var standbyAnswer: (@Sendable (Request) async -> Response?)?

  /// - Parameter paths: all that will be mounted, by which answers are counted.
  package init(
    behind gates: [any Gate], _ audit: AuditTrail, _ simulation: Simulation?, _ paths: RoutePaths,
    _ languages: Languages, observe: @escaping IncidentObserver
  ) {
    self.gates = gates
    self.audit = audit
    self.simulation = simulation
    self.languages = languages
    table = RouteTable(paths)
    self.observe = observe
  }

  // MARK: Mounting

  /// Mounts an action.
  package mutating func on(_ endpoint: Endpoint, _ action: @escaping Action) {
    let query = endpoint.ignoresQuery ? nil : endpoint.query
    mount(.action(action, id: endpoint.id, query: query), for: endpoint)
  }

  /// Mounts an answer that is always the same.
  package mutating func on(_ endpoint: Endpoint, always response: Response) {
    mount(.always(response), for: endpoint)
  }

  /// Mounts an action that no contract has.
  package mutating func on(_ method: Method, _ path: String, _ action: @escaping Action) {
    table.mount(
      .action(action, id: path, query: nil), for: method, on: path, isRead: method.isSafe
    )
  }

  private mutating func mount(_ answer: Resource.Answer, for endpoint: Endpoint) {
    for path in [endpoint.path] + endpoint.aliases {
      table.mount(answer, for: endpoint.method, on: path, isRead: endpoint.isRead)
    }
  }

  /// Every path that is mounted, as it was written, with its methods as in `Allow`.
  package var mounted: [(path: String, allow: String)] { table.mounted }

  /// Serves the paths under `prefix` as the apps expect that call them.
  ///
  /// Errors have a format of their own, also for unknown paths. Repeated slashes count as one: apps
  /// append a path that begins with a slash to a host that ends with one.
  ///
  package mutating func dialect(under prefix: String, errors shape: @escaping ErrorShape) {
    dialect(where: { $0.hasPrefix(prefix) }, errors: shape)
  }

  /// The same for paths that share more than a prefix.
  ///
  /// - Parameter isMeant: whether a path, decoded, is one of them.
  package mutating func dialect(
    where isMeant: @escaping @Sendable (String) -> Bool, errors shape: @escaping ErrorShape
  ) {
    table.dialect(where: isMeant, errors: shape)
  }

  /// Answers errors with pages where a browser asks and no app has a format of its own.
  package mutating func pages(errors shape: @escaping ErrorShape) {
    page = shape
  }

  /// Asks another router first for reads without credentials, while it is fresh.
  package mutating func read(
    first other: Router, while isFresh: @escaping @Sendable () -> Bool,
    without credentials: [RequestField]
  ) {
    standbyAnswer = { request in
      guard request.isRead(without: credentials), isFresh(),
        let response = await other.answerOfAction(request), response.status.code < 400,
        isFresh()
      else { return nil }
      return response
    }
  }

  // MARK: Answering

  /// The function that answers every request and never fails; take it when everything is mounted.
  ///
  /// One closure with one await: each async function between the engine and an action would cost
  /// two changes of executor, a twentieth of the time of a small answer.
  package var handler: Handler {
    let answer: Handler = { [self] request in
      let destination = table.destination(of: request)
      guard !destination.mayChange(by: request.method) else {
        return await audited(request, destination)
      }
      do {
        switch try admitted(request, to: destination) {
        case (.always(let response), _): return finished(response, request, destination)
        case (.action(let action, let id, _), let arguments):
          if let response = await standbyAnswer?(request) {
            return finished(response, request, destination)
          }
          let response = try await spanning(id, isFault: Problem.isFault) {
            try await action(request, arguments)
          }
          return finished(response, request, destination)
        }
      } catch {
        return refused(Problem(of: error), request, destination)
      }
    }
    return simulation?.around(answer) ?? answer
  }

  /// Carries out a request that may change something.
  private func audited(_ request: Request, _ destination: Destination) async -> Response {
    await audit.around(request, to: destination) { () -> AuditOutcome in
      do {
        switch try admitted(request, to: destination) {
        case (.always(let response), _): return .done(finished(response, request, destination))
        case (.action(let action, let id, _), let arguments):
          let response = try await spanning(id, isFault: Problem.isFault) {
            try await action(request, arguments)
          }
          return .done(finished(response, request, destination))
        }
      } catch {
        let problem = Problem(of: error)
        return .refused(refused(problem, request, destination), problem.code)
      }
    }
  }

  /// The answer of an action; nil for everything else, and when it fails.
  private func answerOfAction(_ request: Request) async -> Response? {
    do {
      guard
        case (.action(let action, let id, _), let arguments) = try answer(
          to: request, at: table.destination(of: request))
      else { return nil }
      return try await spanning(id, isFault: Problem.isFault) {
        try await action(request, arguments)
      }
    } catch {
      return nil
    }
  }

  private func admitted(
    _ request: Request, to destination: Destination
  ) throws(Problem) -> (Resource.Answer, RouteArguments) {
    for gate in gates { try gate.before(request, to: destination) }
    return try answer(to: request, at: destination)
  }

  private func answer(
    to request: Request, at destination: Destination
  ) throws(Problem) -> (Resource.Answer, RouteArguments) {
    guard let resource = destination.resource else {
      guard request.method == .options, destination.path == "*" else {
        throw .noRoute(destination.path)
      }
      return (.always(Self.optionsOfServer), .none)
    }
    if let answer = resource.answer(to: request.method) {
      var arguments = destination.arguments
      if case .action(_, _, let query) = answer {
        if let query { arguments.query = try query.values(of: request) }
        if !request.method.isSafe { try request.checkContentCoding() }
      }
      return (answer, arguments)
    }
    guard request.method == .options else {
      throw .methodNotAllowed(request.method, allow: resource.allow)
    }
    return (
      .always(Response(.noContent, fields: [ResponseField("Allow", resource.allow)])), .none
    )
  }

  private func refused(
    _ problem: Problem, _ request: Request, _ destination: Destination
  ) -> Response {
    if let incident = problem.incident { observe(request.id, incident) }
    let shape =
      table.errorShape(of: request, destination.path) ?? (request.wantsPage ? page : nil)
    var response =
      shape?(problem, request)
      ?? problem.response(requestID: request.id, in: request.language(of: languages))
    // Bytes after a CONNECT or a TRACE are not meant for us as a request.
    response.closesConnection = request.method == .connect || request.method == .trace
    response.note.refusal = problem.code
    return finished(response, request, destination)
  }

  private func finished(
    _ response: consuming Response, _ request: Request, _ destination: Destination
  ) -> Response {
    response.note.route = destination.resource?.number ?? 0
    for gate in gates.reversed() { gate.after(&response, to: request) }
    return response
  }

  private static let optionsOfServer = Response(
    .noContent,
    fields: [ResponseField("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")])
}

extension Request {
  /// Whether it changes nothing and says nothing of who sends it.
  fileprivate func isRead(without credentials: [RequestField]) -> Bool {
    (method == .get || method == .head) && !credentials.contains { fields.contains($0) }
  }
}
