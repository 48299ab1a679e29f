import Domain
package import HTTP

/// The contract of some routes as others read it.
///
/// Source: OpenAPI Specification 3.1.1.
package struct OpenAPIDocument: Sendable {
  private let title: String
  private let version: String
  private let meaning: String
  private let endpoints: [Endpoint]
  private let groups: [EndpointGroup]
  private let codes: [ErrorCode]
  private let languages: [Language]
  /// Whose calls these are; nil for our own.
  private let dialect: Dialect?

  /// - Parameters:
  ///   - version: of the program.
  ///   - meaning: Markdown.
  ///   - groups: in the order of the reference.
  ///   - codes: of errors, and the languages in which they are explained.
  package init(
    title: String, version: String, meaning: String, _ endpoints: [Endpoint],
    in groups: [EndpointGroup], of dialect: Dialect? = nil, codes: [ErrorCode] = [],
    languages: [Language] = []
  ) {
    self.groups = groups
    self.codes = codes
    self.languages = languages.sorted { $0.tag < $1.tag }
    self.title = title
    self.version = version
    self.meaning = meaning
    self.endpoints = endpoints
    self.dialect = dialect
  }

  package var json: JSONValue {
    var components: [JSONValue.Member] = [
      .init(name: "schemas", value: .object(schemas)),
      .init(name: "securitySchemes", value: .object(securitySchemes)),
      .init(name: "responses", value: .object(refusals)),
    ]
    if dialect == nil { components += SimulationContract.components }
    var members: [JSONValue.Member] = [
      .init(name: "openapi", value: "3.1.1"), .init(name: "info", value: info),
      .init(name: "servers", value: [["url": "/"]]), .init(name: "tags", value: .array(tags)),
      .init(name: "paths", value: .object(paths)),
      .init(name: "components", value: .object(components)),
    ]
    if dialect == nil {
      members.append(
        .init(name: "x-errors", value: .array(codes.map { $0.json(in: languages) })))
    }
    return .object(members)
  }

  private var info: JSONValue {
    [
      "title": .string(title), "version": .string(version), "description": .string(meaning),
      "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
    ]
  }

  private var tags: [JSONValue] {
    groups.filter { group in endpoints.contains { $0.group == group } }
      .map { ["name": .string($0.name), "description": .string($0.meaning)] }
  }

  // MARK: Paths

  private var paths: [JSONValue.Member] {
    var order: [String] = []
    for endpoint in endpoints where !order.contains(endpoint.path) { order.append(endpoint.path) }
    return order.map { path in
      let operations = endpoints.filter { $0.path == path }
      return .init(
        name: path,
        value: .object(
          operations.map { .init(name: $0.method.rawValue.lowercased(), value: operation($0)) }))
    }
  }

  private func operation(_ endpoint: Endpoint) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(name: "operationId", value: .string(endpoint.id)),
      .init(name: "tags", value: [.string(endpoint.group.name)]),
      .init(name: "summary", value: .string(endpoint.summary)),
    ]
    if !endpoint.meaning.isEmpty {
      members.append(.init(name: "description", value: .string(endpoint.meaning)))
    }
    let parameters =
      endpoint.pathParameters.map { Self.parameter($0, in: "path") }
      + endpoint.query.map { Self.parameter($0, in: "query") }
      + EndpointField.allCases.filter(endpoint.fields.contains).compactMap(Self.field)
    if !parameters.isEmpty { members.append(.init(name: "parameters", value: .array(parameters))) }
    if let body = endpoint.body {
      members.append(.init(name: "requestBody", value: Self.body(body)))
    }
    members.append(.init(name: "responses", value: .object(Self.responses(of: endpoint))))
    let security = endpoint.access.alternatives
    if !security.isEmpty {
      members.append(.init(name: "security", value: .array(security.map(\.json))))
    }
    return .object(members)
  }

  private static func parameter(_ parameter: ParameterDeclaration, in place: String) -> JSONValue {
    var schema = parameter.schema.json
    if case .object(var members) = schema, let fallback = parameter.fallback {
      members.append(.init(name: "default", value: fallback))
      schema = .object(members)
    }
    var members: [JSONValue.Member] = [
      .init(name: "name", value: .string(parameter.name)),
      .init(name: "in", value: .string(place)),
      .init(name: "description", value: .string(parameter.meaning)),
      .init(name: "schema", value: schema),
    ]
    if place == "path" || parameter.isRequired {
      members.append(.init(name: "required", value: true))
    }
    if parameter.schema.isArray {
      let isRepeated = parameter.repetitionsMax > 1
      members.append(.init(name: "style", value: "form"))
      members.append(.init(name: "explode", value: .bool(isRepeated)))
    }
    if let example = parameter.example { members.append(.init(name: "example", value: example)) }
    return .object(members)
  }

  private static func field(_ field: EndpointField) -> JSONValue? {
    field.meaning.map { meaning in
      [
        "name": .string(field.rawValue), "in": "header", "description": .string(meaning),
        "schema": field.schema.json,
      ]
    }
  }

  private static func body(_ body: EndpointBody) -> JSONValue {
    [
      "required": true, "description": .string(body.meaning),
      "content": .object(
        body.contents.map { .init(name: $0.mediaType, value: content($0)) }),
    ]
  }

  private static func content(_ content: EndpointBody.Content) -> JSONValue {
    var members = [JSONValue.Member(name: "schema", value: content.schema.json)]
    if !content.partTypes.isEmpty {
      let parts = content.partTypes.map { part, mediaType in
        JSONValue.Member(name: part, value: ["contentType": .string(mediaType)])
      }
      members.append(.init(name: "encoding", value: .object(parts)))
    }
    if let example = content.example { members.append(.init(name: "example", value: example)) }
    return .object(members)
  }

  private static func responses(of endpoint: Endpoint) -> [JSONValue.Member] {
    let unchanged =
      endpoint.fields.contains(.ifNoneMatch)
      ? [EndpointAnswer.empty(.notModified, "What you have still holds.")] : []
    let all = endpoint.answers + unchanged
    let answers = all.enumerated().filter { index, answer in
      !all[..<index].contains { $0.status == answer.status }
    }.map { _, first in
      JSONValue.Member(
        name: String(first.status.code), value: response(all.filter { $0.status == first.status }))
    }
    let refusals = statuses(of: endpoint).map { status in
      JSONValue.Member(
        name: String(status.code),
        value: endpoint.refusedAs.map {
          response([.content($0, String(describing: status.reason), status: status)])
        } ?? ["$ref": .string("#/components/responses/\(name(of: status))")])
    }
    let others = JSONValue.Member(
      name: "default", value: ["$ref": .string("#/components/responses/\(otherRefusal)")])
    return answers + refusals + [others]
  }

  /// - Parameter answers: of one status, each of another media type.
  private static func response(_ answers: [EndpointAnswer]) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(
        name: "description", value: .string(answers.map(\.meaning).uniqued.joined(separator: " ")))
    ]
    let fields = answers.flatMap(\.fields).map {
      JSONValue.Member(name: $0, value: ["schema": ["type": "string"]])
    }
    if !fields.isEmpty { members.append(.init(name: "headers", value: .object(fields))) }
    let content = answers.compactMap { answer in
      answer.mediaType.map { mediaType in
        let schema = answer.schema ?? (mediaType.hasPrefix("image/") ? .file : nil)
        return JSONValue.Member(name: mediaType, value: schema.map { ["schema": $0.json] } ?? [:])
      }
    }
    if !content.isEmpty { members.append(.init(name: "content", value: .object(content))) }
    return .object(members)
  }

  // MARK: Refusals

  /// The errors of every route, and those of this one.
  package static func statuses(of endpoint: Endpoint) -> [Status] {
    var statuses = endpoint.refusals.union(everywhere)
    if endpoint.fields.contains(.ifNoneMatch) { statuses.insert(.preconditionFailed) }
    if endpoint.fields.contains(.ifMatch) { statuses.insert(.preconditionFailed) }
    if endpoint.fields.contains(.idempotencyKey) {
      statuses.formUnion([.conflict, .unprocessableContent])
    }
    if endpoint.body != nil { statuses.formUnion([.contentTooLarge, .unprocessableContent]) }
    // Writes are refused with a body in a coding, even where none is read, and from pages of
    // others.
    if endpoint.method != .get { statuses.formUnion([.unsupportedMediaType, .forbidden]) }
    if endpoint.answers.contains(where: { $0.status == .partialContent }) {
      statuses.insert(.rangeNotSatisfiable)
    }
    if !endpoint.pathParameters.isEmpty { statuses.insert(.notFound) }
    if !endpoint.access.alternatives.isEmpty { statuses.insert(.unauthorized) }
    if endpoint.access.canBeForbidden { statuses.insert(.forbidden) }
    if let dialect = endpoint.group.dialect {
      statuses = Set(statuses.map { dialect.status($0, endpoint) })
    }
    return statuses.subtracting(endpoint.answers.map(\.status))
      .sorted { $0.code < $1.code }
  }

  /// By the engine, by the rates, or because the store is away.
  private static let everywhere: Set<Status> = [
    .badRequest, .tooManyRequests, .internalServerError, .serviceUnavailable,
  ]

  /// With which a request is refused before a route sees it, or while its body comes: by the
  /// engine, which has limits and deadlines for every message, or by a proxy in front.
  ///
  /// They are the `default` of every operation, because none of them is about one.
  package static let statusesOfEngine: Set<Int> = {
    let codes = ErrorCode.http.compactMap(\.status) + [Status.contentTooLarge.code]
    return Set(codes + [Status.gatewayTimeout.code]).subtracting(everywhere.map(\.code))
  }()

  private static let otherRefusal = "OtherRefusal"

  private var refusals: [JSONValue.Member] {
    var statuses: Set<Status> = []
    for endpoint in endpoints { statuses.formUnion(Self.statuses(of: endpoint)) }
    let own = dialect.map { ($0.refusal, "application/json") }
    let usual = [own ?? Self.problem]
    let named = statuses.sorted { $0.code < $1.code }.map { status in
      JSONValue.Member(
        name: Self.name(of: status),
        value: Self.refusal(String(describing: status.reason), usual))
    }
    let numbers = Self.statusesOfEngine.sorted().map(String.init).joined(separator: ", ")
    let meaning = "By the HTTP engine or a proxy, whatever the route: \(numbers)."
    let other = Self.refusal(meaning, [Self.problem] + (own.map { [$0] } ?? []))
    return named + [.init(name: Self.otherRefusal, value: other)]
  }

  /// A body of a refusal and its media type.
  private typealias RefusalBody = (schema: ObjectSchema, mediaType: String)
  private static let problem: RefusalBody = (Problem.schema, "application/problem+json")

  private static func refusal(_ meaning: String, _ bodies: [RefusalBody]) -> JSONValue {
    var contents = bodies.map { schema, mediaType in
      JSONValue.Member(name: mediaType, value: ["schema": JSONSchema.object(schema).json])
    }
    // Browsers get a page from our own routes.
    if bodies.map(\.mediaType) == [problem.mediaType] {
      contents.append(JSONValue.Member(name: "text/html", value: .object([])))
    }
    return ["description": .string(meaning), "content": .object(contents)]
  }

  /// The words of the reason in one: `BadRequest`.
  private static func name(of status: Status) -> String {
    String(describing: status.reason).filter { $0.isLetter }
  }

  // MARK: Types and access

  private var schemas: [JSONValue.Member] {
    var objects: [ObjectSchema] = []
    let refused = [dialect?.refusal, Problem.schema].compactMap { $0 }
    let named = endpoints.flatMap(\.objects) + refused
    for object in named.flatMap({ $0.withReferences })
    where !objects.contains(where: { $0.name == object.name }) {
      objects.append(object)
    }
    return objects.map { .init(name: $0.name, value: $0.json) }
  }

  private var securitySchemes: [JSONValue.Member] {
    var schemes: [SecurityScheme] = []
    for scheme in endpoints.flatMap(\.access.alternatives).flatMap(\.schemes)
    where !schemes.contains(where: { $0.name == scheme.name }) {
      schemes.append(scheme)
    }
    return schemes.map { .init(name: $0.name, value: $0.json) }
  }
}
