/// The form of a JSON value, as JSON Schema describes it.
///
/// Source: JSON Schema 2020-12; OpenAPI 3.1.1 §4.8.24.
package struct JSONSchema: Sendable, Hashable {
  /// The schema itself. An object type with a name is a `$ref` to ``ObjectSchema/reference``.
  package let json: JSONValue
  /// The object types that it refers to.
  package let objects: [ObjectSchema]

  private init(_ json: JSONValue, _ objects: [ObjectSchema] = []) {
    self.json = json
    self.objects = objects
  }

  // MARK: Texts

  /// - Parameters:
  ///   - characters: how many it may have.
  ///   - format: a word of JSON Schema such as `uri`.
  ///   - pattern: a regular expression of ECMA-262 that all of it matches.
  package static func string(
    _ characters: ClosedRange<Int>? = nil, format: String? = nil, pattern: String? = nil
  ) -> JSONSchema {
    var members = [JSONValue.Member(name: "type", value: "string")]
    if let format { members.append(.init(name: "format", value: .string(format))) }
    if let characters {
      if characters.lowerBound > 0 {
        members.append(.init(name: "minLength", value: .integer(Int64(characters.lowerBound))))
      }
      members.append(.init(name: "maxLength", value: .integer(Int64(characters.upperBound))))
    }
    if let pattern { members.append(.init(name: "pattern", value: .string(pattern))) }
    return JSONSchema(.object(members))
  }

  /// A text whose length people count. JSON Schema counts code points, of which one character may
  /// have many: `x-max-characters` has the limit of characters.
  package static func text(
    characters: ClosedRange<Int>, bytes: Int
  ) -> JSONSchema {
    let points = string(characters.lowerBound...bytes)
    guard case .object(let members) = points.json else { return points }
    return JSONSchema(
      .object(
        members + [
          .init(name: "x-max-characters", value: .integer(Int64(characters.upperBound)))
        ]))
  }

  /// RFC 3339, in whole seconds, in UTC.
  package static let time = string(format: "date-time")
  /// The bytes of a file.
  package static let file = string(format: "binary")
  /// An absolute URL.
  package static let url = string(format: "uri")
  package static let uuid = string(format: "uuid")
  /// `#rrggbb`, sRGB.
  package static let color = string(pattern: "^#[0-9a-f]{6}$")

  /// One of these words, and no other.
  package static func word(_ words: [String]) -> JSONSchema {
    JSONSchema(["type": "string", "enum": .array(words.map { .string($0) })])
  }

  /// One of these words today; clients must bear others, which later versions may add.
  package static func growingWord(_ words: [String]) -> JSONSchema {
    JSONSchema(["type": "string", "x-extensible-enum": .array(words.map { .string($0) })])
  }

  // MARK: Numbers and flags

  package static func integer(_ range: ClosedRange<Int64>) -> JSONSchema {
    JSONSchema([
      "type": "integer", "format": "int64", "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound),
    ])
  }

  package static func integer(_ range: PartialRangeFrom<Int64>) -> JSONSchema {
    JSONSchema(["type": "integer", "format": "int64", "minimum": .integer(range.lowerBound)])
  }

  package static func number(_ range: ClosedRange<Int64>) -> JSONSchema {
    JSONSchema([
      "type": "number", "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound),
    ])
  }

  /// Whatever JSON can say.
  package static let anything = JSONSchema([:])

  package static let boolean = JSONSchema(["type": "boolean"])

  // MARK: Containers

  package static func array(
    _ element: JSONSchema, _ count: ClosedRange<Int>? = nil
  ) -> JSONSchema {
    var members: [JSONValue.Member] = [
      .init(name: "type", value: "array"), .init(name: "items", value: element.json),
    ]
    if let count {
      if count.lowerBound > 0 {
        members.append(.init(name: "minItems", value: .integer(Int64(count.lowerBound))))
      }
      members.append(.init(name: "maxItems", value: .integer(Int64(count.upperBound))))
    }
    return JSONSchema(.object(members), element.objects)
  }

  /// An object whose members have names of their owner's choice, and values of one type.
  package static func map(of value: ObjectSchema) -> JSONSchema {
    JSONSchema(
      ["type": "object", "additionalProperties": ["$ref": .string(value.reference)]], [value])
  }

  package static func map(of value: JSONSchema, _ countMax: Int) -> JSONSchema {
    JSONSchema(
      [
        "type": "object", "additionalProperties": value.json,
        "maxProperties": .integer(Int64(countMax)),
      ], value.objects)
  }

  /// In a patch of a map, `null` removes a value.
  package var removable: JSONSchema {
    guard case .object(var members) = json,
      let place = members.firstIndex(where: { $0.name == "additionalProperties" }),
      case .object = members[place].value
    else { return self }
    members[place] = .init(
      name: "additionalProperties",
      value: JSONSchema.optional(JSONSchema(members[place].value, [])).json)
    return JSONSchema(.object(members), objects)
  }

  package static func object(_ object: ObjectSchema) -> JSONSchema {
    JSONSchema(["$ref": .string(object.reference)], [object])
  }

  /// A text that is JSON: a part of a form, where a generated client writes no object.
  package static func text(of object: ObjectSchema) -> JSONSchema {
    JSONSchema(
      [
        "type": "string", "contentMediaType": "application/json",
        "contentSchema": ["$ref": .string(object.reference)],
      ], [object])
  }

  /// One of several values that are no objects.
  package static func either(_ schemas: [JSONSchema]) -> JSONSchema {
    JSONSchema(["anyOf": .array(schemas.map(\.json))], schemas.flatMap(\.objects))
  }

  /// In a request: `null` means the same as leaving the member out. No answer contains it.
  ///
  /// Never a union with `null`: some generators of clients leave such a member out. An object is
  /// written in its place, because a reference has no type of its own.
  package static func optional(_ schema: JSONSchema) -> JSONSchema {
    if let object = schema.object {
      guard case .object(let members) = object.json else { return schema }
      let rest = members.filter { !["type", "description"].contains($0.name) }
      return JSONSchema(.object([nullable("object")] + rest), schema.objects)
    }
    guard case .object(let members) = schema.json, let type = members.first else { return schema }
    guard type.name == "type" else {
      guard type.name == "anyOf", case .array(let choices) = type.value else { return schema }
      let null: JSONValue = ["type": "null"]
      let all = choices.contains(null) ? choices : choices + [null]
      return JSONSchema(["anyOf": .array(all)], schema.objects)
    }
    guard case .string(let name) = type.value else { return schema }
    var rest = Array(members.dropFirst())
    if let index = rest.firstIndex(where: { $0.name == "enum" }),
      case .array(let words) = rest[index].value
    {
      rest[index] = .init(name: "enum", value: .array(words + [.null]))
    }
    return JSONSchema(.object([nullable(name)] + rest), schema.objects)
  }

  private static func nullable(_ type: String) -> JSONValue.Member {
    .init(name: "type", value: [.string(type), "null"])
  }

  /// The object type that it refers to and is nothing else.
  private var object: ObjectSchema? {
    objects.first { json == ["$ref": .string($0.reference)] }
  }

  /// A schema that both fit, for one member of two types.
  fileprivate func merged(with other: JSONSchema, _ name: String) -> JSONSchema {
    guard json != other.json else { return self }
    if let object, let another = other.object {
      return .object(.merged(name, object.meaning, object.types + [another]))
    }
    if let words, other == .string() || other.words != nil {
      return .growingWord(words + (other.words ?? []).filter { !words.contains($0) })
    }
    if let item = objects.first, let another = other.objects.first, isArray, other.isArray {
      let one = String(name.hasSuffix("s") ? name.dropLast() : name[...])
      return .array(.object(.merged(one, item.meaning, item.types + [another])))
    }
    return .anything
  }

  package var isArray: Bool {
    if case .object(let members) = json { members.first?.value == "array" } else { false }
  }

  /// The words that it lists.
  private var words: [String]? {
    guard case .object(let members) = json,
      let listed = members.first(where: { ["enum", "x-extensible-enum"].contains($0.name) }),
      case .array(let words) = listed.value
    else { return nil }
    return words.compactMap { if case .string(let word) = $0 { word } else { nil } }
  }

  /// The schema with a description and an example.
  package func described(_ meaning: String, example: JSONValue?) -> JSONValue {
    // A reference allows a description, and its members have their own examples.
    guard case .object(var members) = json else { return json }
    members.append(.init(name: "description", value: .string(meaning)))
    if let example { members.append(.init(name: "examples", value: .array([example]))) }
    return .object(members)
  }
}

/// An object type with a name: its members in the order in which they are written.
package struct ObjectSchema: Sendable, Hashable {
  package struct Member: Sendable, Hashable {
    package let name: String
    package let schema: JSONSchema
    /// Whether it is always present. An optional member is left out, never `null`.
    package let isRequired: Bool
    /// One sentence.
    package let meaning: String
    /// The value in the demo shop.
    package let example: JSONValue?

    package init(
      name: String, schema: JSONSchema, isRequired: Bool, meaning: String, example: JSONValue?
    ) {
      self.name = name
      self.schema = schema
      self.isRequired = isRequired
      self.meaning = meaning
      self.example = example
    }
  }

  /// `ProductCell`; unique in the document.
  package let name: String
  /// One sentence.
  package let meaning: String
  package let members: [Member]
  /// Whether only these members may be there; a request is refused that has another.
  package let isClosed: Bool
  /// The Swift type that it is written from; nil for an object of a request.
  package let type: Any.Type?
  /// Each value is of one of these types; empty unless it was merged of them.
  package let alternatives: [ObjectSchema]

  package init(
    _ name: String, _ meaning: String, _ members: [Member], isClosed: Bool = false,
    from type: Any.Type? = nil, alternatives: [ObjectSchema] = []
  ) {
    self.name = name
    self.meaning = meaning
    self.members = members
    self.isClosed = isClosed
    self.type = type
    self.alternatives = alternatives
  }

  package static func == (a: ObjectSchema, b: ObjectSchema) -> Bool {
    (a.name, a.meaning, a.members, a.isClosed) == (b.name, b.meaning, b.members, b.isClosed)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The type of a value that is one of several types: a member that one of them can be without is
  /// optional.
  ///
  /// Generated clients cannot tell types apart that have no member for it, and refuse a value of a
  /// type that they do not know.
  package static func merged(
    _ name: String, _ meaning: String, _ types: [ObjectSchema]
  ) -> ObjectSchema {
    var members: [Member] = []
    for member in types.flatMap(\.members) {
      let isEverywhere = types.allSatisfy { type in
        type.members.contains { $0.name == member.name && $0.isRequired }
      }
      let index = members.firstIndex { $0.name == member.name }
      let stem = name + member.name.split(separator: "_").map(\.capitalized).joined()
      let merged = Member(
        name: member.name,
        schema: index.map { members[$0].schema.merged(with: member.schema, stem) } ?? member.schema,
        isRequired: isEverywhere, meaning: index.map { members[$0].meaning } ?? member.meaning,
        example: index.map { members[$0].example } ?? member.example)
      if let index { members[index] = merged } else { members.append(merged) }
    }
    return ObjectSchema(name, meaning, members, alternatives: types)
  }

  /// Those that a value may be of.
  fileprivate var types: [ObjectSchema] { alternatives.isEmpty ? [self] : alternatives }

  package var reference: String { "#/components/schemas/\(name)" }

  /// The schema under `components/schemas`.
  package var json: JSONValue {
    var whole: [JSONValue.Member] = [
      .init(name: "type", value: "object"), .init(name: "description", value: .string(meaning)),
      .init(
        name: "properties",
        value: .object(
          members.map {
            .init(name: $0.name, value: $0.schema.described($0.meaning, example: $0.example))
          })),
    ]
    let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { whole.append(.init(name: "required", value: .array(required))) }
    if isClosed { whole.append(.init(name: "additionalProperties", value: false)) }
    return .object(whole)
  }

  /// This type and all that it refers to, each once.
  package var withReferences: [ObjectSchema] {
    var found: [ObjectSchema] = []
    collect(into: &found)
    return found
  }

  /// The same with the types that were merged in the place of merged ones.
  package var withAlternatives: [ObjectSchema] {
    var found: [ObjectSchema] = []
    collect(into: &found, splits: true)
    return found
  }

  private func collect(into found: inout [ObjectSchema], splits: Bool = false) {
    guard !found.contains(where: { $0.name == name }) else { return }
    if splits, !alternatives.isEmpty {
      for type in alternatives { type.collect(into: &found, splits: true) }
      return
    }
    found.append(self)
    for member in members {
      for object in member.schema.objects { object.collect(into: &found, splits: splits) }
    }
  }
}

extension Substring {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
