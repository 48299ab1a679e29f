/// JSON as it is written in a declaration: `["type": "string", "maxLength": 100]`.
extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int64) { self = .integer(number) }
  package init(floatLiteral number: Double) { self = .number(number) }
  package init(booleanLiteral flag: Bool) { self = .bool(flag) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }
}

extension JSONWriter {
  /// A whole document, as it is.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let flag): bool(flag)
    case .integer(let number): integer(number)
    // Swift writes the shortest digits that give the same number, as JSON takes them.
    case .number(let number): self.number(number.description)
    case .string(let text): string(text)
    case .array(let elements): array(elements) { $0.value($1) }
    case .object(let members):
      object { writer in
        for member in members {
          writer.key(text: member.name)
          writer.value(member.value)
        }
      }
    }
  }
}
