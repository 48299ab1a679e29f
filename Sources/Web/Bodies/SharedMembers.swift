/// The members of a type that answers have and clients send: one table for both.
package struct SharedMembers<Whole, Value>: Sendable {
  package let answer: [WireMember<Whole>]
  package let body: BodyMember<Value>

  /// - Parameter make: as for ``BodyMember/group(_:make:)``.
  package init<each Part>(
    _ members: repeat SharedMember<Whole, each Part>,
    make: @escaping @Sendable (repeat each Part) throws -> Value
  ) {
    var answer: [WireMember<Whole>] = []
    for member in repeat each members { answer.append(member.answer) }
    self.answer = answer
    body = .group(repeat (each members).body, make: make)
  }

  /// - Parameter judge: as for ``BodyMember/judged(_:make:)``.
  package init<each Part>(
    _ members: repeat SharedMember<Whole, each Part>,
    judge: @escaping @Sendable (repeat (each Part)?) throws -> Value?
  ) {
    var answer: [WireMember<Whole>] = []
    for member in repeat each members { answer.append(member.answer) }
    self.answer = answer
    body = .judged(repeat (each members).body, make: judge)
  }
}

/// One row of such a table.
package struct SharedMember<Whole, Value>: Sendable {
  package let answer: WireMember<Whole>
  package let body: BodyMember<Value>

  package init(_ answer: WireMember<Whole>, _ body: BodyMember<Value>) {
    self.answer = answer
    self.body = body
  }

  package static func required(
    _ name: StaticString, _ value: BodyValue<Value>, _ meaning: String, _ example: JSONValue,
    _ read: @escaping WireMember<Whole>.Read<WireValue>
  ) -> SharedMember {
    SharedMember(
      .value(name, value.schema, meaning, example, read),
      .required(name.description, value, meaning, example))
  }

  package static func optional<Part>(
    _ name: StaticString, _ value: BodyValue<Part>, _ meaning: String, _ example: JSONValue,
    _ read: @escaping WireMember<Whole>.Read<WireValue>
  ) -> SharedMember where Value == Part? {
    SharedMember(
      .value(name, value.schema, isRequired: false, meaning, example, read),
      .optional(name.description, value, meaning, example))
  }

  /// Objects of some kinds require it, the others do not know it.
  package static func optional<Part>(
    _ name: StaticString, _ value: BodyValue<Part>, when applies: BodyCondition,
    _ meaning: String, _ example: JSONValue,
    _ read: @escaping WireMember<Whole>.Read<WireValue>
  ) -> SharedMember where Value == Part? {
    SharedMember(
      .value(name, value.schema, isRequired: false, meaning, example, read),
      .optional(name.description, value, isRequired: true, when: applies, meaning, example))
  }
}
