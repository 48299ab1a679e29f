package import Web

/// Values one after another in a canonical encoding: equal values are encoded alike, and different
/// sequences differently.
package struct CanonicalBytes: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ text: String) { append(Array(text.utf8)) }

  /// With the count before the bytes.
  package mutating func append(_ bytes: [UInt8]) {
    append(number: UInt64(bytes.count))
    self.bytes += bytes
  }

  /// Members by name, and numbers by value: `{"b":1.0,"a":2}` is encoded like `{"a":2,"b":1}`.
  package mutating func append(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(0)
    case .bool(let flag): bytes.append(flag ? 2 : 1)
    case .integer(let number): append(integer: number)
    case .number(let number):
      if let integer = Int64(exactly: number) { return append(integer: integer) }
      bytes.append(4)
      append(number: number.bitPattern)
    case .refusedString: bytes.append(8)
    case .string(let text):
      bytes.append(5)
      append(text)
    case .array(let elements):
      bytes.append(6)
      append(number: UInt64(elements.count))
      for element in elements { append(element) }
    case .object(let members):
      bytes.append(7)
      append(number: UInt64(members.count))
      // By bytes: Swift calls two spellings of one character equal, and JSON does not.
      for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
        append(member.name)
        append(member.value)
      }
    }
  }

  private mutating func append(integer: Int64) {
    bytes.append(3)
    append(number: UInt64(bitPattern: integer))
  }

  private mutating func append(number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}

extension JSONValue {
  /// For ``IdempotentWrites``: the content of the document, however it was written.
  package var canonical: [UInt8] {
    var whole = CanonicalBytes()
    whole.append(self)
    return whole.bytes
  }
}
