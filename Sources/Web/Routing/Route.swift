package import HTTP

/// The work of a route for a request.
package typealias Action =
  @Sendable (Request, RouteArguments) async throws -> Response

/// The values of a route's parameters, decoded.
package struct RouteArguments: Sendable {
  package static let none = RouteArguments(values: [])
  /// Those of the path, in the order of the pattern.
  package let values: [String]
  /// Of a route that declares its query.
  package var query = QueryValues.none

  /// Empty for a parameter that the pattern does not have.
  package subscript(_ index: Int) -> String {
    values.indices.contains(index) ? values[index] : ""
  }
}

/// Every path of a server, as it was written: what answers are counted by.
package struct RoutePaths: Sendable {
  /// The first is for requests of no route.
  package let names: [String]
  private let numbers: [String: Int]

  package init(_ endpoints: [Endpoint]) {
    names = ["none"] + Set(endpoints.flatMap { [$0.path] + $0.aliases }).sorted()
    numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($0.element, $0.offset) })
  }

  /// The index in ``names``; 0 for an unknown path.
  package func number(of path: String) -> Int { numbers[path] ?? 0 }
}

/// The methods of one path, and how its errors look.
package struct Resource: Sendable {
  package enum Answer: Sendable {
    case always(Response)
    /// - Parameters:
    ///   - id: as the contract names it; of its spans, too.
    ///   - query: the parameters of its query; nil where it reads them itself.
    case action(Action, id: String, query: [ParameterDeclaration]?)
    case remembered(RememberedRoute)
  }

  /// So few that looking through them is faster than hashing.
  private var answers: [(method: Method, answer: Answer, isRead: Bool)] = []
  /// The value of `Allow`, made when the routes are mounted and not for each refusal.
  package private(set) var allow = ""
  /// As it is mounted, however a request writes it.
  package let path: String
  /// In ``RoutePaths``, by which answers are counted.
  package let number: Int

  package init(at path: String, _ paths: RoutePaths) {
    self.path = path
    number = paths.number(of: path)
  }

  package mutating func add(_ method: Method, _ answer: Answer, _ isRead: Bool) {
    precondition(self.answer(of: method) == nil, "a method is mounted once on a path")
    answers.append((method, answer, isRead))
    allow = Self.allow(for: answers.map(\.method))
  }

  /// HEAD is GET, whose content the engine cuts off.
  package func answer(to method: Method) -> Answer? {
    answer(of: method) ?? (method == .head ? answer(of: .get) : nil)
  }

  /// Nil when nothing is mounted for the method.
  package func isRead(by method: Method) -> Bool? { answers.first { $0.method == method }?.isRead }

  private func answer(of method: Method) -> Answer? {
    answers.first { $0.method == method }?.answer
  }

  private static func allow(for methods: some Sequence<Method>) -> String {
    var allowed = Set(methods)
    if allowed.contains(.get) { allowed.insert(.head) }
    allowed.insert(.options)
    return Method.allCases.filter(allowed.contains).map(\.rawValue).joined(separator: ", ")
  }
}

/// A path with parameters: `/images/{digest}/{file}`.
package struct PathPattern: Sendable {
  private let segments: [Segment]

  private enum Segment: Sendable {
    case literal(String)
    case parameter
  }

  package init(_ pattern: String) {
    precondition(pattern.hasPrefix("/"), "a path begins with a slash")
    segments = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      $0.hasPrefix("{") ? .parameter : .literal(String($0))
    }
  }

  package static func isNeeded(for pattern: String) -> Bool { pattern.contains("{") }

  /// Nil when the path is another one. A parameter is never empty.
  package func match(_ path: [String]) -> RouteArguments? {
    guard path.count == segments.count else { return nil }
    var values: [String] = []
    for (segment, text) in zip(segments, path) {
      switch segment {
      case .literal(let literal):
        guard literal == text else { return nil }
      case .parameter:
        guard !text.isEmpty else { return nil }
        values.append(text)
      }
    }
    return RouteArguments(values: values)
  }
}
