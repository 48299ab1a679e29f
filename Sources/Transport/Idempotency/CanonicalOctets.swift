/// Values one behind the other, each written so that the same is always written alike, and no two
/// sequences of values give the same octets.
package struct CanonicalOctets: Sendable {
  package private(set) var octets: [UInt8] = []

  package init() {}

  package mutating func append(_ text: String) { append(Array(text.utf8)) }

  /// With their count in front.
  package mutating func append(_ octets: [UInt8]) {
    append(number: UInt64(octets.count))
    self.octets += octets
  }

  /// Members in the order of their names, and numbers by their value: `{"b":1.0,"a":2}` is written
  /// like `{"a":2,"b":1}`.
  package mutating func append(_ value: JSONValue) {
    switch value {
    case .null: octets.append(0)
    case .bool(let flag): octets.append(flag ? 2 : 1)
    case .integer(let number): append(integer: number)
    case .number(let number):
      if let integer = Int64(exactly: number) { return append(integer: integer) }
      octets.append(4)
      append(number: number.bitPattern)
    case .string(let text):
      octets.append(5)
      append(text)
    case .array(let elements):
      octets.append(6)
      append(number: UInt64(elements.count))
      for element in elements { append(element) }
    case .object(let members):
      octets.append(7)
      append(number: UInt64(members.count))
      // By octets: Swift calls two spellings of one character equal, and JSON does not.
      for member in members.sorted(by: { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }) {
        append(member.name)
        append(member.value)
      }
    }
  }

  private mutating func append(integer: Int64) {
    octets.append(3)
    append(number: UInt64(bitPattern: integer))
  }

  private mutating func append(number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      octets.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }
}

extension JSONValue {
  /// For ``IdempotentWrites``: what the document says, however it was written.
  package var canonical: [UInt8] {
    var whole = CanonicalOctets()
    whole.append(self)
    return whole.octets
  }
}
