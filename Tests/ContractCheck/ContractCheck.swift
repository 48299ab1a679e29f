import Dialects
import HTTP
import Transport
package import Web

/// Holds an answer against the contract. Tests call it for each answer that they get, so that a
/// member or a status that nobody declared fails them.
package struct ContractCheck: Sendable {
  /// Of our own contract, and of those of dialects.
  private let documents: [Document]

  package init() {
    documents =
      [Document(Routes.endpoints, .none)]
      + Dialect.all.map { Document($0.endpoints, $0) }
  }

  /// What is wrong with an answer, a line each; none for one of a path that is not ours.
  ///
  /// - Parameter path: without its query.
  package func flaws(
    of method: String, _ path: String, status: Int, mediaType: String?, content: [UInt8]
  ) -> [String] {
    guard method != "HEAD", let (document, endpoint) = find(method, path) else { return [] }
    let name = "\(method) \(endpoint.path) \(status)"
    func told(_ flaws: [String]) -> [String] { flaws.map { "\(name): \($0)" } }
    if status >= 400, mediaType == "application/problem+json" {
      return told(document.flaws(ofProblem: content, status, endpoint))
    }
    if status >= 400, let type = endpoint.refusedAs, String?(type).isSame(as: mediaType) {
      return told(document.flaws(ofStatus: status, endpoint))
    }
    if status >= 400, let dialect = document.dialect {
      return told(document.flaws(ofRefusal: content, status, endpoint, dialect))
    }
    if status >= 400, document.dialect == nil, String?("text/html").isSame(as: mediaType) {
      return told(document.flaws(ofStatus: status, endpoint))
    }
    if status == 304, endpoint.fields.contains(.ifNoneMatch) { return [] }
    let answers = endpoint.answers.filter { $0.status.code == status }
    guard !answers.isEmpty else { return ["\(name): the contract does not know this status"] }
    guard let answer = answers.first(where: { $0.mediaType.isSame(as: mediaType) }) else {
      return ["\(name): the contract does not know \(mediaType ?? "an answer without content")"]
    }
    return answer.schema.map { told(document.flaws(of: content, $0)) } ?? []
  }

  private func find(_ method: String, _ path: String) -> (Document, Endpoint)? {
    for document in documents {
      if let endpoint = document.endpoint(method, path) { return (document, endpoint) }
    }
    return nil
  }
}

/// One contract: its routes, and the types in it.
private struct Document: Sendable {
  private let endpoints: [Endpoint]
  private let schemas: [String: JSONValue]
  /// Of merged types, those of which one must fit.
  private let alternatives: [String: [JSONValue]]
  /// Nil for ours.
  let dialect: Dialect?

  init(_ endpoints: [Endpoint], _ dialect: Dialect?) {
    self.endpoints = endpoints
    self.dialect = dialect
    let refusals = [Problem.schema] + (dialect.map { [$0.refusal] } ?? [])
    let named = refusals + endpoints.flatMap(\.objects)
    let all = named.flatMap(\.withReferences) + named.flatMap(\.withAlternatives)
    schemas = Dictionary(
      all.map { ($0.reference, $0.json) }, uniquingKeysWith: { first, _ in first })
    alternatives = Dictionary(
      all.filter { !$0.alternatives.isEmpty }.map { type in
        (type.reference, type.alternatives.map { ["$ref": .string($0.reference)] })
      }, uniquingKeysWith: { first, _ in first })
  }

  func flaws(ofProblem content: [UInt8], _ status: Int, _ endpoint: Endpoint) -> [String] {
    let known = OpenAPIDocument.statusesOfEngine.union(statuses(of: endpoint))
    guard known.contains(status) else { return ["the contract does not know this status"] }
    return flaws(of: content, .object(Problem.schema)) + unknownCodes(in: content, status)
  }

  func flaws(ofStatus status: Int, _ endpoint: Endpoint) -> [String] {
    let known = OpenAPIDocument.statusesOfEngine.union(statuses(of: endpoint))
    return known.contains(status) ? [] : ["the contract does not know this status"]
  }

  func flaws(
    ofRefusal content: [UInt8], _ status: Int, _ endpoint: Endpoint, _ dialect: Dialect
  ) -> [String] {
    // Tests without sockets have no engine that would answer these by itself.
    let known = OpenAPIDocument.statusesOfEngine.union(statuses(of: endpoint))
    guard known.contains(status) else {
      return ["the contract of \(dialect.name) does not know this status"]
    }
    return flaws(of: content, .object(dialect.refusal)) + unknownCodes(in: content, nil)
  }

  private func statuses(of endpoint: Endpoint) -> Set<Int> {
    Set(OpenAPIDocument.statuses(of: endpoint).map(\.code))
  }

  /// Codes that no list has, or has with another status.
  ///
  /// - Parameter status: of the answer; nil where a dialect may have chosen another one.
  private func unknownCodes(in content: [UInt8], _ status: Int?) -> [String] {
    guard let problem = try? JSONParser.parse(content) else { return [] }
    var flaws: [String] = []
    if case .string(let code)? = problem["code"] {
      let known = ErrorCode.named(code)?.status
      if known == nil || known != status ?? known {
        let wanted = status.map { "the status \($0)" } ?? "a status"
        flaws.append("\(code) is in no list of codes with \(wanted)")
      }
    }
    guard case .array(let errors)? = problem["errors"] else { return flaws }
    return flaws
      + errors.compactMap { error in
        guard case .string(let code)? = error["code"], ErrorCode.named(code) == nil
        else { return nil }
        return "\(code) is in no list of codes"
      }
  }

  /// The route that a request leads to. Of several paths the one with fewest parameters counts, by
  /// whatever method.
  func endpoint(_ method: String, _ path: String) -> Endpoint? {
    let segments = segments(path)
    let found = endpoints.flatMap { endpoint in
      ([endpoint.path] + endpoint.aliases).map(self.segments).filter { pattern in
        pattern.count == segments.count
          && zip(pattern, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
      }.map { (endpoint, $0.count { $0.hasPrefix("{") }) }
    }
    guard let fewest = found.map(\.1).min() else { return nil }
    return found.first { $0.1 == fewest && $0.0.method.rawValue == method }?.0
  }

  /// Dialects take repeated slashes for one.
  private func segments(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: dialect != nil)
  }

  func flaws(of content: [UInt8], _ schema: JSONSchema) -> [String] {
    guard let value = try? JSONParser.parse(content) else { return ["this is no JSON"] }
    return SchemaCheck(schemas: schemas, alternatives: alternatives).flaws(
      of: value, schema.json, at: "")
  }
}

extension JSONValue {
  /// This schema with one of its types.
  fileprivate func typed(_ type: JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.name == "type" ? .init(name: "type", value: type) : $0 })
  }
}

/// Holds a value against a schema. Stricter than JSON Schema: an object has no member that its type
/// does not name.
private struct SchemaCheck {
  let schemas: [String: JSONValue]
  let alternatives: [String: [JSONValue]]

  func flaws(of value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    if case .string(let reference)? = schema["$ref"] {
      guard let target = schemas[reference] else { return ["\(place): \(reference) is missing"] }
      guard let types = alternatives[reference] else { return flaws(of: value, target, at: place) }
      return flaws(of: value, among: types, at: place)
    }
    if case .array(let choices)? = schema["anyOf"] {
      return flaws(of: value, among: choices, at: place)
    }
    switch schema["type"] {
    case .array(let types): return flaws(of: value, among: types.map(schema.typed), at: place)
    case .string(let type): return flaws(of: value, schema, type, at: place)
    default: return []
    }
  }

  private func flaws(
    of value: JSONValue, _ schema: JSONValue, _ type: String, at place: String
  ) -> [String] {
    switch (type, value) {
    case ("object", .object(let members)): return flaws(of: members, schema, at: place)
    case ("array", .array(let elements)):
      let inner = elements.enumerated().flatMap { index, element in
        flaws(of: element, schema["items"] ?? .null, at: "\(place)/\(index)")
      }
      return inner + bounds(Double(elements.count), schema, "minItems", "maxItems", at: place)
    case ("string", .string(let text)): return flaws(of: text, schema, at: place)
    case ("integer", .integer(let number)), ("number", .integer(let number)):
      return bounds(Double(number), schema, "minimum", "maximum", at: place)
    case ("number", .number(let number)):
      return bounds(number, schema, "minimum", "maximum", at: place)
    case ("boolean", .bool), ("null", .null): return []
    default: return ["\(place) is \(value.kind), and should be of the type \(type)"]
    }
  }

  private func flaws(
    of value: JSONValue, among choices: [JSONValue], at place: String
  ) -> [String] {
    let all = choices.map { flaws(of: value, $0, at: place) }
    return all.contains([]) ? [] : all.min { $0.count < $1.count } ?? []
  }

  private func flaws(
    of members: [JSONValue.Member], _ schema: JSONValue, at place: String
  ) -> [String] {
    guard case .object(let known)? = schema["properties"] else { return [] }
    var flaws: [String] = []
    for member in members {
      guard let type = known.first(where: { $0.name == member.name }) else {
        flaws.append("\(place)/\(member.name) is not declared")
        continue
      }
      flaws += self.flaws(of: member.value, type.value, at: "\(place)/\(member.name)")
    }
    guard case .array(let required)? = schema["required"] else { return flaws }
    let names = members.map { JSONValue.string($0.name) }
    return flaws + required.filter { !names.contains($0) }.map { "\(place): \($0) is missing" }
  }

  private func flaws(of text: String, _ schema: JSONValue, at place: String) -> [String] {
    var flaws = bounds(
      Double(text.unicodeScalars.count), schema, "minLength", "maxLength", at: place)
    if case .array(let words)? = schema["enum"], !words.contains(.string(text)) {
      flaws.append("\(place): \(text) is none of the words")
    }
    if case .string(let pattern)? = schema["pattern"], let regex = try? Regex(pattern),
      text.firstMatch(of: regex) == nil
    {
      flaws.append("\(place): \(text) does not match \(pattern)")
    }
    if case .string(let format)? = schema["format"], let form = Self.forms[format],
      text.wholeMatch(of: form) == nil
    {
      flaws.append("\(place): \(text) is no \(format) as the contract has it")
    }
    return flaws
  }

  /// Stricter than the formats of JSON Schema: times are in whole seconds and in UTC, identifiers
  /// in lower case, and URLs have a host.
  private static var forms: [String: Regex<Substring>] {
    [
      "date-time": /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/,
      "uuid": /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
      "uri": /https?:\/\/[^\s\/?#"<>\\^`{|}]+[!-~&&[^"<>\\^`{|}]]*/,
    ]
  }

  private func bounds(
    _ number: Double, _ schema: JSONValue, _ least: String, _ most: String, at place: String
  ) -> [String] {
    var flaws: [String] = []
    if case .integer(let limit)? = schema[least], number < Double(limit) {
      flaws.append("\(place): \(number) is below \(limit)")
    }
    if case .integer(let limit)? = schema[most], number > Double(limit) {
      flaws.append("\(place): \(number) is above \(limit)")
    }
    return flaws
  }
}

extension String? {
  /// Whether an answer of the second type is one of the first, which may end in `*`.
  fileprivate func isSame(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    let type = other.prefix { $0 != ";" }
    return self.hasSuffix("/*") ? type.hasPrefix(self.dropLast()) : type == self
  }
}

extension JSONValue {
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}
