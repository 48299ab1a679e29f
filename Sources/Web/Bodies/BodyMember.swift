/// A member of an object that clients send, described once: the contract shows it, and an
/// ``ObjectReader`` reads it.
package struct BodyMember<Value>: Sendable {
  package let name: String
  package let value: BodyValue<Value>
  private let meaning: String
  private let example: JSONValue?

  package init(
    _ name: String, _ value: BodyValue<Value>, _ meaning: String, _ example: JSONValue? = nil
  ) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.example = example
  }

  package func declared(isRequired: Bool, isNullable: Bool) -> ObjectSchema.Member {
    ObjectSchema.Member(
      name: name, schema: isNullable ? .optional(value.schema) : value.schema,
      isRequired: isRequired,
      meaning: meaning, example: example)
  }

  /// What it says in an object, if that can be read; what is wrong is told elsewhere.
  package func quietly(in object: JSONValue) -> Value? {
    guard case .object(let members) = object else { return nil }
    return members.first { $0.name == name }.flatMap { value.quietly($0.value) }
  }
}

/// A member of a type that answers have and bodies, too.
package struct SharedMember<Whole, Value>: Sendable {
  package let answer: WireMember<Whole>
  package let body: BodyMember<Value>

  package init(_ answer: WireMember<Whole>, _ value: BodyValue<Value>) {
    self.answer = answer
    let member = answer.declared[0]
    body = BodyMember(member.name, value, member.meaning, member.example)
  }
}
