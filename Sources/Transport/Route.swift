package import HTTP

/// What a route does with a request that has reached it.
package typealias Action =
  @Sendable (Request, RouteArguments) async throws(Problem) -> Response

/// What the parameters of a route stood for, decoded.
package struct RouteArguments: Sendable {
  static let none = RouteArguments(values: [])
  /// Those of the path, in the order of the pattern.
  let values: [String]
  /// Of a route that declares its query.
  var query = QueryValues.none

  /// Empty for a parameter that the pattern does not have.
  package subscript(_ index: Int) -> String {
    values.indices.contains(index) ? values[index] : ""
  }
}

/// The methods of one path, and how its errors look.
struct Resource: Sendable {
  enum Answer: Sendable {
    case always(Response)
    /// With the parameters of its query; nil where it reads them itself.
    case action(Action, [ParameterDeclaration]?)
  }

  /// So few that looking through them is faster than hashing.
  private var answers: [(method: Method, answer: Answer, isRead: Bool)] = []
  /// The value of `Allow`, made when the routes are mounted and not for each refusal.
  private(set) var allow = ""
  /// As it is mounted, however a request writes it.
  let path: String
  /// Of ``Routes/number(of:)``, for whoever observes the server.
  let number: Int

  init(at path: String) {
    self.path = path
    number = Routes.number(of: path)
  }

  mutating func add(_ method: Method, _ answer: Answer, _ isRead: Bool) {
    precondition(self.answer(of: method) == nil, "a method is mounted once on a path")
    answers.append((method, answer, isRead))
    allow = Self.allow(for: answers.map(\.method))
  }

  /// HEAD is GET, whose content the engine cuts off.
  func answer(to method: Method) -> Answer? {
    answer(of: method) ?? (method == .head ? answer(of: .get) : nil)
  }

  /// Nil when nothing is mounted for the method.
  func isRead(by method: Method) -> Bool? { answers.first { $0.method == method }?.isRead }

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
struct PathPattern: Sendable {
  private let segments: [Segment]

  private enum Segment: Sendable {
    case literal(String)
    case parameter
  }

  init(_ pattern: String) {
    precondition(pattern.hasPrefix("/"), "a path begins with a slash")
    segments = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
      $0.hasPrefix("{") ? .parameter : .literal(String($0))
    }
  }

  static func isNeeded(for pattern: String) -> Bool { pattern.contains("{") }

  /// Nil when the path is another one. A parameter is never empty.
  func match(_ path: [String]) -> RouteArguments? {
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
