/// A JSON document, read.
package indirect enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// Written without fraction and exponent, and within 64 bits.
  case integer(Int64)
  /// Any other number; always finite.
  case number(Double)
  /// Stream-safe, so that it can be compared.
  case string(String)
  /// A string with more than 30 combining marks in a row, or the value of a member with such a
  /// name. It is not kept: a reader refuses it, and where it is ignored it is not judged.
  case refusedString
  case array([JSONValue])
  /// In the order of the document; each name once. A name that is not stream-safe is kept as its
  /// beginning, and its value is ``refusedString``.
  case object([Member])

  package struct Member: Sendable, Hashable {
    package let name: String
    package let value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }

    /// Whether that is its name, byte for byte.
    package func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }
  }

  /// Its kind, for messages to people: `a string`.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number: "a number"
    case .string, .refusedString: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Why a text is no JSON document that we take, and where.
package struct JSONError: Error, Sendable, Hashable {
  /// Stable: `malformed_json`, `duplicate_member` or `json_limit`.
  package let code: String
  /// One sentence for people.
  package let detail: String
  /// From 1.
  package let line: Int
  /// From 1, in bytes.
  package let column: Int
}

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
    case .refusedString: string("")
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
