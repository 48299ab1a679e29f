/// A JSON document, read.
package indirect enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// Written without fraction and exponent, and within 64 bits.
  case integer(Int64)
  /// Any other number; always finite.
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// In the order of the document; each name once.
  case object([Member])

  package struct Member: Sendable, Hashable {
    package let name: String
    package let value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// What it is, for a message to people: `a string`.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .number: "a number"
    case .string: "a string"
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
