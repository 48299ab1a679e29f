package import HTTP

/// One route as everybody is told of it: the router mounts it, reads its query by it, and the
/// contract describes it.
package struct Endpoint: Sendable {
  package let method: Method
  /// Such as `/v1/products/{id}`.
  package let path: String
  /// Names the operation in code that is made from the contract: `listProducts`.
  package let id: String
  package let group: EndpointGroup
  /// Whether it changes nothing: a safe method, or a POST by which an app reads.
  package var isRead: Bool
  /// Other paths of the same endpoint; the contract does not list them.
  package var aliases: [String] = []
  /// A few words.
  package let summary: String
  /// More than that, in Markdown; empty when the summary says all.
  package var meaning = ""
  package var access = EndpointAccess.everybody
  /// Those in braces, in the order of the path.
  package var pathParameters: [ParameterDeclaration] = []
  package var query: [ParameterDeclaration] = []
  package var queryUse = QueryUse.declared
  /// The media type of its refusals, if they are no JSON: a page for people, or XML.
  package var refusedAs: String?
  package var fields: Set<EndpointField> = []
  package var body: EndpointBody?
  package let answers: [EndpointAnswer]
  /// Statuses of its refusals, besides those that follow from its other properties.
  package var refusals: Set<Status> = []

  /// The object types of its body and its answers.
  package var objects: [ObjectSchema] {
    answers.flatMap { $0.schema?.objects ?? [] }
      + (body?.contents.flatMap(\.schema.objects) ?? [])
  }

  package init(
    _ method: Method, _ path: String, _ id: String, _ group: EndpointGroup, _ summary: String,
    _ answers: EndpointAnswer...
  ) {
    self.method = method
    self.path = path
    self.id = id
    self.group = group
    isRead = method.isSafe
    self.summary = summary
    self.answers = answers
  }

  /// The request fields that choose its answer, as in `Vary`.
  package var varies: [EndpointField] {
    EndpointField.allCases.filter { $0.isVaried && fields.contains($0) }
  }

  /// The same with some of it changed.
  package func with(_ change: (inout Endpoint) -> Void) -> Endpoint {
    var endpoint = self
    change(&endpoint)
    return endpoint
  }
}

/// How a route reads the query of a request.
package enum QueryUse: Sendable {
  /// It gets the parameters that it declares; others are refused.
  case declared
  /// It reads the query itself, and ignores what it does not know.
  case own
  /// It reads none: links to a page get items such as `fbclid` on their way.
  case ignored
}

/// A section of the reference.
package struct EndpointGroup: Sendable, Hashable {
  package let name: String
  /// One sentence.
  package let meaning: String
  /// The contract that its calls belong to; nil for our own.
  package let dialect: Dialect?

  package init(_ name: String, _ meaning: String, of dialect: Dialect? = nil) {
    self.name = name
    self.meaning = meaning
    self.dialect = dialect
  }

  package static func == (a: EndpointGroup, b: EndpointGroup) -> Bool { a.name == b.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The calls of apps that were made for another server, with a contract of their own.
package struct Dialect: Sendable {
  /// In lower case with hyphens, for the name of a file.
  package let name: String
  package let title: String
  /// Markdown.
  package let meaning: String
  /// The content of an error.
  package let refusal: ObjectSchema
  /// With which status a route refuses what our own routes refuse with this one.
  package let status: @Sendable (Status, Endpoint) -> Status

  package init(
    _ name: String, title: String, meaning: String, refusal: ObjectSchema,
    status: @escaping @Sendable (Status, Endpoint) -> Status = { status, _ in status }
  ) {
    self.name = name
    self.title = title
    self.meaning = meaning
    self.refusal = refusal
    self.status = status
  }
}

/// A field of a request that changes the behaviour of a route. Answers that are chosen by one say
/// so in `Vary`.
package enum EndpointField: String, Sendable, CaseIterable {
  /// Whether a page or JSON is answered.
  case accept = "Accept"
  case ifNoneMatch = "If-None-Match"
  case ifMatch = "If-Match"
  case acceptLanguage = "Accept-Language"
  /// The place of a client in a list.
  case cookie = "Cookie"
  case idempotencyKey = "Idempotency-Key"

  /// Whether it chooses one of several answers that are there at the same time.
  var isVaried: Bool {
    switch self {
    case .accept, .acceptLanguage, .cookie: true
    case .ifNoneMatch, .ifMatch, .idempotencyKey: false
    }
  }

  package var schema: JSONSchema {
    self == .idempotencyKey ? .string(1...255, pattern: "^[!-~]+$") : .string()
  }

  /// Nil where the contract does not list it as a parameter, which OpenAPI does not allow for all.
  ///
  /// Source: OpenAPI 3.1.1 §4.8.12.2.
  package var meaning: String? {
    switch self {
    case .accept, .cookie: nil
    case .ifNoneMatch: "The `ETag` of an earlier answer: 304 without content if it still holds."
    case .ifMatch: "The `ETag` of what the change was made for; `*` for whatever is there."
    case .acceptLanguage:
      "The language of what the server itself says: `ko` or `en`."
    case .idempotencyKey:
      "1 to 255 visible ASCII characters, new for each write: sent again, the write is made once."
    }
  }
}

/// A body that a route takes.
package struct EndpointBody: Sendable {
  /// One sentence.
  package let meaning: String
  /// Each of another media type, of which a client sends one.
  package let contents: [Content]

  package init(_ meaning: String, _ contents: Content...) {
    self.meaning = meaning
    self.contents = contents
  }

  /// Its schema, for one media type.
  package struct Content: Sendable {
    package let mediaType: String
    package let schema: JSONSchema
    /// The objects that are read of it.
    package var objects: [any ReadObject] = []
    /// Media types of the parts of a form.
    package var partTypes: [(part: String, mediaType: String)] = []
    /// A whole body that the demo shop accepts; of a form without its files.
    package var example: JSONValue?

    package init(
      mediaType: String, schema: JSONSchema, objects: [any ReadObject] = [],
      partTypes: [(part: String, mediaType: String)] = [], example: JSONValue? = nil
    ) {
      self.mediaType = mediaType
      self.schema = schema
      self.objects = objects
      self.partTypes = partTypes
      self.example = example
    }

    package static func json<Value>(_ object: BodyObject<Value>, example: JSONValue? = nil)
      -> Content
    {
      Content(
        mediaType: "application/json", schema: .object(object.schema), objects: [object],
        example: example)
    }

    package static func form(
      _ object: ObjectSchema, _ partTypes: (part: String, mediaType: String)...,
      example: JSONValue? = nil
    ) -> Content {
      Content(
        mediaType: "multipart/form-data", schema: .object(object), partTypes: partTypes,
        example: example)
    }
  }

  /// - Parameter example: a whole body that the demo shop accepts.
  package static func json<Value>(
    _ object: BodyObject<Value>, _ meaning: String, example: JSONValue? = nil
  ) -> EndpointBody {
    EndpointBody(meaning, .json(object, example: example))
  }
}

/// A successful answer.
package struct EndpointAnswer: Sendable {
  package let status: Status
  package let meaning: String
  /// Nil for an answer without content.
  package let mediaType: String?
  /// Nil for content that is no JSON.
  package let schema: JSONSchema?
  /// Names of fields that tell something.
  package let fields: [String]

  /// - Parameter fields: names of fields of the answer that tell something.
  package static func json(
    _ object: ObjectSchema, _ meaning: String, status: Status = .ok, fields: [String] = []
  ) -> EndpointAnswer {
    json(.object(object), meaning, status: status, fields: fields)
  }

  package static func json(
    _ schema: JSONSchema, _ meaning: String, status: Status = .ok, fields: [String] = []
  ) -> EndpointAnswer {
    EndpointAnswer(
      status: status, meaning: meaning, mediaType: "application/json", schema: schema,
      fields: fields)
  }

  package static func content(
    _ mediaType: String, _ meaning: String, status: Status = .ok, fields: [String] = []
  ) -> EndpointAnswer {
    EndpointAnswer(
      status: status, meaning: meaning, mediaType: mediaType, schema: nil, fields: fields)
  }

  /// Content in memory, all of it or what `Range` asks for; such a route refuses with 416, too.
  package static func part(of mediaType: String) -> EndpointAnswer {
    content(mediaType, "The bytes that `Range` asks for.", status: .partialContent)
  }

  package static func empty(_ status: Status, _ meaning: String) -> EndpointAnswer {
    EndpointAnswer(status: status, meaning: meaning, mediaType: nil, schema: nil, fields: [])
  }
}
