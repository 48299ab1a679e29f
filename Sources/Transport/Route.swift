package import HTTP

/// What a route does with a request that has reached it.
package typealias Action =
  @Sendable (Request, PathParameters) async throws(Problem) -> Response

/// Which query parameters a route takes.
package enum QueryRule: Sendable, Hashable {
  /// Those that it reads; it ignores others, as the originals of dialects do.
  case any
  /// These and no others: a client that sends `page=2` means something else than the first page.
  case only([String])

  package static let none = QueryRule.only([])

  /// - Throws: 400 that names all that are not known, and the known ones.
  func check(_ request: Request) throws(Problem) {
    guard case .only(let known) = self, request.target.rawQuery != nil else { return }
    let unknown = try request.queryItems().map(\.name).filter { !known.contains($0) }
    guard !unknown.isEmpty else { return }
    let names = unknown.prefix(Self.toldMax).map { name in
      name.isEmpty ? "(without a name)" : name.prefix(Self.nameMax)
    }
    let cure =
      known.isEmpty
      ? "This route takes none." : "It takes only \(known.joined(separator: ", "))."
    throw Problem(
      .badRequest, "unknown_parameter",
      "Unknown query parameters: \(names.joined(separator: ", ")). \(cure)")
  }

  /// Names that an answer repeats, and characters of each.
  private static let toldMax = 10
  private static let nameMax = 100
}

/// What the parameters of a path stood for, decoded, in the order of the pattern.
package struct PathParameters: Sendable {
  static let none = PathParameters(values: [])
  let values: [String]

  /// Empty for a parameter that the pattern does not have.
  package subscript(_ index: Int) -> String {
    values.indices.contains(index) ? values[index] : ""
  }
}

/// The methods of one path, and how its errors look.
struct Resource: Sendable {
  enum Answer: Sendable {
    case always(Response)
    case action(Action, QueryRule)
  }

  /// So few that looking through them is faster than hashing.
  private var answers: [(method: Method, answer: Answer)] = []
  /// The value of `Allow`, made when the routes are mounted and not for each refusal.
  private(set) var allow = ""
  /// Decided by the path that it is mounted on, however a request writes it.
  let isForAdministrators: Bool

  init(at path: String) {
    isForAdministrators = path.hasPrefix(AdminKeys.path)
  }

  mutating func add(_ method: Method, _ answer: Answer) {
    precondition(self.answer(of: method) == nil, "a method is mounted once on a path")
    answers.append((method, answer))
    allow = Self.allow(for: answers.map(\.method))
  }

  /// HEAD is GET, whose content the engine cuts off.
  func answer(to method: Method) -> Answer? {
    answer(of: method) ?? (method == .head ? answer(of: .get) : nil)
  }

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
  func match(_ path: [String]) -> PathParameters? {
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
    return PathParameters(values: values)
  }
}
