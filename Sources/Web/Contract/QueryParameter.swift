package import Domain
package import HTTP

/// One parameter of a query: how it is read, its default, and its description in the contract.
package struct QueryParameter<Value: Sendable>: Sendable {
  package let declaration: ParameterDeclaration
  /// The default.
  package let fallback: Value
  package let read: @Sendable (String) throws -> Value

  package init(
    _ name: String, _ schema: JSONSchema, _ meaning: String, default fallback: Value,
    isRequired: Bool = false, shown: JSONValue? = nil, example: JSONValue? = nil,
    _ read: @escaping @Sendable (String) throws -> Value
  ) {
    self.fallback = fallback
    self.read = read
    declaration = ParameterDeclaration(
      name: name, schema: schema, meaning: meaning, isRequired: isRequired, fallback: shown,
      example: example
    ) { text in _ = try read(text) }
  }
}

/// A parameter that may be given several times: `category=5&category=6`. None is an empty list.
package struct RepeatedParameter<Value: Sendable>: Sendable {
  package let declaration: ParameterDeclaration
  package let read: @Sendable (String) throws -> Value

  /// - Parameters:
  ///   - schema: the schema of one value.
  ///   - max: how often it may be given.
  package init(
    _ name: String, _ schema: JSONSchema, _ meaning: String, max: Int,
    _ read: @escaping @Sendable (String) throws -> Value
  ) {
    self.read = read
    declaration = ParameterDeclaration(
      name: name, schema: .array(schema, 0...max), meaning: meaning, repetitionsMax: max
    ) { text in _ = try read(text) }
  }
}

extension QueryParameter<Bool> {
  /// `true` or `false`; false without it.
  package static func flag(_ name: String, _ meaning: String) -> QueryParameter {
    QueryParameter(name, .boolean, meaning, default: false, shown: false) {
      text in
      try flag(text)
    }
  }

  package static func flag(_ text: String) throws(ValidationError) -> Bool {
    switch text {
    case "true": return true
    case "false": return false
    default:
      throw ValidationError(
        "malformed_flag", "This is neither true nor false.", hint: "Write true or false.")
    }
  }
}

extension QueryParameter<Int> {
  /// Digits only: `+5` and `05` are refused.
  package static func number(
    _ name: String, _ range: ClosedRange<Int>, default fallback: Int, _ meaning: String
  ) -> QueryParameter {
    QueryParameter(
      name, .integer(Int64(range.lowerBound)...Int64(range.upperBound)), meaning,
      default: fallback, shown: .integer(Int64(fallback))
    ) { text in
      guard let number = Int(text), String(number) == text, range.contains(number) else {
        throw ValidationError(
          "out_of_range", "This is no number from \(range.lowerBound) to \(range.upperBound).",
          hint:
            "Write a number from \(range.lowerBound) to \(range.upperBound), in digits alone.",
          allowed: .numbers(Int64(range.lowerBound)...Int64(range.upperBound)))
      }
      return number
    }
  }
}

extension QueryParameter where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// One of a few words.
  package static func word(
    _ name: String, default fallback: Value, _ meaning: String
  ) -> QueryParameter {
    let words = Value.allCases.map(\.rawValue)
    return QueryParameter(
      name, .word(words), meaning, default: fallback, shown: .string(fallback.rawValue)
    ) { text in try Self.known(text) }
  }

  package static func known(_ text: String) throws(ValidationError) -> Value {
    guard let value = Value(rawValue: text) else {
      throw ValidationError(
        "unknown_word", "There is no such word here.", known: Value.allCases.map(\.rawValue))
    }
    return value
  }
}

/// The declaration of one parameter, of a query or of a path.
package struct ParameterDeclaration: Sendable {
  package let name: String
  package let schema: JSONSchema
  /// One sentence.
  package let meaning: String
  package let isRequired: Bool
  /// The default in the contract; nil for none.
  package let fallback: JSONValue?
  package let example: JSONValue?
  /// How often it may be given.
  package let repetitionsMax: Int
  /// Judges a text.
  package let check: @Sendable (String) throws -> Void

  package init(
    name: String, schema: JSONSchema, meaning: String, isRequired: Bool = false,
    fallback: JSONValue? = nil, example: JSONValue? = nil, repetitionsMax: Int = 1,
    check: @escaping @Sendable (String) throws -> Void = { _ in }
  ) {
    self.name = name
    self.schema = schema
    self.meaning = meaning
    self.isRequired = isRequired
    self.fallback = fallback
    self.example = example
    self.repetitionsMax = repetitionsMax
    self.check = check
  }
}

/// The parameters of a query that were sent, all of them judged.
package struct QueryValues: Sendable {
  package static let none = QueryValues(items: [])
  package let items: [QueryItem]
}

extension [ParameterDeclaration] {
  /// Reads a query that may hold these parameters and no others: a client that sends `page=2` means
  /// something else than the first page.
  ///
  /// - Throws: 400 that tells all that is wrong with it.
  func values(of request: Request) throws(Problem) -> QueryValues {
    let items = request.target.rawQuery == nil ? [] : try request.queryItems()
    var mistakes: [ParameterMistake] = []
    for parameter in self where parameter.isRequired {
      guard !items.contains(where: { $0.name == parameter.name }) else { continue }
      mistakes.append(ParameterMistake(parameter.name, Self.missing))
    }
    for (index, item) in items.enumerated() where mistakes.count < Problem.parametersMax {
      guard let place = firstIndex(where: { $0.name == item.name }) else {
        mistakes.append(ParameterMistake(item.name, unknown))
        continue
      }
      let earlier = items[..<index].count { $0.name == item.name }
      guard earlier < self[place].repetitionsMax else {
        mistakes.append(
          ParameterMistake(item.name, Self.repeated(self[place].repetitionsMax)))
        continue
      }
      do {
        try self[place].check(item.value)
      } catch {
        mistakes.append(ParameterMistake(item.name, .told(by: error)))
      }
    }
    guard mistakes.isEmpty else { throw Problem(query: mistakes) }
    return QueryValues(items: items)
  }

  private var unknown: ValidationError {
    let told = "There is no such parameter here."
    return isEmpty
      ? ValidationError(
        "unknown_parameter", told, hint: "This route takes none.", allowed: .times(0))
      : ValidationError("unknown_parameter", told, known: map(\.name))
  }

  private static let missing = ValidationError(
    "required", "This parameter is missing.", hint: "Add it to the query.")

  private static func repeated(_ max: Int) -> ValidationError {
    ValidationError(
      "repeated_parameter",
      "This parameter was given more than \(max == 1 ? "once" : "\(max) times").",
      hint: max == 1 ? "Give it once." : "Give it at most \(max) times.", allowed: .times(max))
  }
}

/// A mistake in one parameter of a query.
package struct ParameterMistake: Sendable, Hashable {
  /// As it was sent; a long one is cut.
  package let parameter: String
  package let flaw: ValidationError

  package init(_ parameter: String, _ flaw: ValidationError) {
    self.parameter = String(parameter.unicodeScalars.prefix(Self.nameMax))
    self.flaw = flaw
  }

  /// Code points: one character can have any number of them.
  private static let nameMax = 100
}

extension Problem {
  /// A query that cannot be answered.
  package init(query mistakes: [ParameterMistake]) {
    self.init(.badRequest, "malformed_query", "Some parameters cannot be taken; see errors.")
    parameters = mistakes
  }

  /// Mistakes that an answer repeats.
  fileprivate static let parametersMax = 20
}
