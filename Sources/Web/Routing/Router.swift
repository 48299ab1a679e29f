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
  private let languages: RouterLanguages
  private let observe: IncidentObserver
  /// How errors look to browsers; nil for no differently.
  private var page: ErrorShape?
  private let answers: ValidatedAnswers
  /// Fields by which a client says who it is.
  private let credentials: [RequestField]
  private var rememberedCount: UInt16 = 0
  private var standby: StandbyRouter?

  /// - Parameters:
  ///   - paths: all that will be mounted, by which answers are counted.
  ///   - answers: the memory of routes whose answers are remembered.
  ///   - credentials: requests with one of these fields get answers of their own.
  package init(
    behind gates: [any Gate], _ audit: AuditTrail, _ simulation: Simulation?, _ paths: RoutePaths,
    _ languages: RouterLanguages, remembering answers: ValidatedAnswers,
    without credentials: [RequestField], observe: @escaping IncidentObserver
  ) {
    self.gates = gates
    self.audit = audit
    self.simulation = simulation
    self.languages = languages
    self.answers = answers
    self.credentials = credentials
    table = RouteTable(paths)
    self.observe = observe
  }

  // MARK: Mounting

  /// Mounts an action.
  package mutating func on(_ endpoint: Endpoint, _ action: @escaping Action) {
    let query = endpoint.queryUse == .declared ? endpoint.query : nil
    mount(.action(action, id: endpoint.id, query: query), for: endpoint)
  }

  /// Mounts an answer that is always the same.
  package mutating func on(_ endpoint: Endpoint, always response: Response) {
    mount(.always(response), for: endpoint)
  }

  /// Mounts a read whose answers requests without credentials share.
  ///
  /// - Parameters:
  ///   - lasting: whether answers depend on nothing that changes while the server runs.
  ///   - admit: comes before all answers, and may answer instead of them.
  ///   - make: makes an answer, of nothing but its input.
  ///   - note: gets the note of an answer for each request that is answered with it.
  package mutating func on(
    _ endpoint: Endpoint, lasting: Bool = false, admit: RememberedRoute.Admit? = nil,
    remembered make: @escaping RememberedRoute.Make, note: RememberedRoute.Note? = nil
  ) {
    rememberedCount += 1
    let vary = endpoint.varies.map(\.rawValue).joined(separator: ", ")
    let route = RememberedRoute(
      endpoint: endpoint, number: rememberedCount,
      vary: vary.isEmpty ? [] : [ResponseField("Vary", vary)],
      isLasting: lasting, admit: admit, make: make, note: note)
    mount(.remembered(route), for: endpoint)
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
  package mutating func read(first standby: StandbyRouter) { self.standby = standby }

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
          if let response = await freshAnswer(of: standby, to: request) {
            return finished(response, request, destination)
          }
          let response = try await spanning(id, isFault: Problem.isFault) {
            try await action(request, arguments)
          }
          return finished(response, request, destination)
        case (.remembered(let route), let arguments):
          if let response = await freshAnswer(of: standby, to: request) {
            return finished(response, request, destination)
          }
          let offer = try await remembered(route, request, arguments)
          return finished(offer.accepted(), request, destination)
        }
      } catch {
        let problem = Problem(of: error)
        if problem.status == .serviceUnavailable, let standby,
          let response = await staleAnswer(of: standby, to: request)
        {
          return finished(response, request, destination)
        }
        return refused(problem, request, destination)
      }
    }
    return simulation?.around(answer) ?? answer
  }

  /// Carries out a request that may change something.
  private func audited(_ request: Request, _ destination: Destination) async -> Response {
    await audit.around(request, to: destination) { () -> AuditOutcome in
      do {
        let (answer, arguments) = try admitted(request, to: destination)
        let offer = try await offer(of: answer, to: request, arguments)
        return .done(finished(offer.accepted(), request, destination))
      } catch {
        let problem = Problem(of: error)
        return .refused(refused(problem, request, destination), problem.code)
      }
    }
  }

  private func offer(
    of answer: Resource.Answer, to request: Request, _ arguments: RouteArguments
  ) async throws -> Offer {
    switch answer {
    case .always(let response): return Offer(response: response)
    case .action(let action, let id, _):
      return try await spanning(id, isFault: Problem.isFault) {
        Offer(response: try await action(request, arguments))
      }
    case .remembered(let route): return try await remembered(route, request, arguments)
    }
  }

  // MARK: Remembered answers

  private func remembered(
    _ route: RememberedRoute, _ request: Request, _ arguments: RouteArguments
  ) async throws -> Offer {
    if let answer = try await route.admit?(request, arguments) { return Offer(response: answer) }
    let index =
      route.endpoint.fields.contains(.acceptLanguage) ? languages.index(for: request) : nil
    let make = { () async throws -> KeptAnswer in
      let language = languages.screens[index]
      return try await spanning(route.endpoint.id, isFault: Problem.isFault) {
        let input = try AnswerInput(request, route, arguments, in: language)
        let body = try await route.make(input)
        return KeptAnswer(body, in: index.map { _ in language }, vary: route.vary)
      }
    }
    let note: String?
    let response: Response
    if isPublic(request), !route.isChosenByCookie(request) {
      let question = AnswerQuestion(request, route, language: index ?? 0)
      (response, note) = try await answers.response(
        to: request, question, isLasting: route.isLasting, make)
    } else {
      let answer = try await make()
      (response, note) = (try answer.response(to: request, .miss), answer.note)
    }
    guard let note, let take = route.note else { return Offer(response: response) }
    return Offer(response: response) { take(note, request) }
  }

  private func isPublic(_ request: Request) -> Bool {
    !credentials.contains { request.fields.contains($0) }
  }

  // MARK: The standby

  private func freshAnswer(of standby: StandbyRouter?, to request: Request) async -> Response? {
    guard let standby, request.method.isSafe, isPublic(request), standby.isFresh(),
      let offer = await standby.answer(request), standby.isFresh()
    else { return nil }
    return offer.accepted()
  }

  /// An answer that may be older than the standby is allowed to be otherwise, while the primary is
  /// away.
  private func staleAnswer(of standby: StandbyRouter, to request: Request) async -> Response? {
    guard answers.staleSeconds > 0, request.method.isSafe, isPublic(request),
      standby.isWithin(answers.staleSeconds), let offer = await standby.answer(request),
      let age = standby.age()
    else { return nil }
    var response = offer.accepted()
    response.fields.removeAll { $0.name == "Age" }
    response.fields.append(.age(Int64(age.components.seconds)))
    response.note.cacheStatus = .stale
    return response
  }

  /// The answer of a route; nil for one that is always the same, and for a failure.
  fileprivate func answerOfRoute(_ request: Request) async -> Offer? {
    do {
      let (answer, arguments) = try answer(to: request, at: table.destination(of: request))
      if case .always = answer { return nil }
      let offer = try await offer(of: answer, to: request, arguments)
      return offer.response.status.code < 400 ? offer : nil
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
      ?? problem.response(requestID: request.id, in: request.language(of: languages.errors))
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

/// An answer that may still be thrown away.
private struct Offer: Sendable {
  let response: Response
  /// Takes the note of the answer.
  var note: (@Sendable () -> Void)?

  /// The answer, which is given now.
  func accepted() -> Response {
    note?()
    return response
  }
}

/// A router over a copy of the shop that is a little old.
package struct StandbyRouter: Sendable {
  /// Nil for what it cannot answer.
  fileprivate let answer: @Sendable (Request) async -> Offer?
  /// Whether the copy may answer now; asked before and after each read.
  fileprivate let isFresh: @Sendable () -> Bool
  /// How old the copy may be at most; nil when nothing is known of it.
  fileprivate let age: @Sendable () -> Duration?

  package init(
    _ router: Router, isFresh: @escaping @Sendable () -> Bool,
    age: @escaping @Sendable () -> Duration?
  ) {
    answer = { await router.answerOfRoute($0) }
    (self.isFresh, self.age) = (isFresh, age)
  }

  fileprivate func isWithin(_ seconds: Int) -> Bool {
    age().map { $0 <= .seconds(seconds) } ?? false
  }
}

/// The languages of a router.
package struct RouterLanguages: Sendable {
  /// Of answers.
  fileprivate let screens: Languages
  fileprivate let errors: Languages

  package init(screens: Languages, errors: Languages) {
    (self.screens, self.errors) = (screens, errors)
  }

  fileprivate func index(for request: Request) -> Int { request.languageIndex(of: screens) }
}
